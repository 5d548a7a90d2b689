// Pictures: a solution on its map, and the curve of a search. Text output, O(N); about 15 bytes per
// customer, so that 50,000 of them still open in a browser.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct PlotOptions {
    std::optional<double> best_known;  // adds the gap to the title
    // Width in pixels, including margins; 0: 1000, or 2000 above 5,000 nodes. The height follows
    // from the map; it is at most the width.
    double width = 0;
};

// A title with name, cost, routes and gap; each route in its own colour, with fainter legs from and
// to the depot; a tooltip with the load and length of each route. Throws InputError if the solution
// visits unknown customers, or if the instance has no coordinates.
std::string plot_solution(const Instance& instance, const Solution& solution,
                          const PlotOptions& options = {});

// "seconds,cost,stage", a header and one line for each improvement.
std::string write_trace(const std::vector<TracePoint>& trace);
std::vector<TracePoint> read_trace(std::string_view text, const std::string& file);

struct TracePlotOptions {
    std::string title{};
    std::optional<double> best_known{};  // drawn as a line, with the gap in the title
    double width = 900;
    double height = 520;
};

// Best cost over time, with one colour per stage. Throws InputError if the trace is empty.
std::string plot_trace(const std::vector<TracePoint>& trace, const TracePlotOptions& options = {});

}  // namespace odgear
