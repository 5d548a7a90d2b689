#include "odgear/construct/savings.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "odgear/construct/fleet_repair.hpp"
#include "odgear/construct/fragments.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"

namespace odgear {

namespace {

struct Saving {
    double value;
    int from;
    int to;
};

bool larger_first(const Saving& a, const Saving& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.from != b.from ? a.from < b.from : a.to < b.to;
}

class SavingsConstruction {
public:
    SavingsConstruction(const Instance& instance, double shape)
        : instance_(instance), shape_(shape), fragments_(instance) {}

    std::vector<Route> run(const NeighborLists& neighbors) {
        join_customers(neighbors);
        while (join_ends(/*forced=*/false)) {
        }
        // While there are more routes than vehicles, routes are joined even where that costs, as
        // far as loads and lengths allow it.
        while (fragments_.count() > instance_.max_vehicles() && join_ends(/*forced=*/true)) {
        }
        return fragments_.routes();
    }

private:
    // With fewer ends than this, every pair of ends is evaluated.
    static constexpr std::size_t all_pairs_ends = 1200;
    static constexpr std::size_t first_width = 16;  // neighbours of an end in a sparse round
    static constexpr std::size_t most_pairs = 20'000'000;

    void offer(int i, int j, bool forced) {
        const double value = fragments_.saving(i, j) - (shape_ - 1) * instance_.distance(i, j);
        if (forced || value > 0) savings_.push_back({value, i, j});
    }

    // One arc for each pair of neighbours, or both arcs where directions differ.
    void join_customers(const NeighborLists& neighbors) {
        savings_.reserve(static_cast<std::size_t>(instance_.nodes()) *
                         static_cast<std::size_t>(neighbors.width()));
        for (int i = 1; i < instance_.nodes(); ++i)
            for (const int j : neighbors.of(i)) {
                const auto row = neighbors.of(j);
                const bool mutual = std::find(row.begin(), row.end(), i) != row.end();
                if (mutual && j < i) continue;
                offer(i, j, false);
                if (!instance_.symmetric()) offer(j, i, false);
            }
        join_in_order(false);
    }

    int join_in_order(bool forced) {
        std::sort(savings_.begin(), savings_.end(), larger_first);
        int joined = 0;
        for (const Saving& s : savings_) {
            if (forced && fragments_.count() <= instance_.max_vehicles()) break;
            if (!fragments_.joinable(s.from, s.to)) continue;
            fragments_.join(s.from, s.to);
            ++joined;
        }
        savings_.clear();
        return joined;
    }

    // The ends of the routes that have room for the smallest other route.
    std::vector<int> open_ends() const {
        Load lightest = std::numeric_limits<Load>::max();
        for (int i = 1; i < instance_.nodes(); ++i)
            if (fragments_.is_end(i)) lightest = std::min(lightest, fragments_.load(i));
        std::vector<int> ends;
        for (int i = 1; i < instance_.nodes(); ++i)
            if (fragments_.is_end(i) && fragments_.load(i) + lightest <= instance_.capacity())
                ends.push_back(i);
        return ends;
    }

    // The neighbour lists of the ends among themselves: depot first, then ends in their order.
    NeighborLists neighbors_of(const std::vector<int>& ends, int width) const {
        InstanceData data;
        data.rule = instance_.rule();
        data.demands.assign(ends.size() + 1, 0);
        const auto node = [&](std::size_t i) { return i == 0 ? 0 : ends[i - 1]; };
        for (std::size_t i = 0; i <= ends.size(); ++i) {
            if (data.rule.metric != Metric::matrix)
                data.points.push_back(instance_.point(node(i)));
            else
                for (std::size_t j = 0; j <= ends.size(); ++j)
                    data.matrix.push_back(instance_.distance(node(i), node(j)));
        }
        return nearest_neighbors(Instance(std::move(data)), width);
    }

    void offer_both_ways(int i, int j, bool forced) {
        if (fragments_.joinable(i, j)) offer(i, j, forced);
        if (!instance_.symmetric() && fragments_.joinable(j, i)) offer(j, i, forced);
    }

    // One round over the ends of the routes; false when nothing more could be joined. A forced
    // round that finds nothing among near ends widens its search, as far as memory reasonably
    // allows.
    bool join_ends(bool forced) {
        const std::vector<int> ends = open_ends();
        if (ends.size() < 2) return false;
        if (ends.size() <= all_pairs_ends) {
            for (std::size_t a = 0; a < ends.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) offer_both_ways(ends[a], ends[b], forced);
            return join_in_order(forced) > 0;
        }
        const std::size_t widest =
            forced ? std::min(ends.size(), most_pairs / ends.size()) : first_width;
        for (std::size_t width = first_width;; width *= 4) {
            width = std::min(width, widest);
            const NeighborLists lists = neighbors_of(ends, static_cast<int>(width));
            for (std::size_t a = 0; a < ends.size(); ++a)
                for (const int b : lists.of(static_cast<int>(a) + 1))
                    offer_both_ways(ends[a], ends[static_cast<std::size_t>(b) - 1], forced);
            if (join_in_order(forced) > 0) return true;
            if (width >= widest) return false;
        }
    }

    const Instance& instance_;
    double shape_;
    Fragments fragments_;
    std::vector<Saving> savings_;
};

}  // namespace

Solution savings(const Instance& instance, const NeighborLists& neighbors,
                 const SavingsParameters& parameters, const StopRule& stop) {
    if (!(parameters.shape > 0)) throw ConfigurationError("the savings shape must be positive");
    if (parameters.repair_effort < 0)
        throw ConfigurationError("the repair effort must not be negative");
    std::vector<Route> routes = SavingsConstruction(instance, parameters.shape).run(neighbors);
    if (routes.size() > static_cast<std::size_t>(instance.max_vehicles())) {
        Random random(parameters.seed);
        const FleetRepairParameters repair{.effort = parameters.repair_effort};
        const std::size_t needed = routes.size();
        if (!repair_fleet(instance, neighbors, repair, stop, random, routes))
            throw InfeasibleError(
                "no solution with the fleet's " + std::to_string(instance.max_vehicles()) +
                " vehicles was found; one with " + std::to_string(needed) + " was");
    }
    return make_solution(instance, std::move(routes));
}

}  // namespace odgear
