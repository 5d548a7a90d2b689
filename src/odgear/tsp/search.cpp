#include "odgear/tsp/search.hpp"

#include <algorithm>
#include <cstddef>

#include "odgear/core/errors.hpp"
#include "odgear/tsp/candidates.hpp"
#include "odgear/tsp/exact.hpp"
#include "odgear/tsp/greedy.hpp"
#include "odgear/tsp/parts.hpp"
#include "odgear/tsp/whole.hpp"

namespace odgear::tsp {

namespace {

double tour_cost(const Instance& instance, std::span<const int> tour) {
    double sum = instance.distance(tour.back(), tour.front());
    for (std::size_t i = 1; i < tour.size(); ++i) sum += instance.distance(tour[i - 1], tour[i]);
    return sum;
}

void begin_at_first(std::vector<int>& tour) {
    std::rotate(tour.begin(), std::find(tour.begin(), tour.end(), 0), tour.end());
}

template <class Distance>
std::int64_t improve(const Instance& instance, const CityNeighbors& neighbors,
                     const Parameters& parameters, const std::vector<int>& start,
                     const StopRule& stop, const Workers& workers, std::uint64_t seed,
                     Watch& watch) {
    if (instance.nodes() <= parameters.parts.above)
        return WholeSearch<Distance>(instance, neighbors, parameters, start, stop, watch)
            .run(workers, seed);
    return PartsSearch<Distance>(instance, neighbors, parameters, start, stop, watch)
        .run(workers, seed);
}

}  // namespace

Result search(const Instance& instance, const Parameters& parameters, std::span<const int> start,
              const StopRule& stop, const Workers& workers, std::uint64_t seed,
              const Observer& observer) {
    if (!instance.symmetric())
        throw InternalError("the search for one tour needs symmetric distances");
    Watch watch(stop, observer);
    Result result;
    if (instance.nodes() <= most_for_exact) {
        std::vector<int> tour = exact_tour(instance);
        watch.offer(tour_cost(instance, tour), "exact", 0, [&] { return tour; });
    } else {
        const ParallelFor parallel = [&](int count, const std::function<void(int, int)>& body) {
            workers.run(count, 4096, [&](int begin, int end, int) { body(begin, end); });
        };
        const CityNeighbors around = city_neighbors(instance, parameters.candidates, parallel);
        std::vector<int> first = start.empty() ? greedy_tour(instance, around)
                                               : std::vector<int>(start.begin(), start.end());
        watch.offer(tour_cost(instance, first), "greedy", 0, [&] { return first; });
        const CityNeighbors neighbors = nearest_to_tree(instance, around, parameters.tree, stop);
        const auto run =
            PlaneDistance::fits(instance) ? improve<PlaneDistance> : improve<AnyDistance>;
        result.kicks = run(instance, neighbors, parameters, first, stop, workers, seed, watch);
    }
    result.tour = watch.tour();
    begin_at_first(result.tour);
    result.cost = tour_cost(instance, result.tour);
    return result;
}

}  // namespace odgear::tsp
