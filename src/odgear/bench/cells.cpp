#include "odgear/bench/cells.hpp"

#include <fmt/format.h>

#include "odgear/core/errors.hpp"
#include "odgear/io/csv.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/numbers.hpp"
#include "odgear/io/output_file.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

constexpr const char* cells_file = "cells.csv";
constexpr const char* sessions_file = "sessions.csv";
constexpr const char* cells_header =
    "session,key,row,set,family,instance,seed,customers,best_known,cost,routes,seconds";
constexpr const char* sessions_header = "session,date,threads,machine,system,version,commit";

std::string identity(const std::string& key, const std::string& instance, std::uint64_t seed) {
    return fmt::format("{}/{}/{}", key, instance, seed);
}

// The lines below the header. An unknown header is an error. A last line cut short by a crash is
// left out; append_lines removes it.
std::vector<csv::Record> records_of(std::string_view content, const char* header,
                                    const std::string& file) {
    if (!content.starts_with(header))
        throw InputError({file, 1, ""},
                         "these results are of another version; use --fresh or another folder");
    content = content.substr(0, content.rfind('\n') + 1);
    if (content.empty()) return {};
    std::vector<csv::Record> records = csv::read(content, file);
    records.erase(records.begin());
    return records;
}

std::vector<csv::Record> read_records(const fs::path& path, const char* header) {
    if (!fs::exists(path)) return {};
    return records_of(read_text_file(path), header, path.string());
}

std::string text_of(const Cell& cell) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{:.10g},{},{:.6g}\n", cell.session,
                       csv::field(cell.key), csv::field(cell.row), csv::field(cell.set),
                       csv::field(cell.family), csv::field(cell.instance), cell.seed,
                       cell.customers,
                       cell.best_known ? fmt::format("{:.10g}", *cell.best_known) : "", cell.cost,
                       cell.routes, cell.seconds);
}

Cell cell_from(const csv::Record& record, const std::string& file) {
    const std::vector<std::string>& f = record.fields;
    const auto place = [&](const char* field) { return Place{file, record.line, field}; };
    if (f.size() != 12) throw InputError(place(""), "12 fields are needed");
    Cell cell;
    cell.session = whole_number_as<int>(f[0], place("session"), 0);
    cell.key = f[1];
    cell.row = f[2];
    cell.set = f[3];
    cell.family = f[4];
    cell.instance = f[5];
    cell.seed = unsigned_number(f[6], place("seed"));
    cell.customers = whole_number_as<int>(f[7], place("customers"), 1);
    if (!f[8].empty()) cell.best_known = real_number(f[8], place("best_known"));
    cell.cost = real_number(f[9], place("cost"));
    cell.routes = whole_number_as<int>(f[10], place("routes"), 0);
    cell.seconds = real_number(f[11], place("seconds"));
    return cell;
}

}  // namespace

std::vector<Cell> parse_cells(std::string_view text, const std::string& file) {
    std::vector<Cell> cells;
    for (const csv::Record& record : records_of(text, cells_header, file))
        cells.push_back(cell_from(record, file));
    return cells;
}

CellStore::CellStore(fs::path folder, bool fresh) : folder_(std::move(folder)) {
    if (fresh) {
        fs::remove(folder_ / cells_file);
        fs::remove(folder_ / sessions_file);
    }
    read();
}

void CellStore::read() {
    const fs::path sessions = folder_ / sessions_file;
    for (const auto& [line, f] : read_records(sessions, sessions_header)) {
        if (f.size() != 7) throw InputError({sessions.string(), line, ""}, "7 fields are needed");
        Session session;
        session.id = whole_number_as<int>(f[0], {sessions.string(), line, "session"}, 1);
        session.threads = whole_number_as<int>(f[2], {sessions.string(), line, "threads"}, 1);
        session.environment = {f[3], f[4], f[5], f[6], f[1]};
        sessions_.push_back(session);
    }
    const fs::path cells = folder_ / cells_file;
    for (const csv::Record& record : read_records(cells, cells_header)) {
        cells_.push_back(cell_from(record, cells.string()));
        known_.insert(identity(cells_.back().key, cells_.back().instance, cells_.back().seed));
    }
}

bool CellStore::has(const std::string& key, const std::string& instance, std::uint64_t seed) const {
    return known_.contains(identity(key, instance, seed));
}

void CellStore::begin(const Environment& environment, int threads) {
    open_ = Session{sessions_.empty() ? 1 : sessions_.back().id + 1, threads, environment};
}

void CellStore::add(Cell cell) {
    if (!open_) throw InternalError("a result outside of a session");
    if (sessions_.empty() || sessions_.back().id != open_->id) {
        const Environment& e = open_->environment;
        append(sessions_file, sessions_header,
               fmt::format("{},{},{},{},{},{},{}\n", open_->id, e.date, open_->threads,
                           csv::field(e.machine), csv::field(e.system), e.version, e.commit));
        sessions_.push_back(*open_);
    }
    cell.session = open_->id;
    append(cells_file, cells_header, text_of(cell));
    known_.insert(identity(cell.key, cell.instance, cell.seed));
    cells_.push_back(std::move(cell));
}

void CellStore::append(const std::string& file, const std::string& header,
                       const std::string& line) const {
    make_folder(folder_);
    append_lines(folder_ / file, header, line);
}

}  // namespace odgear::bench
