// Waits for other ranks while watching for signals and for ranks that have died.
#pragma once

#include <optional>

#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cluster {

// The state of the ranks, as rank 0 knows it.
struct Health {
    StopFlag* flag = nullptr;  // raised when a rank is lost
    int lost = -1;             // a rank that does not answer
};

// The next message, or nothing if it does not come in time: half a minute after the end of the
// rule's time, or the ranks' patience after an interruption. Rank `expected` then counts as lost.
std::optional<Message> wait_for_message(Ranks& ranks, Health& health, const StopRule& stop,
                                        int expected);

// A short sleep, for a rank that found no message.
void rest();

}  // namespace odgear::cluster
