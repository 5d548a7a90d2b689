#include "odgear/bench/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace odgear::bench {

namespace {

constexpr const char* nothing = "–";

// Counts characters, not bytes: names and signs are UTF-8.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool left) {
    const std::string blanks(width - std::min(width, width_of(text)), ' ');
    return left ? text + blanks : blanks + text;
}

std::string number(std::optional<double> value, int decimals) {
    return value ? fmt::format("{:.{}f}", *value, decimals) : nothing;
}

int decimals_for(double value) { return std::abs(value) < 10'000 ? 2 : 1; }

Grid::Line measured_line(const Row& row, const Measurement& m, bool mean_gap) {
    std::string source = fmt::format("{} run{}", m.runs(), m.runs() == 1 ? "" : "s");
    if (!m.whole()) source += fmt::format(", {} of {} instances", m.instances, m.of);
    const std::string gap = m.gaps.empty() ? nothing : with_deviation(summarize(m.gaps), 2);
    Grid::Line line{{row.name, source, objective_text(summarize(m.objectives)), gap},
                    Grid::Mark::measured};
    if (mean_gap) line.fields.push_back(number(m.mean_gap(), 2));
    line.fields.push_back(seconds_text(summarize(m.seconds).mean));
    return line;
}

Grid::Line reported_line(const Row& row, const Figures& figures, bool mean_gap) {
    Grid::Line line{{row.name, "paper", number(figures.objective, 2), number(figures.gap, 2)},
                    Grid::Mark::reported};
    if (mean_gap) line.fields.push_back(nothing);
    line.fields.push_back(number(figures.seconds, 2));
    return line;
}

bool belongs(const Row& row, const std::string& set) {
    return row.sets.empty() || std::find(row.sets.begin(), row.sets.end(), set) != row.sets.end();
}

std::string row_name(const Table& table, const std::string& id) {
    const Row* row = table.find(id);
    return row == nullptr ? id : row->name;
}

}  // namespace

std::string with_deviation(const Summary& value, int decimals) {
    std::string mean = fmt::format("{:.{}f}", value.mean, decimals);
    if (value.count < 2) return mean;
    return fmt::format("{} ± {:.{}f}", mean, value.deviation, decimals);
}

std::string objective_text(const Summary& value) {
    return with_deviation(value, decimals_for(value.mean));
}

std::string seconds_text(double seconds) {
    return fmt::format("{:.{}f}", seconds, seconds < 0.1 ? 3 : seconds < 100 ? 2 : 0);
}

std::string as_text(const Grid& grid) {
    std::vector<std::size_t> widths;
    for (const std::string& field : grid.header) widths.push_back(width_of(field));
    for (const Grid::Line& line : grid.lines)
        for (std::size_t i = 0; i < line.fields.size(); ++i)
            widths[i] = std::max(widths[i], width_of(line.fields[i]));
    const auto joined = [&](const std::vector<std::string>& fields) {
        std::string out;
        for (std::size_t i = 0; i < fields.size(); ++i)
            out += (i == 0 ? "  " : "   ") +
                   padded(fields[i], widths[i], static_cast<int>(i) < grid.texts);
        out.resize(out.find_last_not_of(' ') + 1);
        return out + "\n";
    };
    std::string out = grid.title + "\n" + joined(grid.header);
    for (const Grid::Line& line : grid.lines) out += joined(line.fields);
    for (const std::string& note : grid.notes) out += "  " + note + "\n";
    return out;
}

std::string as_markdown(const Grid& grid) {
    const auto joined = [](const std::vector<std::string>& fields) {
        std::string out = "|";
        for (const std::string& field : fields) out += " " + field + " |";
        return out + "\n";
    };
    std::string out = joined(grid.header) + "|";
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        out += static_cast<int>(i) < grid.texts ? "---|" : "---:|";
    out += "\n";
    for (const Grid::Line& line : grid.lines) out += joined(line.fields);
    for (const std::string& note : grid.notes) out += "\n" + note + "\n";
    return out;
}

Grid set_grid(const TableSummary& summary, const SetDefinition& set) {
    const bool total = summary.table.aggregate == Aggregate::total;
    Grid grid;
    grid.title = set.title;
    // Shown besides the gap of the total, in which large instances weigh more.
    const bool mean_gap = summary.table.references.empty();
    grid.header = {"Method", "Source", total ? "Total obj." : "Obj.", "Gap (%)"};
    if (mean_gap) grid.header.push_back("Mean gap (%)");
    grid.header.push_back(total ? "Total time (s)" : "Time (s)");
    grid.texts = 2;
    std::set<std::string> notes;
    std::map<std::string, std::vector<std::string>> by_reference;
    for (const Row& row : summary.table.rows) {
        if (!belongs(row, set.id)) continue;
        const Measurement* m = summary.find(row.id, set.id);
        const auto reported = row.reported.find(set.id);
        if (m != nullptr) {
            grid.lines.push_back(measured_line(row, *m, mean_gap));
            if (!m->reference.empty()) by_reference[m->reference].push_back(row.name);
            if (!row.note.empty()) notes.insert(row.name + ": " + row.note);
            if (!m->no_gap.empty()) notes.insert("No gap where " + m->no_gap + ".");
        }
        if (reported != row.reported.end())
            grid.lines.push_back(reported_line(row, reported->second, mean_gap));
    }
    for (const auto& [reference, rows] : by_reference) {
        const std::string of =
            by_reference.size() == 1 ? "" : fmt::format(" of {}", fmt::join(rows, "; "));
        notes.insert(fmt::format("Gap{} to {}.", of, reference));
    }
    grid.notes.assign(notes.begin(), notes.end());
    return grid;
}

std::vector<std::string> unmeasured_notes(const TableSummary& summary) {
    std::map<std::string, std::string> by_reason;
    for (const Row& row : summary.table.rows)
        if (const auto why = summary.unmeasured.find(row.id); why != summary.unmeasured.end()) {
            std::string& names = by_reason[why->second];
            names += (names.empty() ? "" : "; ") + row.name;
        }
    std::vector<std::string> notes;
    notes.reserve(by_reason.size());
    for (const auto& [reason, names] : by_reason)
        notes.push_back(fmt::format("Not measured ({}): {}.", reason, names));
    return notes;
}

Grid family_grid(const TableSummary& summary, const SetDefinition& set) {
    Grid grid;
    grid.title = set.title + " by family";
    grid.header = {"Family",           "Method",       "Instances", "Total obj.",
                   "Gap of total (%)", "Mean gap (%)", "Time (s)"};
    grid.texts = 2;
    for (const std::string& name : summary.families(set.id))
        for (const Row& row : summary.table.rows)
            if (const auto m = summary.family(row.id, set.id, name))
                grid.lines.push_back(
                    {{name, row.name, fmt::format("{}", m->instances),
                      objective_text(summarize(m->objectives)),
                      m->gaps.empty() ? nothing : number(summarize(m->gaps).mean, 2),
                      number(m->mean_gap(), 2), seconds_text(m->seconds.front())},
                     Grid::Mark::measured});
    return grid;
}

Grid comparison_grid(const TableSummary& summary) {
    Grid grid;
    grid.title = "Welch's test over runs";
    grid.header = {"Row", "Against", "Set", "Difference (%)", "t", "Degrees", "p"};
    grid.texts = 3;
    for (const Comparison& c : summary.comparisons)
        grid.lines.push_back(
            {{row_name(summary.table, c.row), row_name(summary.table, c.against), c.set,
              fmt::format("{:+.3f}", c.difference), fmt::format("{:.2f}", c.test.t),
              fmt::format("{:.1f}", c.test.freedom),
              c.test.p < 1e-4 ? fmt::format("{:.1e}", c.test.p) : fmt::format("{:.4f}", c.test.p)},
             Grid::Mark::measured});
    return grid;
}

Grid instance_grid(const TableSummary& summary, const SetDefinition& set) {
    Grid grid;
    grid.title = set.title + " by instance";
    grid.header = {"Instance", "Method", "Customers", "Reference",
                   "Best",     "Mean",   "Gap (%)",   "Time (s)"};
    grid.texts = 2;
    for (const Row& row : summary.table.rows)
        if (const Measurement* m = summary.find(row.id, set.id))
            for (const InstanceResult& one : m->by_instance)
                grid.lines.push_back(
                    {{one.name, row.name, fmt::format("{}", one.customers),
                      number(one.reference, decimals_for(one.best)),
                      number(one.best, decimals_for(one.best)), objective_text(one.cost),
                      number(one.gap(), 2), seconds_text(one.seconds)},
                     Grid::Mark::measured});
    std::stable_sort(grid.lines.begin(), grid.lines.end(),
                     [](const Grid::Line& a, const Grid::Line& b) {
                         return std::stoi(a.fields[2]) < std::stoi(b.fields[2]) ||
                                (a.fields[2] == b.fields[2] && a.fields[0] < b.fields[0]);
                     });
    return grid;
}

Grid session_grid(const TableSummary& summary) {
    Grid grid;
    grid.title = "When and where this was measured";
    grid.header = {"Date (UTC)", "Machine", "Threads", "Version", "Commit"};
    grid.texts = 5;
    for (const Session& s : summary.sessions)
        grid.lines.push_back(
            {{s.environment.date, s.environment.machine, fmt::format("{}", s.threads),
              s.environment.version, s.environment.commit},
             Grid::Mark::measured});
    return grid;
}

}  // namespace odgear::bench
