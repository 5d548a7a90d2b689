// Split: cuts a giant tour into routes at least penalised cost (Prins 2004; the linear algorithm
// with a queue and linear excess-load penalty: Vidal 2016).
//
// Unlimited fleet: O(N). Limited fleet, when the unlimited cut uses too many routes: O(N m) time
// and memory for m routes; beyond `largest_table` entries, and where the limit is the caller's
// wish, a fixed cost per route is searched for instead (near-optimal, some ten cuts, O(N) memory).
// A route length limit is a soft penalty too, and makes each pass O(N B), B being the customers a
// route can hold within 1.5 times its limits.
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
    // Best cost `after` of serving the first i customers when the last route starts behind a
    // prefix that costs `before`; `origin` takes the length of that prefix. Prefixes shorter than
    // `first` are left out. With before == after, any number of routes.
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
    double overrun_ = 0;     // a route may exceed its limits up to this multiple
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
