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
    std::vector<int> nodes;  // 0-based, in the order of the file; each occurs once, none is missing
    std::vector<std::string> warnings;
};

// InputError unless the tour is a permutation of 1..n, n being DIMENSION where that is given.
TourFile read_tour(std::string_view text, const std::string& file);

// The tour as a solution of a TSP: turned so that node 0 is the depot, cost computed. InputError,
// naming `file`, when it is of another size than the instance.
Solution tour_solution(const Instance& instance, const TourFile& tour, const std::string& file);

// InputError unless the solution is a single route.
std::string write_tour(const Instance& instance, const Solution& solution);

}  // namespace odgear
