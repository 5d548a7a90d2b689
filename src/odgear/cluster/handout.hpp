// Independent units of work (instances, cells of a table), handed out to ranks as they become free.
// Results are the same as of one process, and in the same order.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "odgear/cluster/health.hpp"
#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cluster {

// Does one unit; what it returns goes to rank 0. Called on one thread at a time in each rank.
using UnitWork = std::function<std::string(std::size_t unit)>;
// Takes a result; false when no further unit is wanted.
using UnitAccept = std::function<bool(std::size_t unit, const std::string& result)>;

// Rank 0's side; it works too. Results are accepted in the order of `units`. After an interruption
// no further unit begins, and what is under way is waited for.
void hand_out(Ranks& ranks, Health& health, const std::vector<std::size_t>& units,
              const UnitWork& work, const UnitAccept& accept);

struct Service {
    int threads = 0;           // for parts of a large instance; 0: all processors
    StopFlag* flag = nullptr;  // also raised when rank 0 was interrupted
    UnitWork work{};
};

// The side of all other ranks: does parts (parts.hpp) and units until rank 0 is done.
void serve(Ranks& ranks, const Service& service);

// Rank 0: lets the others return from serve().
void dismiss(Ranks& ranks);

}  // namespace odgear::cluster
