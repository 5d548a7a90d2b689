// Pictures: a solution on its map, and the curve of a search. Text out, O(N); about 15 bytes a
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
    // Pixels, margins included; 0: 1000, or 2000 above 5,000 nodes. The height follows from the
    // map, up to the width.
    double width = 0;
};

// Title with name, cost, routes and gap; each route in a colour of its own, its legs from and to
// the depot drawn fainter; pointing at a route shows its load and length. Customers outside the
// instance are an InputError, as is an instance without coordinates.
std::string plot_solution(const Instance& instance, const Solution& solution,
                          const PlotOptions& options = {});

// "seconds,cost,stage", one line for each improvement, with that header.
std::string write_trace(const std::vector<TracePoint>& trace);
std::vector<TracePoint> read_trace(std::string_view text, const std::string& file);

struct TracePlotOptions {
    std::string title{};
    std::optional<double> best_known{};  // a line of its own, and the gap in the title
    double width = 900;
    double height = 520;
};

// Best cost over time, a colour for each stage. InputError when the trace is empty.
std::string plot_trace(const std::vector<TracePoint>& trace, const TracePlotOptions& options = {});

}  // namespace odgear
