// The best solution so far, and who gets told when it changes.
#pragma once

#include <algorithm>
#include <limits>
#include <mutex>
#include <string_view>
#include <utility>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

class Incumbent {
public:
    Incumbent(const StopRule& stop, const Observer& observer) : stop_(stop), observer_(observer) {}

    bool exists() const { return best_.cost < std::numeric_limits<double>::infinity(); }
    const Solution& best() const { return best_; }

    // Takes the solution if it is cheaper, and says whether it is. It must be feasible.
    bool offer(Solution solution, std::string_view stage) {
        const std::scoped_lock lock(mutex_);
        const bool improved = solution.cost < best_.cost;
        if (improved) best_ = std::move(solution);
        tell({stage, 0, stop_.elapsed(), best_.cost, improved});
        return improved;
    }

    // Passes on what an inner search reports, as far as it is news to the outside: it may hold
    // something better than what it reports, from a stage of its own before.
    Observer forward() const {
        if (!observer_) return {};
        return [this](const Progress& inner) {
            const std::scoped_lock lock(mutex_);
            tell(inner);
        };
    }

private:
    void tell(Progress progress) const {
        progress.improved = progress.best_cost < told_;
        told_ = std::min(told_, progress.best_cost);
        progress.best_cost = told_;
        if (observer_) observer_(progress);
    }

    const StopRule& stop_;
    const Observer& observer_;
    mutable std::mutex mutex_;
    mutable double told_ = std::numeric_limits<double>::infinity();  // the best cost told so far
    Solution best_{{}, std::numeric_limits<double>::infinity()};
};

}  // namespace odgear
