// .tour: TSPLIB's file of a tour ("TYPE : TOUR", TOUR_SECTION with 1-based nodes, -1, EOF).
// O(file) time and memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct TourFile {
    std::string name;
    // Places in the instance's file, from 0, in the order of the tour; each occurs exactly once.
    std::vector<int> nodes;
    std::vector<std::string> warnings;
};

// InputError unless the tour is a permutation of 1..n, n being DIMENSION where that is given.
TourFile read_tour(std::string_view text, const std::string& file);

// The tour as a solution with one route, beginning at the depot, cost computed. InputError,
// naming `file`, when it is of another size than the instance.
Solution tour_solution(const Instance& instance, const TourFile& tour, const std::string& file);

// InputError unless the solution is a single route.
std::string write_tour(const Instance& instance, const Solution& solution);

}  // namespace odgear
