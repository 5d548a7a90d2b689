// What a running search reports to its observer. The library itself never prints.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct Progress {
    std::string_view stage;  // "savings", "policy", "local search", "hgs", "decompose", ...
    std::int64_t iteration = 0;
    double seconds = 0;     // since the start of the stop rule's clock
    double best_cost = 0;   // of the best feasible solution so far; infinity while there is none
    bool improved = false;  // best_cost has just become lower
    // Makes the routes of best_cost. Set when `improved` is; valid only during the call. Costs
    // nothing unless it is called.
    std::function<Solution()> solution{};
    // The same for a rich problem. Set whenever the best plan has changed, even while required
    // stops are still left out and best_cost is infinity. The plan is scheduled and lists the stops
    // that are left out, with reasons.
    std::function<fleet::Plan()> plan{};
};

// One improvement, as recorded in a trace.
struct TracePoint {
    double seconds = 0;
    double cost = 0;
    std::string stage;
    bool operator==(const TracePoint&) const = default;
};

// May be empty. Called from one thread at a time.
using Observer = std::function<void(const Progress&)>;

}  // namespace odgear
