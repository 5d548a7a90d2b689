// The search of a large tour. It is cut into parts of about ten thousand consecutive cities, which
// are searched at the same time, each with its two ends fixed and small enough for the processor's
// cache. Every round cuts elsewhere. At the start, Lin-Kernighan on the whole tour improves what
// the cuts would separate. The cuts depend only on the seed, not on the threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/descent.hpp"
#include "odgear/tsp/iterated.hpp"
#include "odgear/tsp/schedule.hpp"
#include "odgear/tsp/two_level_tour.hpp"
#include "odgear/tsp/watch.hpp"

namespace odgear::tsp {

template <class Distance>
class PartsSearch {
public:
    PartsSearch(const Instance& instance, const CityNeighbors& neighbors,
                const Parameters& parameters, const std::vector<int>& start, const StopRule& stop,
                Watch& watch)
        : instance_(instance),
          neighbors_(neighbors),
          parameters_(parameters),
          tour_(start),
          place_(start.size()),
          stop_(stop),
          watch_(watch) {}

    std::int64_t run(const Workers& workers, std::uint64_t seed) {
        const int cities = static_cast<int>(tour_.size());
        Random random = Random::stream(seed, 0);
        round(workers, random, 0, 0);
        tell();
        join();
        tell();
        const double begin = stop_.elapsed();
        round(workers, random, 1, 0);
        const double rate = double(kicks_) / std::max(1e-6, stop_.elapsed() - begin);
        const Schedule schedule(parameters_.heat, stop_, cities, cost_ / cities, kicks_, rate);
        while (!stop_.done(kicks_, kicks_ - last_improvement_, watch_.cost())) {
            round(workers, random, parameters_.parts.kicks, schedule.temperature(kicks_));
            tell();
        }
        tell();
        return kicks_;
    }

private:
    void tell() {
        cost_ = length();
        if (watch_.offer(cost_, "lin-kernighan", kicks_, [&] { return tour_; }))
            last_improvement_ = kicks_;
    }
    double length() const {
        double sum = instance_.distance(tour_.back(), tour_.front());
        for (std::size_t i = 1; i < tour_.size(); ++i)
            sum += instance_.distance(tour_[i - 1], tour_[i]);
        return sum;
    }
    void renumber() {
        for (std::size_t i = 0; i < tour_.size(); ++i)
            place_[std::size_t(tour_[i])] = static_cast<int>(i);
    }

    // Searches every part once, with this number of kicks per city.
    void round(const Workers& workers, Random& random, double kicks_a_city, double temperature) {
        const auto count = std::size_t(std::max<std::int64_t>(
            2, std::llround(double(tour_.size()) / parameters_.parts.cities)));
        const auto begin = [&](std::size_t part) { return tour_.size() * part / count; };
        std::rotate(tour_.begin(), tour_.begin() + random.below(std::uint32_t(begin(1))),
                    tour_.end());
        renumber();
        const double wanted = kicks_a_city * double(tour_.size());
        const double allowed = double(stop_.iterations - kicks_);
        const double a_city = kicks_a_city * std::min(1.0, wanted > 0 ? allowed / wanted : 0);
        const std::uint64_t seed = random();
        std::vector<std::int64_t> done(count);
        workers.for_each(count, [&](std::size_t part) {
            if (stop_.out_of_time()) return;
            const auto cities =
                std::span(tour_).subspan(begin(part), begin(part + 1) - begin(part));
            // If the remaining kicks do not suffice for all parts, the first parts get them.
            const auto kicks = std::int64_t(std::ceil(a_city * double(cities.size())));
            done[part] = search_part(cities, kicks, temperature, Random::stream(seed, part));
        });
        kicks_ = std::min(stop_.iterations,
                          kicks_ + std::accumulate(done.begin(), done.end(), std::int64_t{0}));
    }

    std::int64_t search_part(std::span<int> cities, std::int64_t most, double temperature,
                             Random random) const {
        const Space<Distance> space(instance_, neighbors_, cities, place_, true);
        std::vector<int> order(cities.size());
        std::iota(order.begin(), order.end(), 0);
        ArrayTour tour(order);
        Iterated<Distance, ArrayTour> iterated(space, tour, parameters_, random);
        descend(iterated.search(), stop_);
        std::int64_t kicks = 0;
        while (kicks < most && !stop_.out_of_time())
            for (int i = 0; i < kicks_between_looks && kicks < most; ++i, ++kicks)
                iterated.step(temperature);
        write_back(tour, cities);
        return kicks;
    }

    // Writes the part from its first city to its last. The fixed edge keeps these two neighbours.
    static void write_back(const ArrayTour& tour, std::span<int> cities) {
        const std::vector<int> old(cities.begin(), cities.end());
        const bool forward = tour.next(0) != tour.size() - 1;
        int city = 0;
        for (int& to : cities) {
            to = old[std::size_t(city)];
            city = forward ? tour.next(city) : tour.prev(city);
        }
    }

    // Lin-Kernighan on the whole tour.
    void join() {
        if (stop_.out_of_time()) return;
        renumber();
        const Space<Distance> space(instance_, neighbors_, tour_, place_, false);
        std::vector<int> order(tour_.size());
        std::iota(order.begin(), order.end(), 0);
        TwoLevelTour tour(order);
        LinKernighan<Distance, TwoLevelTour> search(space, tour, parameters_.lin_kernighan);
        descend(search, stop_);
        const std::vector<int> old = tour_;
        const std::vector<int> cities = tour.cities();
        for (std::size_t i = 0; i < cities.size(); ++i) tour_[i] = old[std::size_t(cities[i])];
    }

    const Instance& instance_;
    const CityNeighbors& neighbors_;
    const Parameters& parameters_;
    std::vector<int> tour_;
    std::vector<int> place_;
    const StopRule& stop_;
    Watch& watch_;
    double cost_ = 0;
    std::int64_t kicks_ = 0;
    std::int64_t last_improvement_ = 0;
};

}  // namespace odgear::tsp
