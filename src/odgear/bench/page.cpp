#include "odgear/bench/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "odgear/bench/page_style.hpp"
#include "odgear/bench/report_charts.hpp"
#include "odgear/io/drawing.hpp"

namespace odgear::bench {

namespace {

using drawing::escaped;

// The colour classes of charts.hpp, defined by variables of the style sheet.
std::string colour_style() {
    std::string out =
        "svg .ref circle,svg .ref polyline{stroke:var(--ref)}svg .ref circle{fill:var(--ref)}"
        "svg .ref.hollow circle{fill:var(--panel)}\n";
    for (int i = 0; i < chart_colours; ++i)
        out += fmt::format(
            "svg .s{0} circle,svg .s{0} polyline{{stroke:var(--c{0})}}"
            "svg .s{0} circle{{fill:var(--c{0})}}svg .s{0}.hollow circle{{fill:var(--panel)}}"
            "svg text.s{0}{{fill:var(--c{0})}}.dot.d{0}{{background:var(--c{0})}}\n",
            i);
    return out;
}

std::string grid_html(const Grid& grid) {
    const auto cell = [&](const char* tag, std::size_t column, const std::string& text) {
        return fmt::format("<{0}{1}>{2}</{0}>", tag,
                           static_cast<int>(column) < grid.texts ? " class=\"text\"" : "",
                           escaped(text));
    };
    std::string out = "<div class=\"scroll\"><table><thead><tr>";
    for (std::size_t i = 0; i < grid.header.size(); ++i) out += cell("th", i, grid.header[i]);
    out += "</tr></thead><tbody>\n";
    for (const Grid::Line& line : grid.lines) {
        out += "<tr>";
        for (std::size_t i = 0; i < line.fields.size(); ++i) out += cell("td", i, line.fields[i]);
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    for (const std::string& note : grid.notes)
        out += "<p class=\"note\">" + escaped(note) + "</p>\n";
    return out;
}

// Escapes the text and marks parts in backquotes as code.
std::string prose(const std::string& text) {
    std::string out;
    bool code = false;
    for (const char c : escaped(text)) {
        if (c == '`')
            out += (code = !code) ? "<code>" : "</code>";
        else
            out += c;
    }
    return out + (code ? "</code>" : "");
}

// "29.36 ± 0.01" with the deviation less prominent.
std::string deviating(const std::string& text) {
    const std::size_t sign = text.find(" ±");
    if (sign == std::string::npos) return text;
    return text.substr(0, sign) + "<span class=\"sd\">" + text.substr(sign) + "</span>";
}

std::string details(const Grid& grid) {
    if (grid.lines.empty()) return "";
    return "<details><summary>" + escaped(grid.title) + "</summary>" + grid_html(grid) +
           "</details>\n";
}

// The paper's layout: one row per method, three columns per set; our figures and the paper's below
// each other.
class WideTable {
public:
    explicit WideTable(const TableSummary& summary) : summary_(summary) {
        for (const SetDefinition& set : summary.sets) {
            // Means over fewer instances cannot be compared.
            double best = -std::numeric_limits<double>::infinity();
            int most = 0;
            for (const Row& row : summary.table.rows) {
                const Measurement* m = summary.find(row.id, set.id);
                if (m == nullptr || m->instances < most) continue;
                const double mean = summarize(m->objectives).mean;
                best = m->instances > most ? mean : std::min(best, mean);
                most = m->instances;
            }
            best_.push_back({best, most});
        }
    }

    std::string html() const {
        std::string out = "<div class=\"scroll\"><table>" + head() + "<tbody>\n";
        for (const Row& row : summary_.table.rows) out += measured(row) + reported(row);
        return out + "</tbody></table></div>\n";
    }

private:
    bool totals() const { return summary_.table.aggregate == Aggregate::total; }
    bool to_best_known() const { return summary_.table.references.empty(); }

    bool is_best(std::size_t set, const Measurement& m) const {
        return m.instances == best_[set].second && summarize(m.objectives).mean <= best_[set].first;
    }

    std::string head() const {
        std::string groups = "<thead><tr><th></th><th></th>";
        std::string names = "<tr><th class=\"text\">Method</th><th class=\"text\">Source</th>";
        for (const SetDefinition& set : summary_.sets) {
            groups += fmt::format("<th class=\"group first\" colspan=\"{}\">{}</th>",
                                  to_best_known() ? 4 : 3, escaped(set.title));
            names += totals() ? "<th class=\"first\">Total obj.</th><th>Gap (%)</th>"
                              : "<th class=\"first\">Obj.</th><th>Gap (%)</th>";
            if (to_best_known()) names += "<th>Mean gap (%)</th>";
            names += totals() ? "<th>Total time (s)</th>" : "<th>Time (s)</th>";
        }
        return groups + "</tr>" + names + "</tr></thead>";
    }

    std::string measured(const Row& row) const {
        std::string cells, source;
        for (std::size_t i = 0; i < summary_.sets.size(); ++i) {
            const Measurement* m = summary_.find(row.id, summary_.sets[i].id);
            if (m == nullptr) {
                cells += empty_cells();
                continue;
            }
            const Summary objective = summarize(m->objectives);
            cells += fmt::format(
                "<td class=\"first{}\">{}</td><td>{}</td>", is_best(i, *m) ? " best" : "",
                deviating(objective_text(objective)),
                m->gaps.empty() ? "–" : deviating(with_deviation(summarize(m->gaps), 2)));
            if (to_best_known())
                cells +=
                    m->mean_gap() ? fmt::format("<td>{:.2f}</td>", *m->mean_gap()) : "<td>–</td>";
            cells += "<td>" + seconds_text(summarize(m->seconds).mean) + "</td>";
            source = fmt::format("{} run{}", m->runs(), m->runs() == 1 ? "" : "s");
            if (!m->whole()) source += fmt::format(", {} of {}", m->instances, m->of);
        }
        if (source.empty()) return "";
        return fmt::format(
            "<tr class=\"ours\" title=\"{}\"><td class=\"text\"><span class=\"dot d{}\"></span>{}"
            "</td><td class=\"text\">{}</td>{}</tr>\n",
            escaped(row.settings()), std::max(0, colour_of(summary_, row.id)), escaped(row.name),
            source, cells);
    }

    std::string reported(const Row& row) const {
        if (row.reported.empty()) return "";
        std::string cells;
        for (const SetDefinition& set : summary_.sets) {
            const auto found = row.reported.find(set.id);
            if (found == row.reported.end()) {
                cells += empty_cells();
                continue;
            }
            const auto text = [](std::optional<double> value) {
                return value ? fmt::format("{:.2f}", *value) : "–";
            };
            cells += fmt::format("<td class=\"first\">{}</td><td>{}</td>{}<td>{}</td>",
                                 text(found->second.objective), text(found->second.gap),
                                 to_best_known() ? "<td></td>" : "", text(found->second.seconds));
        }
        return fmt::format(
            "<tr class=\"paper\"><td class=\"text\"><span class=\"dot none\"></span>{}</td>"
            "<td class=\"text\">paper</td>{}</tr>\n",
            escaped(row.name), cells);
    }

    std::string empty_cells() const {
        return to_best_known() ? "<td class=\"first\"></td><td></td><td></td><td></td>"
                               : "<td class=\"first\"></td><td></td><td></td>";
    }

    const TableSummary& summary_;
    std::vector<std::pair<double, int>> best_;  // mean objective and instances, by set
};

std::string legend(const Chart& chart) {
    std::string out = "<div class=\"legend\">";
    for (const ChartSeries& series : chart.series)
        out += fmt::format("<span><span class=\"dot d{}\"></span>{}</span>", series.colour,
                           escaped(series.name));
    return out + "</div>\n";
}

std::string charts(const TableSummary& summary) {
    std::string small, wide;
    for (const SetDefinition& set : summary.sets) {
        small += draw(quality_against_time(summary, set));
        const Chart instances = gap_by_instance(summary, set);
        const std::string picture = draw(instances);
        if (!picture.empty()) wide += picture + legend(instances);
    }
    if (!small.empty())
        small = "<div class=\"charts\">" + small +
                "</div>\n<p class=\"note\">Filled: measured here. Hollow: as the paper reports "
                "it, on its machine (RTX 3090 Ti, Threadripper 3970X).</p>\n";
    if (!wide.empty() && summary.sets.size() > 1)
        wide = "<details><summary>Plots of the gap by instance</summary>" + wide + "</details>\n";
    return small + wide;
}

// The notes of the sets, in their order, each once: for all sets, or with the names of the sets
// that it applies to.
std::string notes(const TableSummary& summary) {
    std::vector<std::pair<std::string, std::vector<std::string>>> sets_by_note;
    for (const SetDefinition& set : summary.sets)
        for (const std::string& note : set_grid(summary, set).notes) {
            auto known = std::find_if(sets_by_note.begin(), sets_by_note.end(),
                                      [&](const auto& entry) { return entry.first == note; });
            if (known == sets_by_note.end()) known = sets_by_note.insert(known, {note, {}});
            known->second.push_back(set.title);
        }
    std::string out;
    for (const auto& [note, titles] : sets_by_note) {
        const bool all = titles.size() == summary.sets.size();
        const std::string line = all ? note : fmt::format("{}: {}", fmt::join(titles, ", "), note);
        out += "<p class=\"note\">" + escaped(line) + "</p>\n";
    }
    std::string missing;
    for (const std::string& line : unmeasured_notes(summary))
        missing += "<p class=\"note\">" + escaped(line) + "</p>\n";
    if (!missing.empty())
        out += "<details><summary>Rows that were not measured</summary>" + missing + "</details>\n";
    return out;
}

std::string section(const TableSummary& summary) {
    const Table& table = summary.table;
    std::string out =
        fmt::format("<section id=\"{}\"><h2>{}</h2>\n", escaped(table.id), escaped(table.title));
    if (!table.caption.empty()) out += "<p class=\"lead\">" + prose(table.caption) + "</p>\n";
    out += WideTable(summary).html() + notes(summary) + charts(summary);
    const Grid tests = comparison_grid(summary);
    if (!tests.lines.empty()) out += "<h3>" + escaped(tests.title) + "</h3>" + grid_html(tests);
    for (const SetDefinition& set : summary.sets) {
        if (table.families) {
            const Grid families = family_grid(summary, set);
            if (!families.lines.empty())
                out += "<h3>" + escaped(families.title) + "</h3>" + grid_html(families);
        }
        out += details(instance_grid(summary, set));
    }
    return out + details(session_grid(summary)) + "</section>\n";
}

// Compares the best policy row of a set with the paper's best for the same rows.
std::string tile(const TableSummary& summary, const SetDefinition& set) {
    const Measurement* best = nullptr;
    const Row* best_row = nullptr;
    const Figures* paper = nullptr;
    for (const Row& row : summary.table.rows) {
        if (!row.is<PolicyMethod>()) continue;
        const auto reported = row.reported.find(set.id);
        if (reported != row.reported.end() && reported->second.objective &&
            (paper == nullptr || *reported->second.objective < *paper->objective))
            paper = &reported->second;
        const Measurement* m = summary.find(row.id, set.id);
        if (m == nullptr || !m->whole()) continue;
        if (best == nullptr || summarize(m->objectives).mean < summarize(best->objectives).mean) {
            best = m;
            best_row = &row;
        }
    }
    if (best == nullptr || paper == nullptr) return "";
    const bool gap = !best->gaps.empty() && paper->gap;
    return fmt::format(
        "<div class=\"tile\"><div class=\"what\">{}<br>{}</div><div class=\"value\">{}</div>"
        "<div class=\"beside\">{}the paper: {}{}</div>"
        "<div class=\"beside\">{} s{}</div></div>\n",
        escaped(set.title), escaped(best_row->name),
        gap ? fmt::format("{:.2f} %", summarize(best->gaps).mean)
            : objective_text({1, summarize(best->objectives).mean, 0}),
        gap ? "gap; " : "",
        gap ? fmt::format("{:.2f} %", *paper->gap) : fmt::format("{:.2f}", *paper->objective),
        gap ? "" : " (other instances)", seconds_text(summarize(best->seconds).mean),
        paper->seconds ? fmt::format("; the paper: {:.2f} s", *paper->seconds) : "");
}

std::string tiles(const std::vector<TableSummary>& tables) {
    std::string out;
    for (const TableSummary& summary : tables)
        for (const SetDefinition& set : summary.sets) out += tile(summary, set);
    return out.empty() ? "" : "<div class=\"tiles\">" + out + "</div>\n";
}

std::string navigation(const std::vector<TableSummary>& tables, const std::string& growth,
                       const std::vector<Grid>& further) {
    std::string out = "<nav>";
    for (const TableSummary& summary : tables)
        out += fmt::format("<a href=\"#{}\">{}</a>", escaped(summary.table.id),
                           escaped(summary.table.title));
    if (!growth.empty()) out += "<a href=\"#growth\">Cost of growth</a>";
    for (std::size_t i = 0; i < further.size(); ++i)
        out += fmt::format("<a href=\"#more{}\">{}</a>", i, escaped(further[i].title));
    return out + "</nav>\n";
}

}  // namespace

std::string report_page(const std::vector<TableSummary>& tables, const std::vector<Grid>& further,
                        const Environment& made_by) {
    const std::string growth = draw(cost_of_growth(tables));
    std::string out =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>OD-Gear: results</title>\n<style>";
    out += page_style + colour_style() + "</style></head><body>\n<header><h1>OD-Gear: results</h1>";
    out +=
        "<p class=\"lead\">Vehicle routing, measured beside the figures of the paper. Our rows "
        "have a coloured mark and are means over runs with their standard deviation; rows of "
        "the paper are quoted.</p>";
    out += navigation(tables, growth, further) + tiles(tables) + "</header>\n<main>\n";
    for (const TableSummary& summary : tables) out += section(summary);
    if (!growth.empty())
        out += "<section id=\"growth\"><h2>Cost of growth</h2>" + growth +
               "<p class=\"note\">Solid: measured here. Dashed: as the paper reports it. Rows with "
               "a time limit are left out.</p></section>\n";
    for (std::size_t i = 0; i < further.size(); ++i)
        out += fmt::format("<section id=\"more{}\"><h2>{}</h2>{}</section>\n", i,
                           escaped(further[i].title), grid_html(further[i]));
    return out + fmt::format(
                     "</main><footer>Made by odgear {} ({}) on {}.</footer>\n"
                     "</body></html>\n",
                     escaped(made_by.version), escaped(made_by.commit), escaped(made_by.date));
}

}  // namespace odgear::bench
