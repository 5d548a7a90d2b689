// The search of a tour as a whole, for up to some ten thousand cities: Lin-Kernighan once, then
// annealed kicks, by each thread for itself from the same local optimum. Where there are several
// threads or several cycles of annealing, their tours are merged (merge.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/iterated.hpp"
#include "odgear/tsp/merge.hpp"
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
        optimum_cost_ = space_.length(order) - descend(search, stop_);
        optimum_ = tour.cities();
        keep(optimum_, optimum_cost_, 0);
        const bool alone = stop_.iterations < std::numeric_limits<std::int64_t>::max();
        const std::size_t lanes = alone || !stop_.timed() ? 1 : std::size_t(workers.threads());
        std::vector<std::int64_t> kicks(lanes);
        workers.for_each(lanes, [&](std::size_t lane) {
            kicks[lane] = Lane(*this, Random::stream(seed, lane)).run();
        });
        return std::accumulate(kicks.begin(), kicks.end(), std::int64_t{0});
    }

private:
    static std::vector<int> places(const std::vector<int>& tour) {
        std::vector<int> place(tour.size());
        for (std::size_t i = 0; i < tour.size(); ++i) place[std::size_t(tour[i])] = int(i);
        return place;
    }

    // The best tour of all lanes, in the cities of the space.
    void keep(const std::vector<int>& tour, double cost, std::int64_t kicks) {
        const std::scoped_lock lock(mutex_);
        if (cost >= best_cost_ - space_.tiny()) return;
        best_ = tour;
        best_cost_ = cost;
        watch_.offer(cost, "lin-kernighan", kicks, [&] {
            std::vector<int> cities(tour.size());
            for (std::size_t i = 0; i < tour.size(); ++i) cities[i] = start_[std::size_t(tour[i])];
            return cities;
        });
    }
    // Puts what is better in this tour and in the best one together.
    void merge(const std::vector<int>& tour, std::int64_t kicks) {
        const auto [best, cost] = [&] {
            const std::scoped_lock lock(mutex_);
            return std::pair(best_, best_cost_);
        }();
        TourMerge<Distance> merging(space_, best, tour);
        const double gain = merging.run();
        if (gain > 0) keep(merging.tour(), cost - gain, kicks);
    }

    // The kicks of one thread.
    class Lane {
    public:
        Lane(WholeSearch& whole, Random random)
            : whole_(whole),
              stop_(whole.stop_),
              tour_(whole.optimum_),
              iterated_(whole.space_, tour_, whole.parameters_, random),
              cost_(whole.optimum_cost_),
              best_(whole.optimum_cost_) {}

        std::int64_t run() {
            const int cities = tour_.size();
            const double begin = stop_.elapsed();
            while (kicks_ < cities / 4 && !stopped()) kick(0);
            const double seconds = std::max(1e-6, stop_.elapsed() - begin);
            const Schedule schedule(whole_.parameters_.heat, stop_, cities, cost_ / cities, kicks_,
                                    double(kicks_) / seconds);
            // Copying a tour costs O(N): not after every kick.
            const std::int64_t between_copies = std::max(kicks_between_looks, cities / 16);
            std::int64_t copied = 0;
            for (std::int64_t cycle = 0; !stopped();) {
                const Schedule::Moment moment = schedule.at(kicks_);
                if (moment.cycle != cycle) begin_again();
                cycle = moment.cycle;
                kick(moment.temperature);
                if (kicks_ < copied + between_copies) continue;
                copied = kicks_;
                keep();
            }
            keep();
            whole_.merge(tour_.raw(), kicks_);
            return kicks_;
        }

    private:
        bool stopped() const {
            return stop_.done(kicks_, kicks_ - last_improvement_,
                              std::min(best_, whole_.watch_.cost()));
        }
        void kick(double temperature) {
            const std::int64_t until = std::min(kicks_ + kicks_between_looks, stop_.iterations);
            for (; kicks_ < until; ++kicks_) cost_ += iterated_.step(temperature);
        }
        void keep() {
            if (cost_ >= best_ - whole_.space_.tiny()) return;
            best_ = cost_;
            last_improvement_ = kicks_;
            whole_.keep(tour_.raw(), cost_, kicks_);
        }
        void begin_again() {
            keep();
            whole_.merge(tour_.raw(), kicks_);
            tour_.assign(whole_.optimum_);
            cost_ = whole_.optimum_cost_;
        }

        WholeSearch& whole_;
        const StopRule& stop_;
        ArrayTour tour_;
        Iterated<Distance, ArrayTour> iterated_;
        double cost_;
        double best_;
        std::int64_t kicks_ = 0;
        std::int64_t last_improvement_ = 0;
    };

    const std::vector<int>& start_;
    std::vector<int> place_;
    Space<Distance> space_;
    const Parameters& parameters_;
    const StopRule& stop_;
    Watch& watch_;
    std::vector<int> optimum_;  // local, after the first descent
    double optimum_cost_ = 0;
    std::mutex mutex_;
    std::vector<int> best_;
    double best_cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace odgear::tsp
