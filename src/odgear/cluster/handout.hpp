// Independent units of work (instances, cells of a table) that are assigned to ranks as they become
// free. Results and their order are the same as with one process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "odgear/cluster/health.hpp"
#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cluster {

// Computes one unit; the result goes to rank 0. Called on one thread at a time in each rank.
using UnitWork = std::function<std::string(std::size_t unit)>;
// Receives a result; returns false if no further unit is wanted.
using UnitAccept = std::function<bool(std::size_t unit, const std::string& result)>;

// For rank 0, which also computes units. Results are accepted in the order of `units`. After an
// interruption no further unit begins, and units in progress are waited for.
void hand_out(Ranks& ranks, Health& health, const std::vector<std::size_t>& units,
              const UnitWork& work, const UnitAccept& accept);

struct Service {
    int threads = 0;           // for parts of a large instance; 0: all processors
    StopFlag* flag = nullptr;  // raised also when rank 0 was interrupted
    UnitWork work{};
};

// For all other ranks: computes parts (parts.hpp) and units until rank 0 is done.
void serve(Ranks& ranks, const Service& service);

// For rank 0: makes the other ranks return from serve().
void dismiss(Ranks& ranks);

}  // namespace odgear::cluster
