#include "odgear/bench/latency_files.hpp"

#include <fmt/format.h>

#include "odgear/core/errors.hpp"
#include "odgear/io/csv.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/numbers.hpp"
#include "odgear/io/output_file.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

constexpr const char* header =
    "customers,threads,k_attention,k_decode,rule,seconds,graph,encode,decode,rollout,paper_seconds,"
    "machine,version,commit,date,model";
constexpr std::size_t columns = 16;

fs::path file_in(const fs::path& results) { return results / "latency" / "latency.csv"; }

}  // namespace

void write_latency(const fs::path& results, const std::vector<policy::LatencyRow>& rows,
                   const Environment& environment) {
    std::string out = std::string(header) + "\n";
    for (const policy::LatencyRow& row : rows)
        out +=
            fmt::format("{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:g},{},{},{},{},{}\n",
                        row.customers, row.threads, row.k_attention, row.k_decode,
                        row.paper_rule ? "paper" : "own", row.seconds, row.stages.graph,
                        row.stages.encode, row.stages.decode, row.stages.rollout, row.paper_seconds,
                        csv::field(environment.machine), environment.version, environment.commit,
                        environment.date, csv::field(row.model));
    make_folder(file_in(results).parent_path());
    write_file(file_in(results), out);
}

std::optional<Grid> read_latency(const fs::path& results) {
    const fs::path file = file_in(results);
    if (!fs::exists(file)) return std::nullopt;
    const std::string content = read_text_file(file);
    if (!content.starts_with(header))
        throw InputError({file.string(), 1, ""}, "this is not a table of latencies");
    Grid grid;
    grid.title = "Latency: from a parsed instance to the best of 100 rollouts";
    grid.header = {"Model",   "K",          "Customers", "Attend over", "Decode over",
                   "Threads", "Paper (ms)", "Ours (ms)", "Ratio",       "Graph",
                   "Encode",  "Decode",     "Rollout"};
    grid.texts = 2;
    const std::vector<csv::Record> lines = csv::read(content, file.string());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string>& f = lines[i].fields;
        const Place place{file.string(), lines[i].line, ""};
        if (f.size() != columns) throw InputError(place, "16 fields are needed");
        const auto milliseconds = [&](std::size_t at) { return 1000 * real_number(f[at], place); };
        const auto shown = [](double value) {
            return fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0);
        };
        const double ours = milliseconds(5);
        const double paper = milliseconds(10);
        grid.lines.push_back(
            {{f[15], f[4], f[0], f[2], f[3], f[1], paper > 0 ? shown(paper) : "–", shown(ours),
              paper > 0 ? fmt::format("{:.1f}", paper / ours) : "–", shown(milliseconds(6)),
              shown(milliseconds(7)), shown(milliseconds(8)), shown(milliseconds(9))},
             Grid::Mark::measured});
    }
    if (lines.size() > 1)
        grid.notes = {
            fmt::format("Measured on {}, commit {}, {}. The paper's times are of an RTX "
                        "3090 Ti.",
                        lines[1].fields[11], lines[1].fields[13], lines[1].fields[14])};
    return grid;
}

}  // namespace odgear::bench
