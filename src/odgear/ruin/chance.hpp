// The random draws of ruin and recreate, and its cooling; shared by the searches for all kinds of
// problem.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "odgear/core/random.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::ruin {

// True for a share of `rate` of the calls. It draws the gaps between them instead of each call.
class Blinks {
public:
    explicit Blinks(double rate) : rate_(rate) {}

    bool operator()(Random& random) {
        if (until_-- > 0) return false;
        if (rate_ <= 0) {
            until_ = std::numeric_limits<int>::max();
            return false;
        }
        const double gap = std::log(1 - random.unit()) / std::log1p(-std::min(rate_, 0.999999));
        until_ = static_cast<int>(std::min(gap, 1e9));
        return true;
    }

private:
    double rate_;
    int until_ = 0;
};

// How the removals of one iteration are divided: the number of strings and their longest length.
struct Strings {
    int count;
    int longest;
};

inline Strings draw_strings(Random& random, double mean_route, double mean_removed, int longest) {
    const double most_long = std::min<double>(longest, mean_route);
    const double most = 4 * mean_removed / (1 + most_long) - 1;
    return {std::max(1, static_cast<int>(1 + random.unit() * most)), static_cast<int>(most_long)};
}

// A string of one route: `length` customers are removed, `kept` customers in its middle stay.
struct StringCut {
    int length;
    int kept;
};

inline StringCut draw_cut(Random& random, int route_size, int longest, double split_rate,
                          double split_depth) {
    StringCut cut{random.between(1, std::max(1, std::min(longest, route_size))), 0};
    if (cut.length > 1 && cut.length < route_size && random.unit() < split_rate) {
        cut.kept = 1;
        while (cut.length + cut.kept < route_size && random.unit() > split_depth) ++cut.kept;
    }
    return cut;
}

// Temperatures in units of cost, for callers that split one cooling into stages.
struct Cooling {
    double from;
    double to;
};

// The temperature after this share of the cooling. Geometric, or linear if it ends at 0.
inline double temperature_at(const Cooling& cooling, double share) {
    if (cooling.to <= 0) return cooling.from * (1 - share);
    return cooling.from * std::pow(cooling.to / cooling.from, share);
}

// The share of the budget that is used, counted from the construction of this object.
class BudgetShare {
public:
    explicit BudgetShare(const StopRule& stop) : stop_(stop), begin_(stop.elapsed()) {}

    double at(std::int64_t iteration) const {
        double share = 0;
        bool limited = false;
        if (stop_.timed()) {
            share = (stop_.elapsed() - begin_) / std::max(1e-9, stop_.seconds - begin_);
            limited = true;
        }
        if (stop_.iterations != std::numeric_limits<std::int64_t>::max()) {
            share = std::max(
                share, double(iteration) / double(std::max<std::int64_t>(1, stop_.iterations)));
            limited = true;
        }
        return limited ? std::clamp(share, 0.0, 1.0) : 1.0;
    }

private:
    const StopRule& stop_;
    double begin_;
};

}  // namespace odgear::ruin
