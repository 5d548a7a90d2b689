// Populations of tours, one after the other (population.hpp). The tours of a population start from
// greedy edges with random disturbances and are local optima of Lin-Kernighan; the best tour so far
// is one of them. A population has as many tours as time allows. It ends when crossing improves
// none of its tours any more.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/best_tour.hpp"
#include "odgear/tsp/descent.hpp"
#include "odgear/tsp/greedy.hpp"
#include "odgear/tsp/population.hpp"

namespace odgear::tsp {

template <class Distance>
class Evolution {
public:
    // place[c] is the index in the space of the instance's city c.
    Evolution(const Instance& instance, const CityNeighbors& neighbors,
              const Space<Distance>& space, const std::vector<int>& place,
              const Parameters& parameters, const StopRule& stop, const Workers& workers,
              BestTour<Distance>& best)
        : instance_(instance),
          neighbors_(neighbors),
          space_(space),
          place_(place),
          parameters_(parameters),
          own_(parameters.population),
          stop_(stop),
          workers_(workers),
          best_(best),
          tour_kicks_(std::max<std::int64_t>(1, std::llround(own_.tour_kicks * space.size()))),
          pair_kicks_(1 + space.size() / own_.cities_a_kick) {}

    // Runs until the stop rule ends it or too little time is left for a population. Returns how
    // many kicks would have taken as long, by the measure in the parameters.
    std::int64_t run(std::uint64_t seed) {
        for (std::uint64_t i = 0; !stopped() && room(0) >= own_.least; ++i)
            if (!epoch(Random::stream(seed, i)())) break;
        return kicks_;
    }

private:
    struct Tour {
        std::vector<int> cities;
        double cost = 0;
    };

    bool stopped() const { return stop_.done(kicks_, kicks_ - last_improvement_, best_.cost()); }

    // How many tours a population may have, if each takes `seconds_each` of one thread.
    int room(double seconds_each) const {
        double tours = own_.most;
        const std::int64_t kicks = std::min(stop_.iterations - kicks_, stop_.no_improvement);
        tours = std::min(tours, own_.share * double(kicks) / double(tour_kicks_));
        if (stop_.timed() && seconds_each > 0)
            tours =
                std::min(tours, own_.share * stop_.remaining() * workers_.threads() / seconds_each);
        return static_cast<int>(std::max(0.0, tours));
    }

    // Runs one population. False if there is no time for it.
    bool epoch(std::uint64_t seed) {
        const double begin = stop_.elapsed();
        std::vector<Tour> tours(1);
        tours[0] = make(Random::stream(seed, 0));
        const int count = room(stop_.elapsed() - begin);
        if (count >= own_.least) {
            tours.resize(std::size_t(count) - 1);
            // Under a time limit, a tour that is not ready in time is left out.
            const StopRule in_time = stop_.until(begin + 2 * own_.share * stop_.remaining());
            workers_.run(count - 2, 1, [&](int from, int to, int) {
                for (int i = from + 1; i <= to; ++i)
                    if (!in_time.out_of_time())
                        tours[at(i)] = make(Random::stream(seed, std::uint64_t(i)));
            });
        }
        kicks_ = std::min(stop_.iterations, kicks_ + std::int64_t(tours.size()) * tour_kicks_);
        Population<Distance> population(space_, own_, workers_);
        population.add(best_.tour(), best_.cost());
        for (Tour& tour : tours)
            if (!tour.cities.empty()) population.add(std::move(tour.cities), tour.cost);
        keep(population);
        if (count < own_.least) return false;
        Random random = Random::stream(seed, std::uint64_t(count));
        evolve(population, random);
        return true;
    }

    Tour make(Random random) const {
        std::vector<int> order = greedy_tour(instance_, neighbors_, own_.noise, Random(random()));
        for (int& city : order) city = place_[at(city)];
        ArrayTour tour(order);
        LinKernighan<Distance, ArrayTour> search(space_, tour, parameters_.lin_kernighan);
        const double cost = space_.length(order) - descend(search, stop_);
        return {tour.cities(), cost};
    }

    // Runs generations until no tour is replaced by a child any more.
    void evolve(Population<Distance>& population, Random& random) {
        const auto size = std::int64_t(population.size());
        for (int replaced = 1; replaced > 0 && !stopped();) {
            const std::int64_t pairs = std::min(size, (stop_.iterations - kicks_) / pair_kicks_);
            if (pairs == 0) return;
            replaced = population.generation(pairs, random, stop_);
            kicks_ += pair_kicks_ * pairs;
            keep(population);
        }
    }
    void keep(const Population<Distance>& population) {
        const std::size_t best = population.best();
        if (best_.keep(population.tour(best), population.cost(best), "edge assembly", kicks_))
            last_improvement_ = kicks_;
    }

    const Instance& instance_;
    const CityNeighbors& neighbors_;
    const Space<Distance>& space_;
    const std::vector<int>& place_;
    const Parameters& parameters_;
    const PopulationParameters& own_;
    const StopRule& stop_;
    const Workers& workers_;
    BestTour<Distance>& best_;
    std::int64_t tour_kicks_;
    std::int64_t pair_kicks_;
    std::int64_t kicks_ = 0;
    std::int64_t last_improvement_ = 0;
};

}  // namespace odgear::tsp
