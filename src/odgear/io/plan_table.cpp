#include "odgear/io/plan_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/spreadsheet.hpp"

namespace odgear {

namespace {

std::string clock_text(double minutes) {
    const auto seconds = static_cast<std::int64_t>(std::llround(60 * minutes));
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

class PlanTable {
public:
    PlanTable(const Instance& instance, const Solution& solution, const PlanTableOptions& options)
        : instance_(instance), solution_(solution), options_(options) {
        drawing::check_customers(instance, solution);
        if (options.speed && instance.rule().metric != Metric::haversine)
            throw ConfigurationError(
                "a speed needs distances in metres: a table with lat and lon, or locations");
    }

    std::string run() {
        const bool metres = instance_.rule().metric == Metric::haversine;
        out_ = metres ? "route,stop,id,name,demand,load,distance_m"
                      : "route,stop,id,name,demand,load,distance";
        out_ += options_.speed ? ",time\n" : "\n";
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            if (!solution_.routes[r].empty()) route(r);
        return std::move(out_);
    }

private:
    void route(std::size_t r) {
        double distance = 0;
        double minutes = 0;
        Load load = 0;
        int previous = 0;
        std::size_t stop = 0;
        row(r, stop, 0, load, distance, minutes);
        const auto move_to = [&](int node) {
            const double step = instance_.distance(previous, node);
            distance += step;
            if (options_.speed) minutes += service(previous) + step * 0.06 / *options_.speed;
            load += instance_.demand(node);
            row(r, ++stop, node, load, distance, minutes);
            previous = node;
        };
        for (const int c : solution_.routes[r]) move_to(c);
        move_to(0);
    }

    double service(int node) const {
        return options_.services.empty() ? 0 : options_.services[static_cast<std::size_t>(node)];
    }

    void row(std::size_t r, std::size_t stop, int node, Load load, double distance,
             double minutes) {
        fmt::format_to(std::back_inserter(out_), "{},{},{},{},{},{},{}", r + 1, stop,
                       spreadsheet::cell(instance_.id(node)),
                       spreadsheet::cell(instance_.node_name(node)), instance_.demand(node), load,
                       drawing::cost_text(distance));
        if (options_.speed) out_ += "," + clock_text(minutes);
        out_ += '\n';
    }

    const Instance& instance_;
    const Solution& solution_;
    const PlanTableOptions& options_;
    std::string out_;
};

}  // namespace

std::string write_plan_table(const Instance& instance, const Solution& solution,
                             const PlanTableOptions& options) {
    return PlanTable(instance, solution, options).run();
}

}  // namespace odgear
