// Waiting for other ranks, with an eye on signals and on ranks that have died.
#pragma once

#include <optional>

#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cluster {

// How the ranks of a job fare, as rank 0 knows it.
struct Health {
    StopFlag* flag = nullptr;  // raised when a rank is lost
    int lost = -1;             // a rank that does not answer
};

// The next message. Nothing when it does not come: half a minute after the end of the rule's time,
// or the ranks' patience after an interruption. Then `expected` is lost.
std::optional<Message> wait_for_message(Ranks& ranks, Health& health, const StopRule& stop,
                                        int expected);

// A short sleep, for a rank that found no message.
void rest();

}  // namespace odgear::cluster
