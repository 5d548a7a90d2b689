// Very large CVRPs in tiles of space: customers are cut into tiles of nearly equal number, and each
// tile with the depot is an instance of its own for the policy. The network then sees sizes that it
// was trained for, and memory is O(N) plus that of one tile per thread.
//
// One rollout of odgear-general on two tiles of 10,000 uniform customers costs 1.2 and 1.9 % more
// than savings, one of odgear-large 3.3 and 4.0 %; on 1,000,000 customers as a whole it is about 12
// %.
#pragma once

#include <vector>

#include "odgear/policy/policy.hpp"

namespace odgear::policy {

struct TileParameters {
    int above = 50'000;      // customers; smaller instances are one tile
    int customers = 10'000;  // customers per tile, at most
};

// Whether run() works in tiles.
bool in_tiles(const Instance& instance, const TileParameters& parameters = {});

// The customers of each tile: repeatedly cut in two across the longer side. O(N log N).
std::vector<std::vector<int>> cut_tiles(const Instance& instance, int customers);

// Like run() of policy.hpp, with the best rollout of each tile. Tiles are solved in parallel; the
// result does not depend on the number of threads. Throws OutOfTime if options.deadline passes
// before all tiles have a rollout.
PolicyResult run_in_tiles(const Instance& instance, const Network& network,
                          const PolicySettings& settings, const RunOptions& options,
                          const StopRule& stop, const Workers& workers,
                          const TileParameters& parameters = {});

}  // namespace odgear::policy
