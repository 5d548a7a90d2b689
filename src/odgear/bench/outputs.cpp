#include "odgear/bench/outputs.hpp"

#include <fmt/format.h>

#include "odgear/bench/grid.hpp"
#include "odgear/io/csv.hpp"
#include "odgear/io/output_file.hpp"

namespace odgear::bench {

namespace {

std::string number(std::optional<double> value) {
    return value ? fmt::format("{:.8g}", *value) : "";
}

std::optional<double> mean(const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(summarize(values).mean);
}

std::optional<double> deviation(const std::vector<double>& values) {
    return values.size() < 2 ? std::nullopt : std::optional(summarize(values).deviation);
}

std::string measured_csv(const TableSummary& summary, const Row& row, const std::string& set,
                         const Measurement& m) {
    const Environment last =
        summary.sessions.empty() ? Environment{} : summary.sessions.back().environment;
    return fmt::format(
        "{},{},{},measured,{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", summary.table.id,
        row.id, csv::field(row.name), set, m.instances, m.runs(), number(mean(m.objectives)),
        number(deviation(m.objectives)), number(mean(m.gaps)), number(deviation(m.gaps)),
        number(mean(m.seconds)), number(deviation(m.seconds)), csv::field(m.reference),
        csv::field(row.settings()), m.threads, m.first_seed, last.machine, last.commit, last.date);
}

std::string reported_csv(const TableSummary& summary, const Row& row, const std::string& set,
                         const Figures& figures) {
    return fmt::format("{},{},{},paper,{},,,{},,{},,{},,,,,,,,\n", summary.table.id, row.id,
                       csv::field(row.name), set, number(figures.objective), number(figures.gap),
                       number(figures.seconds));
}

std::string heading(int level, const std::string& text) {
    return std::string(static_cast<std::size_t>(level), '#') + " " + text + "\n\n";
}

}  // namespace

std::string table_text(const TableSummary& summary) {
    std::string out = summary.table.title + "\n\n";
    for (const SetDefinition& set : summary.sets) out += as_text(set_grid(summary, set)) + "\n";
    if (summary.table.families)
        for (const SetDefinition& set : summary.sets)
            out += as_text(family_grid(summary, set)) + "\n";
    const Grid tests = comparison_grid(summary);
    if (!tests.lines.empty()) out += as_text(tests) + "\n";
    for (const std::string& note : unmeasured_notes(summary)) out += note + "\n";
    return out;
}

std::string table_markdown(const TableSummary& summary, int level) {
    const Table& table = summary.table;
    std::string out = heading(level, table.title);
    if (!table.caption.empty()) out += table.caption + "\n\n";
    for (const SetDefinition& set : summary.sets) {
        const Grid grid = set_grid(summary, set);
        if (summary.sets.size() > 1) out += heading(level + 1, grid.title);
        out += as_markdown(grid) + "\n";
    }
    if (table.families)
        for (const SetDefinition& set : summary.sets) {
            const Grid grid = family_grid(summary, set);
            if (!grid.lines.empty())
                out += heading(level + 1, grid.title) + as_markdown(grid) + "\n";
        }
    const Grid tests = comparison_grid(summary);
    if (!tests.lines.empty()) out += heading(level + 1, tests.title) + as_markdown(tests) + "\n";
    const Grid sessions = session_grid(summary);
    if (!sessions.lines.empty())
        out += heading(level + 1, sessions.title) + as_markdown(sessions) + "\n";
    for (const std::string& note : unmeasured_notes(summary)) out += note + "\n";
    return out;
}

std::string rows_csv(const TableSummary& summary) {
    std::string out =
        "table,row,name,source,set,instances,runs,objective,objective_sd,gap,gap_sd,seconds,"
        "seconds_sd,reference,settings,threads,first_seed,machine,commit,date\n";
    for (const Row& row : summary.table.rows)
        for (const SetDefinition& set : summary.sets) {
            if (const Measurement* m = summary.find(row.id, set.id))
                out += measured_csv(summary, row, set.id, *m);
            const auto reported = row.reported.find(set.id);
            if (reported != row.reported.end())
                out += reported_csv(summary, row, set.id, reported->second);
        }
    return out;
}

std::string instances_csv(const TableSummary& summary) {
    std::string out =
        "row,set,family,instance,customers,reference,runs,best,mean,deviation,gap,seconds\n";
    for (const Row& row : summary.table.rows)
        for (const SetDefinition& set : summary.sets)
            if (const Measurement* m = summary.find(row.id, set.id))
                for (const InstanceResult& one : m->by_instance)
                    out += fmt::format("{},{},{},{},{},{},{},{:.8g},{:.8g},{:.4g},{},{:.4g}\n",
                                       row.id, set.id, csv::field(one.family), csv::field(one.name),
                                       one.customers, number(one.reference), one.cost.count,
                                       one.best, one.cost.mean, one.cost.deviation,
                                       number(one.gap()), one.seconds);
    return out;
}

void write_outputs(const std::filesystem::path& folder, const TableSummary& summary) {
    make_folder(folder);
    write_file(folder / "table.md", table_markdown(summary, 1));
    write_file(folder / "rows.csv", rows_csv(summary));
    write_file(folder / "instances.csv", instances_csv(summary));
}

}  // namespace odgear::bench
