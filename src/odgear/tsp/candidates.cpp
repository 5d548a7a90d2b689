#include "odgear/tsp/candidates.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace odgear::tsp {

namespace {

// Each pair of neighbours once.
std::vector<SparseEdge> edges_of(const Instance& instance, const CityNeighbors& lists) {
    std::vector<SparseEdge> edges;
    for (int i = 0; i < instance.nodes(); ++i)
        for (const int j : lists.of(i)) {
            const std::span<const int> back = lists.of(j);
            const bool both = std::find(back.begin(), back.end(), i) != back.end();
            if (i < j || !both) edges.push_back({i, j, instance.distance(i, j)});
        }
    return edges;
}

}  // namespace

CityNeighbors nearest_to_tree(const Instance& instance, CityNeighbors around,
                              const TreeCandidateParameters& parameters, const StopRule& stop) {
    if (parameters.kept == 0 || instance.nodes() > parameters.most_cities) return around;
    if (stop.timed() && stop.remaining() < parameters.least_seconds * instance.nodes())
        return around;
    const PricedTree tree(instance.nodes(), edges_of(instance, around), parameters.tree);
    CityNeighbors kept(instance.nodes(), std::min(parameters.kept, around.width()));
    struct Candidate {
        double nearness;
        double length;
        int city;
    };
    std::vector<Candidate> row;
    std::vector<int> cities;
    for (int i = 0; i < instance.nodes(); ++i) {
        row.clear();
        for (const int j : around.of(i)) {
            const double length = instance.distance(i, j);
            row.push_back({tree.nearness(i, j, length), length, j});
        }
        std::stable_sort(row.begin(), row.end(), [](const Candidate& a, const Candidate& b) {
            return std::tuple(a.nearness, a.length) < std::tuple(b.nearness, b.length);
        });
        row.resize(std::min(row.size(), std::size_t(kept.width())));
        std::stable_sort(row.begin(), row.end(), [](const Candidate& a, const Candidate& b) {
            return a.length < b.length;
        });
        cities.clear();
        for (const Candidate& candidate : row) cities.push_back(candidate.city);
        kept.set(i, cities);
    }
    return kept;
}

}  // namespace odgear::tsp
