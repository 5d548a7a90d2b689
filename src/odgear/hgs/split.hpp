// Split: cuts a giant tour into routes at least penalised cost (Prins 2004; the linear algorithm
// with a queue and linear excess-load penalty: Vidal 2016).
//
// Unlimited fleet: O(N). Limited fleet, when the unlimited cut uses too many routes: O(N m) time
// and memory for m routes. If that exceeds `largest_table` entries, the search looks for a fixed
// cost per route instead (near-optimal, O(N) memory). A route length limit is also a soft penalty
// and makes each pass O(N B), where B is the number of customers that fit into 1.5 times the limits
// of a route.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "odgear/hgs/individual.hpp"

namespace odgear::hgs {

class Split {
public:
    static constexpr std::int64_t largest_table = 8'000'000;

    // Reads individual.tour, writes individual.route_begin: at most space.fleet() routes, and at
    // most `most_routes`.
    void operator()(const SearchSpace& space, const PenaltyWeights& weights, Individual& individual,
                    int most_routes = std::numeric_limits<int>::max());

private:
    void load_tour(const SearchSpace& space, const std::vector<int>& tour);
    // Best cost `after` of serving the first i customers when the last route begins after a prefix
    // that costs `before`; `origin` is set to the length of that prefix. Only prefixes of at least
    // `first` customers count. With before == after, the number of routes is free.
    void propagate(int first, const double* before, double* after, int* origin);
    void propagate_linear(int first, const double* before, double* after, int* origin);
    void propagate_quadratic(int first, const double* before, double* after, int* origin);
    bool cut_unlimited(Individual& individual);
    bool cut_limited(int fleet, Individual& individual);
    bool cut_with_route_cost(int fleet, Individual& individual);
    double cost(int start, int end) const;  // of the route serving start+1 .. end

    int size_ = 0;
    double capacity_ = 0;
    double max_length_ = 0;
    double service_time_ = 0;
    double overrun_ = 0;     // a route may exceed its limits by up to this factor
    double route_cost_ = 0;  // added for every route
    bool has_length_limit_ = false;
    PenaltyWeights weights_;
    std::vector<double> load_;       // of the first i customers
    std::vector<double> travelled_;  // along the tour, from the first customer to the i-th
    std::vector<double> from_depot_;
    std::vector<double> to_depot_;
    std::vector<double> potential_;
    std::vector<double> next_potential_;
    std::vector<int> origin_;
    std::vector<int> queue_;
};

}  // namespace odgear::hgs
