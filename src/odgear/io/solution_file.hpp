// From a file to a Solution, whatever the format: .sol, .tour, or JSON (a result of ours, or a
// VROOM answer). The format is told by the content. O(file) time and memory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

struct SolutionFile {
    // Routes as they stand in the file, not yet checked (use `check`); the cost is the stated one,
    // or the recomputed one over the customers that exist where none is stated.
    Solution solution;
    std::optional<double> stated_cost;
    // How far the stated cost may be from the true one, relative to it: fits its printed digits.
    double tolerance = 0;
    std::vector<std::string> warnings;
};

// A raised flag ends the wait for a pipe that nobody has written to yet.
SolutionFile read_solution(const std::filesystem::path& path, const Instance& instance,
                           const StopFlag* flag = nullptr);

SolutionFile parse_solution(std::string_view text, const std::string& file,
                            const Instance& instance);

}  // namespace odgear
