// The best tour of a search of the whole instance, in the cities of its space (space.hpp). It is
// reported to the watch. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "odgear/tsp/space.hpp"
#include "odgear/tsp/watch.hpp"

namespace odgear::tsp {

template <class Distance>
class BestTour {
public:
    // City i of the space is `cities[i]` of the instance.
    BestTour(const Space<Distance>& space, const std::vector<int>& cities, Watch& watch)
        : space_(space), cities_(cities), watch_(watch) {}

    // Returns whether the tour is shorter than the one before.
    bool keep(const std::vector<int>& tour, double cost, std::string_view stage,
              std::int64_t kicks) {
        if (cost >= cost_ - space_.tiny()) return false;
        tour_ = tour;
        cost_ = cost;
        watch_.offer(cost, stage, kicks, [&] {
            std::vector<int> named(tour.size());
            for (std::size_t i = 0; i < tour.size(); ++i) named[i] = cities_[std::size_t(tour[i])];
            return named;
        });
        return true;
    }
    const std::vector<int>& tour() const { return tour_; }
    double cost() const { return cost_; }

private:
    const Space<Distance>& space_;
    const std::vector<int>& cities_;
    Watch& watch_;
    std::vector<int> tour_;
    double cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace odgear::tsp
