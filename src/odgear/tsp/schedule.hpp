// The temperature of the annealing at a given moment. It falls linearly from its start to zero over
// the kicks that time or the limit allow. With few kicks per city there is no annealing, because
// descent alone gets further. With very many, the temperature rises and falls several times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "odgear/core/stop.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::tsp {

class Schedule {
public:
    // `kicks_per_second` of all threads that work on these cities, as far as it is known.
    Schedule(const HeatParameters& parameters, const StopRule& stop, int cities, double mean_edge,
             std::int64_t kicks_done, double kicks_per_second)
        : stop_(stop),
          begin_seconds_(stop.elapsed()),
          begin_kicks_(kicks_done),
          limited_(stop.iterations < std::numeric_limits<std::int64_t>::max()),
          cold_share_(parameters.cold_share) {
        const double full_cycle = parameters.cycle * cities;
        double kicks = std::numeric_limits<double>::infinity();
        if (stop.timed()) kicks = std::max(0.0, stop.remaining()) * kicks_per_second;
        if (limited_) kicks = std::min(kicks, double(stop.iterations - kicks_done));
        if (stop.timed() || limited_) {
            cycles_ = std::max(1.0, std::round(kicks / full_cycle));
            kicks /= cycles_;
        } else {
            // At most half of the kicks allowed without improvement, so that the cold end of a
            // cycle is reached.
            kicks = std::min(full_cycle, 1 + 0.5 * double(stop.no_improvement));
            cycle_kicks_ = kicks;
        }
        const double fullness = std::log(kicks / cities / parameters.none_below) /
                                std::log(parameters.full_at / parameters.none_below);
        heat_ = parameters.most * mean_edge * std::clamp(fullness, 0.0, 1.0);
    }

    double temperature(std::int64_t kicks) const {
        const double done = cycles_done(kicks);
        const double left = 1 - (done - std::floor(done)) / (1 - cold_share_);
        return left > 0 ? heat_ * left : 0;
    }

private:
    double cycles_done(std::int64_t kicks) const {
        const auto count = double(kicks - begin_kicks_);
        if (cycle_kicks_ > 0) return count / cycle_kicks_;
        double share = 0;
        if (stop_.timed())
            share = (stop_.elapsed() - begin_seconds_) / (stop_.seconds - begin_seconds_);
        if (limited_) share = std::max(share, count / double(stop_.iterations - begin_kicks_));
        return cycles_ * std::clamp(share, 0.0, 1 - 1e-9);
    }

    const StopRule& stop_;
    double begin_seconds_;
    std::int64_t begin_kicks_;
    bool limited_;
    double cold_share_;
    double cycles_ = 1;
    double cycle_kicks_ = 0;  // used where neither time nor kicks are limited
    double heat_ = 0;
};

}  // namespace odgear::tsp
