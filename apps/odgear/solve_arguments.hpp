// The parsed command line of `odgear solve`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odgear/solve/options.hpp"
#include "reading.hpp"

namespace odgear::cli {

struct SolveArguments {
    std::vector<std::string> inputs;
    std::string output;  // a file; with several inputs a folder
    std::string format = "sol";
    std::string plot;
    std::string trace;
    std::string map;
    std::string tiles;
    std::optional<double> speed;  // km/h
    ReadingArguments reading;
    std::string warm_start;
    std::string mode = "hybrid";
    std::optional<double> best_known;
    std::optional<double> time_limit;
    std::optional<std::int64_t> max_iterations;
    std::optional<std::int64_t> max_no_improvement;
    std::optional<double> target;
    std::optional<int> max_vehicles;
    bool resume = false;  // --continue: start from the solutions in `output`
    bool quiet = false;
    Options options;

    bool limited() const { return time_limit || max_iterations || max_no_improvement || target; }
};

void add_solve_options(CLI::App& command, SolveArguments& arguments);

}  // namespace odgear::cli
