// LKH-3, HGS-CVRP and FILO2 as external programs: writes the instance to a folder of its own, runs
// the program, and parses its answer. The caller checks the routes and computes their true cost,
// since these programs may work on rounded numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::bench {

struct ExternalAnswer {
    std::vector<Route> routes;
    double seconds = 0;  // of the program, from start to end, including its reading
};

struct LkhOptions {
    int trials = 100;
    std::uint64_t seed = 1;
    std::optional<double> seconds{};  // LKH's own TIME_LIMIT; for a tour TOTAL_TIME_LIMIT
    bool savings_start = false;  // INITIAL_TOUR_ALGORITHM = CVRP: much better on large instances
};

// Runs LKH-3 once in its mode for routing (SPECIAL). It uses whole numbers, so coordinates with
// real distances are scaled until the longer side of their box is at least 10,000. It uses the
// least number of vehicles that the demand needs. If it finds no way to load them, it gives no
// answer; then it runs again with one percent more vehicles, and the seconds of both runs count. A
// TSP is solved as a TSP, scaled to at least 1,000,000. Its time limit includes the set-up, which
// LKH does not interrupt. The time limit of a routing problem excludes the work before the first
// trial; the reported seconds include it. Throws InputError if the program fails or its answer
// cannot be read.
ExternalAnswer run_lkh(const std::filesystem::path& program, const Instance& instance,
                       const LkhOptions& options, const StopFlag* flag = nullptr);

struct HgsOptions {
    double seconds = 10;
    std::uint64_t seed = 1;
};

ExternalAnswer run_hgs(const std::filesystem::path& program, const Instance& instance,
                       const HgsOptions& options, const StopFlag* flag = nullptr);

struct Filo2Options {
    std::int64_t iterations = 100'000;
    std::uint64_t seed = 1;
};

// Runs FILO2. It uses whole numbers, so real coordinates are scaled until the longer side of their
// box is at least 1,000,000.
ExternalAnswer run_filo2(const std::filesystem::path& program, const Instance& instance,
                         const Filo2Options& options, const StopFlag* flag = nullptr);

// The input files for these programs, and the readers of their answers.
std::string lkh_problem(const Instance& instance, std::optional<Load> vehicles = {});
std::string lkh_parameters(const LkhOptions& options, bool tour = false);
// Reads a tour over nodes 1..nodes (1 is the depot) and copies of the depot with larger numbers as
// routes.
std::vector<Route> routes_from_lkh_tour(std::string_view text, const std::string& file, int nodes);
std::string hgs_problem(const Instance& instance);
std::string filo2_problem(const Instance& instance);

}  // namespace odgear::bench
