// The best solution so far; reports changes to the observer.
#pragma once

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

class Incumbent {
public:
    Incumbent(const StopRule& stop, const Observer& observer) : stop_(stop), observer_(observer) {}

    bool exists() const { return best_.cost < std::numeric_limits<double>::infinity(); }
    const Solution& best() const { return best_; }

    // Takes the solution if it is cheaper; returns whether it is. It must be feasible.
    bool offer(Solution solution, std::string_view stage) {
        const std::scoped_lock lock(mutex_);
        const bool improved = solution.cost < best_.cost;
        if (improved) best_ = std::move(solution);
        tell({stage, 0, stop_.elapsed(), best_.cost, improved, [this] { return best_; }});
        return improved;
    }

    // Passes on the reports of an inner search, but only costs below the best one reported so far.
    // The solver may have a better one from an earlier stage.
    Observer forward() {
        return [this](const Progress& inner) {
            const std::scoped_lock lock(mutex_);
            tell(inner);
        };
    }

    // Every improvement that was reported.
    std::vector<TracePoint> take_trace() { return std::move(trace_); }

private:
    void tell(Progress progress) {
        progress.improved = progress.best_cost < told_;
        if (progress.improved)
            trace_.push_back({progress.seconds, progress.best_cost, std::string(progress.stage)});
        else
            progress.solution = nullptr;
        told_ = std::min(told_, progress.best_cost);
        progress.best_cost = told_;
        if (observer_) observer_(progress);
    }

    const StopRule& stop_;
    const Observer& observer_;
    std::mutex mutex_;
    double told_ = std::numeric_limits<double>::infinity();  // the best cost reported so far
    std::vector<TracePoint> trace_;
    Solution best_{{}, std::numeric_limits<double>::infinity()};
};

}  // namespace odgear
