#include "odgear/bench/cells.hpp"

#include <fmt/format.h>

#include <fstream>

#include "odgear/bench/instance_sets.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/text.hpp"

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

// The lines below the header; a header that is not ours is an error, a line torn by a crash is
// cut off, so that the next one stands on its own.
std::vector<std::vector<std::string>> read_lines(const fs::path& path, const char* header) {
    if (!fs::exists(path)) return {};
    std::string content = read_text_file(path);
    if (!content.starts_with(header))
        throw InputError({path.string(), 1, ""},
                         "these are results of another version; use --fresh or another folder");
    const std::size_t whole = content.rfind('\n') + 1;
    if (whole < content.size()) fs::resize_file(path, whole);
    content.resize(whole);
    auto lines = read_csv(content);
    lines.erase(lines.begin());
    return lines;
}

double number(const std::string& text, const fs::path& path) {
    const std::optional<double> value = text::to_double(text);
    if (!value) throw InputError({path.string(), 0, ""}, "\"" + text + "\" is not a number");
    return *value;
}

std::string text_of(const Cell& cell) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{:.10g},{},{:.6g}\n", cell.session, cell.key,
                       cell.row, cell.set, cell.family, cell.instance, cell.seed, cell.customers,
                       cell.best_known ? fmt::format("{:.10g}", *cell.best_known) : "", cell.cost,
                       cell.routes, cell.seconds);
}

Cell cell_from(const std::vector<std::string>& f, const fs::path& path) {
    if (f.size() != 12) throw InputError({path.string(), 0, ""}, "a line has too few fields");
    Cell cell;
    cell.session = static_cast<int>(number(f[0], path));
    cell.key = f[1];
    cell.row = f[2];
    cell.set = f[3];
    cell.family = f[4];
    cell.instance = f[5];
    cell.seed = static_cast<std::uint64_t>(number(f[6], path));
    cell.customers = static_cast<int>(number(f[7], path));
    if (!f[8].empty()) cell.best_known = number(f[8], path);
    cell.cost = number(f[9], path);
    cell.routes = static_cast<int>(number(f[10], path));
    cell.seconds = number(f[11], path);
    return cell;
}

}  // namespace

CellStore::CellStore(fs::path folder, bool fresh) : folder_(std::move(folder)) {
    if (fresh) {
        fs::remove(folder_ / cells_file);
        fs::remove(folder_ / sessions_file);
    }
    read();
}

void CellStore::read() {
    for (const auto& f : read_lines(folder_ / sessions_file, sessions_header)) {
        if (f.size() != 7)
            throw InputError({(folder_ / sessions_file).string(), 0, ""}, "7 fields are needed");
        Session session;
        session.id = static_cast<int>(number(f[0], sessions_file));
        session.threads = static_cast<int>(number(f[2], sessions_file));
        session.environment = {f[3], f[4], f[5], f[6], f[1]};
        sessions_.push_back(session);
    }
    for (const auto& f : read_lines(folder_ / cells_file, cells_header)) {
        cells_.push_back(cell_from(f, folder_ / cells_file));
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
               fmt::format("{},{},{},{},{},{},{}\n", open_->id, e.date, open_->threads, e.machine,
                           e.system, e.version, e.commit));
        sessions_.push_back(*open_);
    }
    cell.session = open_->id;
    append(cells_file, cells_header, text_of(cell));
    known_.insert(identity(cell.key, cell.instance, cell.seed));
    cells_.push_back(std::move(cell));
}

void CellStore::append(const std::string& file, const std::string& header,
                       const std::string& line) const {
    std::error_code failure;
    fs::create_directories(folder_, failure);
    const fs::path path = folder_ / file;
    const bool fresh = !fs::exists(path);
    std::ofstream out(path, std::ios::app | std::ios::binary);
    out << (fresh ? header + "\n" : "") << line << std::flush;
    if (!out) throw InputError({path.string(), 0, ""}, "cannot be written");
}

}  // namespace odgear::bench
