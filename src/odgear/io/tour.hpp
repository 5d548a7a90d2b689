// .tour: TSPLIB's file of a tour ("TYPE : TOUR", TOUR_SECTION with 1-based nodes, -1, EOF). O(file)
// time and memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct TourFile {
    std::string name;
    // Indices of nodes in the instance's file, from 0, in the order of the tour; each occurs
    // exactly once.
    std::vector<int> nodes;
    std::vector<std::string> warnings;
};

// Throws InputError unless the tour is a permutation of 1..n; n is DIMENSION if that is given.
TourFile read_tour(std::string_view text, const std::string& file);

// The tour as a solution with one route, beginning at the depot, with its cost. Throws InputError,
// which names `file`, if its size differs from that of the instance.
Solution tour_solution(const Instance& instance, const TourFile& tour, const std::string& file);

// Throws InputError unless the solution is a single route.
std::string write_tour(const Instance& instance, const Solution& solution);

}  // namespace odgear
