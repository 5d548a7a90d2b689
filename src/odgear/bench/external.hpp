// LKH-3, HGS-CVRP and FILO2 as external programs: the instance written to a folder of its own, the
// program called, its answer parsed. The caller checks the routes and takes their true cost, since
// these programs may work on rounded numbers.
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
    double seconds = 0;  // of the program, from start to end; its reading included
};

struct LkhOptions {
    int trials = 100;
    std::uint64_t seed = 1;
    std::optional<double> seconds{};  // its own TIME_LIMIT; for a tour TOTAL_TIME_LIMIT
    bool savings_start = false;       // INITIAL_TOUR_ALGORITHM = CVRP: much better when large
};

// LKH-3 in its mode for routing (SPECIAL), one run. It counts in whole numbers: coordinates of real
// distances are scaled so that the longer side of their box is 10,000 or more. It keeps to the
// least number of vehicles that the demand needs, and where it finds no way to load them it leaves
// no answer: then it runs once more with a hundredth more of them, and the seconds of both count.
// A TSP goes to it as one, scaled to 1,000,000 or more; its limit then counts the set-up, which it
// does not cut short. The limit of a routing problem does not count what it does before its first
// trial; its seconds do.
// Throws InputError when the program fails or answers something else.
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

// FILO2. It counts in whole numbers: real coordinates are scaled so that the longer side of their
// box is 1,000,000 or more.
ExternalAnswer run_filo2(const std::filesystem::path& program, const Instance& instance,
                         const Filo2Options& options, const StopFlag* flag = nullptr);

// What they are given, and how their answers are read.
std::string lkh_problem(const Instance& instance, std::optional<Load> vehicles = {});
std::string lkh_parameters(const LkhOptions& options, bool tour = false);
// A tour over nodes 1..nodes (1 is the depot) and copies of the depot above them, as routes.
std::vector<Route> routes_from_lkh_tour(std::string_view text, const std::string& file, int nodes);
std::string hgs_problem(const Instance& instance);
std::string filo2_problem(const Instance& instance);

}  // namespace odgear::bench
