#include "odgear/bench/report_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace odgear::bench {

namespace {

constexpr std::size_t least_instances = 10;  // with fewer instances, a plot of them has no meaning
constexpr double most_gap = 26;              // percent; rows above would stretch the axis too far

double seconds_each(const TableSummary& summary, const SetDefinition& set, double seconds) {
    return summary.table.aggregate == Aggregate::total ? seconds / set.count : seconds;
}

double measured_seconds(const Measurement& m, const TableSummary& summary) {
    const double seconds = summarize(m.seconds).mean;
    return summary.table.aggregate == Aggregate::total ? seconds / m.instances : seconds;
}

std::string tip(const std::string& name, const std::string& source, double gap, double seconds) {
    return fmt::format("{} ({}): gap {:.2f} %, {:.3g} s", name, source, gap, seconds);
}

}  // namespace

int colour_of(const TableSummary& summary, const std::string& row) {
    int colour = 0;
    for (const Row& one : summary.table.rows) {
        const bool measured = std::any_of(
            summary.sets.begin(), summary.sets.end(),
            [&](const SetDefinition& set) { return summary.find(one.id, set.id) != nullptr; });
        if (one.id == row) return measured ? colour % chart_colours : -1;
        colour += measured ? 1 : 0;
    }
    return -1;
}

Chart quality_against_time(const TableSummary& summary, const SetDefinition& set) {
    Chart chart;
    chart.title = set.title + ": quality against time";
    chart.x_title = "seconds an instance";
    chart.y_title = "gap (%)";
    chart.x_log = true;
    chart.y_zero_line = true;
    chart.y_most = most_gap;
    bool any_measured = false;
    for (const Row& row : summary.table.rows) {
        const int colour = colour_of(summary, row.id);
        const Measurement* m = summary.find(row.id, set.id);
        if (m != nullptr && (!m->gaps.empty() || m->is_reference)) {
            const double gap = m->is_reference ? 0 : summarize(m->gaps).mean;
            const double seconds = measured_seconds(*m, summary);
            chart.series.push_back({row.name,
                                    colour,
                                    false,
                                    false,
                                    true,
                                    {{seconds, gap, tip(row.name, "measured", gap, seconds)}}});
            any_measured = true;
        }
        const auto reported = row.reported.find(set.id);
        if (reported == row.reported.end() || !reported->second.seconds) continue;
        const bool reference =
            summary.table.quoted_reference && row.id == summary.table.references.front();
        if (!reported->second.gap && !reference) continue;
        const double gap = reported->second.gap.value_or(0);
        const double seconds = seconds_each(summary, set, *reported->second.seconds);
        chart.series.push_back({row.name,
                                colour,
                                true,
                                false,
                                true,
                                {{seconds, gap, tip(row.name, "paper", gap, seconds)}}});
    }
    if (!any_measured) chart.series.clear();
    return chart;
}

Chart gap_by_instance(const TableSummary& summary, const SetDefinition& set) {
    Chart chart;
    chart.title = set.title + ": gap by instance";
    chart.y_title = "gap (%)";
    chart.x_ticks = false;
    chart.y_zero_line = true;
    chart.width = 1100;
    chart.height = 320;
    std::map<std::string, std::pair<std::string, int>> kinds;  // family and customers, by name
    for (const Row& row : summary.table.rows)
        if (const Measurement* m = summary.find(row.id, set.id))
            for (const InstanceResult& one : m->by_instance)
                if (one.gap()) kinds[one.name] = {one.family, one.customers};
    std::vector<std::string> order;
    order.reserve(kinds.size());
    for (const auto& [name, kind] : kinds) order.push_back(name);
    if (order.size() < least_instances) return chart;
    std::stable_sort(order.begin(), order.end(),
                     [&](const auto& a, const auto& b) { return kinds[a] < kinds[b]; });
    std::map<std::string, double> place;
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<double>(i);
        const std::string& family = kinds[order[i]].first;
        if (family.empty()) continue;
        if (chart.bands.empty() || chart.bands.back().name != family)
            chart.bands.push_back({static_cast<double>(i) - 0.5, 0, family});
        chart.bands.back().to = static_cast<double>(i) + 0.5;
    }
    chart.x_title = set.customers > 0     ? "instances"
                    : chart.bands.empty() ? "instances, small ones first"
                                          : "instances by family, small ones first";
    for (const Row& row : summary.table.rows) {
        const Measurement* m = summary.find(row.id, set.id);
        // A row that is far from all others would leave them no room.
        if (m == nullptr || !m->mean_gap() || *m->mean_gap() > most_gap || m->gaps.empty())
            continue;
        ChartSeries series{row.name, colour_of(summary, row.id), false, false, false, {}};
        for (const InstanceResult& one : m->by_instance)
            if (one.gap())
                series.points.push_back(
                    {place[one.name], *one.gap(),
                     fmt::format("{}, {}: {:.2f} %", one.name, row.name, *one.gap())});
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart cost_of_growth(const std::vector<TableSummary>& tables) {
    Chart chart;
    chart.title = "The cost of growth: seconds an instance against its size";
    chart.x_title = "customers";
    chart.y_title = "seconds an instance";
    chart.x_log = chart.y_log = true;
    chart.width = 1100;
    chart.height = 420;
    std::map<std::string, std::map<int, double>> ours, paper;
    std::map<std::string, int> colours;
    for (const TableSummary& summary : tables) {
        if (!summary.table.growth) continue;
        for (const Row& row : summary.table.rows)
            for (const SetDefinition& set : summary.sets) {
                if (set.customers == 0) continue;
                // A row with a time limit uses all of it, so a line for it has no meaning.
                const Measurement* m = summary.find(row.id, set.id);
                if (m != nullptr && !row.timed())
                    ours[row.name][set.customers] = measured_seconds(*m, summary);
                const auto reported = row.reported.find(set.id);
                if (reported != row.reported.end() && reported->second.seconds)
                    paper[row.name][set.customers] = *reported->second.seconds;
            }
    }
    for (const auto& [name, points] : ours)
        colours.emplace(name, static_cast<int>(colours.size()) % chart_colours);
    const auto add = [&](const std::string& name, const std::map<int, double>& points,
                         bool quoted) {
        const auto colour = colours.find(name);
        ChartSeries series{name, colour == colours.end() ? -1 : colour->second, quoted, true, true,
                           {}};
        for (const auto& [customers, seconds] : points)
            series.points.push_back(
                {static_cast<double>(customers), seconds,
                 fmt::format("{} ({}), {} customers: {:.3g} s", name, quoted ? "paper" : "measured",
                             customers, seconds)});
        chart.series.push_back(std::move(series));
    };
    if (ours.empty()) return chart;
    for (const auto& [name, points] : paper)
        if (points.size() > 1) add(name, points, true);
    for (const auto& [name, points] : ours) add(name, points, false);
    return chart;
}

}  // namespace odgear::bench
