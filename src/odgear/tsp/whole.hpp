// The search of a tour as a whole, for up to some ten thousand cities: Lin-Kernighan once, then
// annealed kicks, by each thread for itself from the same local optimum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/iterated.hpp"
#include "odgear/tsp/schedule.hpp"
#include "odgear/tsp/watch.hpp"

namespace odgear::tsp {

// Work between two looks at the clock.
constexpr int kicks_between_looks = 16;
constexpr int cities_between_looks = 512;

// Lin-Kernighan from all cities, as far as the clock allows; returns the gain.
template <class Search>
double descend(Search& search, const StopRule& stop) {
    double gain = 0;
    search.look_at_all();
    while (!search.idle() && !stop.out_of_time()) gain += search.optimize(cities_between_looks);
    return gain;
}

template <class Distance>
class WholeSearch {
public:
    WholeSearch(const Instance& instance, const CityNeighbors& neighbors,
                const Parameters& parameters, const std::vector<int>& start, const StopRule& stop,
                Watch& watch)
        : start_(start),
          place_(places(start)),
          space_(instance, neighbors, start, place_, false),
          parameters_(parameters),
          stop_(stop),
          watch_(watch) {}

    // Returns the kicks of all lanes.
    std::int64_t run(const Workers& workers, std::uint64_t seed) {
        std::vector<int> order(start_.size());
        std::iota(order.begin(), order.end(), 0);
        ArrayTour tour(order);
        LinKernighan<Distance, ArrayTour> search(space_, tour, parameters_.lin_kernighan);
        cost_ = space_.length(order) - descend(search, stop_);
        offer(tour, cost_, 0);
        const bool alone = stop_.iterations < std::numeric_limits<std::int64_t>::max();
        const std::size_t lanes = alone || !stop_.timed() ? 1 : std::size_t(workers.threads());
        std::vector<std::int64_t> kicks(lanes);
        workers.for_each(lanes, [&](std::size_t lane) {
            ArrayTour own = tour;
            kicks[lane] = anneal(own, Random::stream(seed, lane));
        });
        return std::accumulate(kicks.begin(), kicks.end(), std::int64_t{0});
    }

private:
    static std::vector<int> places(const std::vector<int>& tour) {
        std::vector<int> place(tour.size());
        for (std::size_t i = 0; i < tour.size(); ++i) place[std::size_t(tour[i])] = int(i);
        return place;
    }

    bool offer(const ArrayTour& tour, double cost, std::int64_t kicks) {
        return watch_.offer(cost, "lin-kernighan", kicks, [&] {
            std::vector<int> cities(start_.size());
            for (int i = 0; i < tour.size(); ++i)
                cities[std::size_t(i)] = start_[std::size_t(tour.at(i))];
            return cities;
        });
    }

    std::int64_t anneal(ArrayTour& tour, Random random) {
        const int cities = space_.size();
        Iterated<Distance, ArrayTour> iterated(space_, tour, parameters_, random);
        double cost = cost_;
        double best = cost_;
        std::int64_t kicks = 0;
        std::int64_t last_improvement = 0;
        // Copying a tour costs O(N): not after every kick.
        const std::int64_t between_copies = std::max(kicks_between_looks, cities / 16);
        const auto kick = [&](double temperature, std::int64_t until) {
            for (; kicks < until; ++kicks) cost += iterated.step(temperature);
        };
        const auto keep = [&] {
            if (cost >= best - tiny_gain) return;
            best = cost;
            last_improvement = kicks;
            offer(tour, cost, kicks);
        };
        const auto stopped = [&] {
            return stop_.done(kicks, kicks - last_improvement, std::min(best, watch_.cost()));
        };
        const double begin = stop_.elapsed();
        while (kicks < cities / 4 && !stopped())
            kick(0, std::min(kicks + kicks_between_looks, stop_.iterations));
        const double seconds = std::max(1e-6, stop_.elapsed() - begin);
        const Schedule schedule(parameters_.heat, stop_, cities, cost / cities, kicks,
                                double(kicks) / seconds);
        std::int64_t copied = 0;
        while (!stopped()) {
            kick(schedule.temperature(kicks),
                 std::min(kicks + kicks_between_looks, stop_.iterations));
            if (kicks < copied + between_copies) continue;
            copied = kicks;
            keep();
        }
        keep();
        return kicks;
    }

    static constexpr double tiny_gain = 1e-7;

    const std::vector<int>& start_;
    std::vector<int> place_;
    Space<Distance> space_;
    const Parameters& parameters_;
    const StopRule& stop_;
    Watch& watch_;
    double cost_ = 0;  // after the first descent
};

}  // namespace odgear::tsp
