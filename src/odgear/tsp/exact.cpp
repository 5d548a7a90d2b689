#include "odgear/tsp/exact.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "odgear/core/errors.hpp"

namespace odgear::tsp {

std::vector<int> exact_tour(const Instance& instance) {
    const int customers = instance.customers();
    if (instance.nodes() > most_for_exact)
        throw InternalError("too many cities for the exact tour");
    if (customers == 0) return {0};
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const std::uint32_t sets = 1U << customers;
    const auto at = [customers](std::uint32_t set, int last) {
        return std::size_t(set) * std::size_t(customers) + std::size_t(last);
    };
    // cost[set, last]: cost of the cheapest path from node 0 through all of the set, ending in
    // `last` (customer last + 1).
    std::vector<double> cost(std::size_t(sets) * std::size_t(customers), unknown);
    std::vector<std::int8_t> before(cost.size(), -1);
    for (int c = 0; c < customers; ++c) cost[at(1U << c, c)] = instance.distance(0, c + 1);
    for (std::uint32_t set = 1; set < sets; ++set)
        for (int last = 0; last < customers; ++last) {
            const double here = cost[at(set, last)];
            if (here == unknown) continue;
            for (int c = 0; c < customers; ++c) {
                if ((set >> c & 1U) != 0) continue;
                const std::size_t to = at(set | 1U << c, c);
                const double there = here + instance.distance(last + 1, c + 1);
                if (there >= cost[to]) continue;
                cost[to] = there;
                before[to] = std::int8_t(last);
            }
        }
    int last = 0;
    const auto closed = [&](int c) { return cost[at(sets - 1, c)] + instance.distance(c + 1, 0); };
    for (int c = 1; c < customers; ++c)
        if (closed(c) < closed(last)) last = c;
    std::vector<int> tour;
    for (std::uint32_t set = sets - 1; set != 0;) {
        tour.push_back(last + 1);
        const int previous = before[at(set, last)];
        set &= ~(1U << last);
        last = previous;
    }
    tour.push_back(0);
    std::reverse(tour.begin(), tour.end());
    return tour;
}

}  // namespace odgear::tsp
