// Reads a file as a Solution: .sol, .tour, or JSON (our own result, or a VROOM answer). The content
// decides the format. O(file) time and memory.
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
    // Routes as in the file, not checked (use `check`). The cost is the stated one, or else the one
    // recomputed over the customers that exist.
    Solution solution;
    std::optional<double> stated_cost;
    // How far the stated cost may differ from the true one, as a share of it, because of its
    // printed digits.
    double tolerance = 0;
    std::vector<std::string> warnings;
};

// A raised flag ends the wait for a pipe that has no data yet.
SolutionFile read_solution(const std::filesystem::path& path, const Instance& instance,
                           const StopFlag* flag = nullptr);

SolutionFile parse_solution(std::string_view text, const std::string& file,
                            const Instance& instance);

}  // namespace odgear
