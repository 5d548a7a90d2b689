// Iterated Lin-Kernighan. A local kick (the double bridge: three short neighbouring pieces of the
// tour change places) is followed by Lin-Kernighan from the cities it touched. All of it is undone
// unless the tour got shorter. The cost of an iteration does not depend on the number of cities.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/tsp/lin_kernighan.hpp"

namespace odgear::tsp {

template <class Distance, class Tour>
class Iterated {
public:
    Iterated(const Space<Distance>& space, Tour& tour, const Parameters& parameters, Random random)
        : space_(space),
          tour_(tour),
          parameters_(parameters),
          search_(space, tour, parameters.lin_kernighan),
          random_(random) {}

    LinKernighan<Distance, Tour>& search() { return search_; }

    // One kick and its repair. Returns the change of the tour's length, 0 if it was undone. With a
    // temperature, a slightly longer tour may stay.
    double step(double temperature) {
        Exchange kick;
        if (!draw(kick)) return 0;
        const double bar = temperature > 0 ? -temperature * std::log(1 - random_.unit()) : 0;
        journal_.clear();
        search_.record(&journal_);
        search_.apply(kick);
        const double change = added(kick) - search_.optimize();
        if (change <= bar) return change;
        search_.record(nullptr);
        for (auto it = journal_.rbegin(); it != journal_.rend(); ++it) tour_.apply(it->inverse());
        return 0;
    }

private:
    // Draws four edges near each other by short walks over candidate edges. The pieces between them
    // are A, B, C and D, and A B C D becomes A D C B. No single chain of Lin-Kernighan undoes this,
    // and since the new edges are short, few chains have to be tried.
    bool draw(Exchange& kick) {
        std::array<int, 4> cities{};
        std::array<std::int64_t, 4> place{};
        const int start = static_cast<int>(random_.below(std::uint32_t(space_.size())));
        for (std::size_t i = 0; i < 4; ++i) {
            int city = i == 0 ? start : walk(start);
            const std::int64_t at = tour_.position(city);
            if (space_.stays(city, tour_.next(city))) return false;
            std::size_t j = i;
            for (; j > 0 && place[j - 1] >= at; --j) {
                if (place[j - 1] == at) return false;
                place[j] = place[j - 1];
                cities[j] = cities[j - 1];
            }
            place[j] = at;
            cities[j] = city;
        }
        kick.edges = 4;
        for (std::size_t i = 0; i < 4; ++i) {
            kick.end[2 * i] = cities[i];
            kick.end[2 * i + 1] = tour_.next(cities[i]);
        }
        kick.mate = {5, 4, 7, 6, 1, 0, 3, 2};
        return true;
    }
    int walk(int city) {
        for (int i = 0; i < parameters_.kick.walk; ++i) {
            const auto near = space_.candidates(city);
            if (near.empty()) break;
            city = near[random_.below(std::uint32_t(near.size()))].city;
        }
        return city;
    }

    double added(const Exchange& exchange) const {
        double sum = 0;
        for (int i = 0; i < 2 * exchange.edges; ++i) {
            const int end = exchange.end[std::size_t(i)];
            const int mate = exchange.mate[std::size_t(i)];
            if (mate > i) sum += space_.distance(end, exchange.end[std::size_t(mate)]);
            if (i % 2 == 0) sum -= space_.distance(end, exchange.end[std::size_t(i + 1)]);
        }
        return sum;
    }

    const Space<Distance>& space_;
    Tour& tour_;
    const Parameters& parameters_;
    LinKernighan<Distance, Tour> search_;
    Random random_;
    std::vector<Exchange> journal_;
};

}  // namespace odgear::tsp
