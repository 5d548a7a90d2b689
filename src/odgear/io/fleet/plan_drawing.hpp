// Shared by pictures, maps and tables of rich plans: positions of depots and stops, a colour and a
// line of text for each route, and the format of times and loads. O(stops).
#pragma once

#include <string>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/instance.hpp"

namespace odgear {

struct PlanTextOptions {
    // Seconds per unit of time, for writing times as h:mm:ss; 0: as numbers.
    double clock = 0;
};

// Times, distances and loads of a plan as text, in the units of the file.
class PlanText {
public:
    PlanText(const fleet::Problem& problem, const PlanTextOptions& options)
        : problem_(problem), options_(options) {}

    std::string time(double value) const;
    std::string distance(double value) const;
    std::string cost(double value) const;
    // "3", or "3 / 5" with several dimensions.
    std::string load(const std::vector<Load>& load) const;
    // "van 2": the type's name, with a number where there are several vehicles of it.
    std::string vehicle(const fleet::PlannedRoute& route) const;
    // "12 stops, length 123, 8:00:00 to 16:10:00".
    std::string facts(const fleet::PlannedRoute& route) const;

private:
    const fleet::Problem& problem_;
    PlanTextOptions options_;
};

// A plan as nodes and lines: depots first, then stops. Refers to the problem and the plan.
class PlanDrawing {
public:
    // InputError when the problem has no coordinates.
    PlanDrawing(const fleet::Problem& problem, const fleet::Plan& plan);

    // The points and the metric, only for the layout.
    const Instance& nodes() const { return nodes_; }
    int depots() const { return problem_.depots(); }
    int node_of_stop(int stop) const { return first_stop_ + stop; }
    int node_of_depot(int depot) const { return depot; }
    // The nodes of a route in order, including depots where it starts, reloads and ends.
    std::vector<int> path(const fleet::PlannedRoute& route) const;
    const std::string& colour(std::size_t route) const { return colours_[route]; }

private:
    const fleet::Problem& problem_;
    int first_stop_;
    Instance nodes_;
    std::vector<std::string> colours_;
};

// Whether locations are points, rather than rows of a matrix.
bool has_coordinates(const fleet::Problem& problem);

int stops_of(const fleet::PlannedRoute& route);

}  // namespace odgear
