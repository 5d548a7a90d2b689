// The shortest tour that several threads have found so far; reports it to the observer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::tsp {

class Watch {
public:
    Watch(const StopRule& stop, const Observer& observer) : stop_(stop), observer_(observer) {}

    // Takes the tour (in cities of the instance) if it is shorter; returns whether it is.
    template <class MakeTour>
    bool offer(double cost, std::string_view stage, std::int64_t kicks, const MakeTour& make) {
        const std::scoped_lock lock(mutex_);
        if (cost >= cost_) return false;
        cost_ = cost;
        tour_ = make();
        if (observer_)
            observer_({stage, kicks, stop_.elapsed(), cost_, true, [this] { return solution(); }});
        return true;
    }
    double cost() const {
        const std::scoped_lock lock(mutex_);
        return cost_;
    }
    // To be called when all threads are done.
    const std::vector<int>& tour() const { return tour_; }

private:
    // City 0 becomes the depot of the one route.
    Solution solution() const {
        const auto depot = std::find(tour_.begin(), tour_.end(), 0);
        Route route(depot + 1, tour_.end());
        route.insert(route.end(), tour_.begin(), depot);
        return {{std::move(route)}, cost_};
    }

    const StopRule& stop_;
    const Observer& observer_;
    mutable std::mutex mutex_;
    double cost_ = std::numeric_limits<double>::infinity();
    std::vector<int> tour_;
};

}  // namespace odgear::tsp
