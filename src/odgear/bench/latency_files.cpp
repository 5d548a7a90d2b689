#include "odgear/bench/latency_files.hpp"

#include <fmt/format.h>

#include "odgear/bench/instance_sets.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/text.hpp"

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
        out += fmt::format(
            "{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:g},{},{},{},{},{}\n",
            row.customers, row.threads, row.k_attention, row.k_decode,
            row.paper_rule ? "paper" : "own", row.seconds, row.stages.graph, row.stages.encode,
            row.stages.decode, row.stages.rollout, row.paper_seconds, environment.machine,
            environment.version, environment.commit, environment.date, row.model);
    fs::create_directories(file_in(results).parent_path());
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
    const auto lines = read_csv(content);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string>& f = lines[i];
        if (f.size() != columns) throw InputError({file.string(), i + 1, ""}, "16 fields needed");
        const auto milliseconds = [&](std::size_t at) {
            const std::optional<double> value = text::to_double(f[at]);
            if (!value) throw InputError({file.string(), i + 1, ""}, "a number is needed");
            return 1000 * *value;
        };
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
                        lines[1][11], lines[1][13], lines[1][14])};
    return grid;
}

}  // namespace odgear::bench
