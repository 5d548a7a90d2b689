// The search of a tour as a whole, for up to a few thousand cities: Lin-Kernighan once, then
// populations of tours (evolution.hpp), then kicks where there is no time for another population.
// Under a time limit each thread kicks its own copy of the same tour, and the results are united at
// the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/best_tour.hpp"
#include "odgear/tsp/crossing.hpp"
#include "odgear/tsp/descent.hpp"
#include "odgear/tsp/evolution.hpp"
#include "odgear/tsp/iterated.hpp"
#include "odgear/tsp/watch.hpp"

namespace odgear::tsp {

template <class Distance>
class WholeSearch {
public:
    WholeSearch(const Instance& instance, const CityNeighbors& neighbors,
                const Parameters& parameters, const std::vector<int>& start, const StopRule& stop,
                Watch& watch)
        : instance_(instance),
          neighbors_(neighbors),
          start_(start),
          place_(places(start)),
          space_(instance, neighbors, start, place_, false),
          parameters_(parameters),
          stop_(stop),
          watch_(watch),
          best_(space_, start_, watch) {}

    // Returns the kicks of all lanes, including other work converted to kicks.
    std::int64_t run(const Workers& workers, std::uint64_t seed) {
        first_descent();
        const std::int64_t kicks = Evolution<Distance>(instance_, neighbors_, space_, place_,
                                                       parameters_, stop_, workers, best_)
                                       .run(Random::stream(seed, 0)());
        const bool alone = stop_.iterations < std::numeric_limits<std::int64_t>::max();
        const std::size_t lanes = alone || !stop_.timed() ? 1 : std::size_t(workers.threads());
        std::vector<std::int64_t> more(lanes);
        const std::vector<int> tour = best_.tour();
        const double cost = best_.cost();
        workers.for_each(lanes, [&](std::size_t lane) {
            more[lane] =
                Lane(*this, tour, cost, kicks, Random::stream(seed, lane + 1)).run(lanes > 1);
        });
        return std::accumulate(more.begin(), more.end(), kicks);
    }

private:
    static std::vector<int> places(const std::vector<int>& tour) {
        std::vector<int> place(tour.size());
        for (std::size_t i = 0; i < tour.size(); ++i) place[std::size_t(tour[i])] = int(i);
        return place;
    }

    void first_descent() {
        std::vector<int> order(start_.size());
        std::iota(order.begin(), order.end(), 0);
        ArrayTour tour(order);
        LinKernighan<Distance, ArrayTour> search(space_, tour, parameters_.lin_kernighan);
        const double cost = space_.length(order) - descend(search, stop_);
        best_.keep(tour.raw(), cost, "lin-kernighan", 0);
    }

    // Unites what two threads improved in different places.
    void unite(const std::vector<int>& tour, std::int64_t kicks) {
        const std::scoped_lock lock(mutex_);
        std::vector<int> united = best_.tour();
        const double gain = Crossing<Distance>(space_).unite(united, tour, Random(1));
        best_.keep(united, best_.cost() - gain, "lin-kernighan", kicks);
    }

    // The kicks of one thread.
    class Lane {
    public:
        Lane(WholeSearch& whole, const std::vector<int>& tour, double cost, std::int64_t kicks,
             Random random)
            : whole_(whole),
              stop_(whole.stop_),
              tour_(tour),
              iterated_(whole.space_, tour_, whole.parameters_, random),
              cost_(cost),
              best_(cost),
              begin_(kicks),
              kicks_(kicks),
              last_improvement_(kicks) {}

        std::int64_t run(bool unite) {
            // Copying a tour costs O(N), so it is not done after every kick.
            const std::int64_t between_copies = std::max(kicks_between_looks, tour_.size() / 16);
            std::int64_t copied = kicks_;
            while (!stopped()) {
                const std::int64_t until = std::min(kicks_ + kicks_between_looks, stop_.iterations);
                for (; kicks_ < until; ++kicks_) cost_ += iterated_.step(0);
                if (kicks_ < copied + between_copies) continue;
                copied = kicks_;
                keep();
            }
            keep();
            if (unite) whole_.unite(tour_.raw(), kicks_);
            return kicks_ - begin_;
        }

    private:
        bool stopped() const {
            return stop_.done(kicks_, kicks_ - last_improvement_,
                              std::min(best_, whole_.watch_.cost()));
        }
        void keep() {
            if (cost_ >= best_ - whole_.space_.tiny()) return;
            best_ = cost_;
            last_improvement_ = kicks_;
            const std::scoped_lock lock(whole_.mutex_);
            whole_.best_.keep(tour_.raw(), cost_, "lin-kernighan", kicks_);
        }

        WholeSearch& whole_;
        const StopRule& stop_;
        ArrayTour tour_;
        Iterated<Distance, ArrayTour> iterated_;
        double cost_;
        double best_;
        std::int64_t begin_;
        std::int64_t kicks_;
        std::int64_t last_improvement_;
    };

    const Instance& instance_;
    const CityNeighbors& neighbors_;
    const std::vector<int>& start_;
    std::vector<int> place_;
    Space<Distance> space_;
    const Parameters& parameters_;
    const StopRule& stop_;
    Watch& watch_;
    std::mutex mutex_;  // guards best_ while lanes work
    BestTour<Distance> best_;
};

}  // namespace odgear::tsp
