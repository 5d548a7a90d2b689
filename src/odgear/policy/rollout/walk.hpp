// One trajectory under construction (paper, "Sequential Constructive Decoder"): where the vehicle
// is, which steps are allowed, and their probabilities. It starts at the depot and visits routes
// one after another.
//
// The state and its masks are those of step_state.hpp, the weights those of
// kernels/masked_selection-inl.h. The length limit is added here. If a fleet limit closes the depot
// and no other step is possible, the depot may be entered nevertheless.
//
// A tour begins in a city drawn from all with equal probability (with best(): in the first city),
// and ends there.
//
// With sorted rows a step costs O(K) at worst and mostly O(1); from the depot see depot_row.hpp.
// Without them, and under a length limit, it costs O(K), from the depot O(N).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/policy/rollout/depot_row.hpp"
#include "odgear/policy/rollout/rollout_problem.hpp"
#include "odgear/policy/rollout/sorted_rows.hpp"
#include "odgear/policy/rollout/step_state.hpp"

namespace odgear::policy {

class Walk {
public:
    // `beta` is the inverse temperature. `rows` can be shared by many walks. They make walks fast
    // and do not change probabilities; they must be made from the same table and beta.
    explicit Walk(const RolloutProblem& problem, float beta = 1, const SortedRows* rows = nullptr);

    // Begins anew with all customers unvisited.
    void restart();
    // Begins anew with only these unvisited; the others count as visited, on `routes` routes.
    // O(number of customers); after a whole walk O(N).
    void restart(std::span<const int> customers, int routes);

    // Begins a part of a tour: these cities are visited between `from` and `to`, which are not
    // among them. `to` is masked until all are visited. O(number of cities); after a whole walk
    // O(N).
    void restart_part(std::span<const int> cities, int from, int to);
    // Moves to a city at no cost, along a path that stays in the tour.
    void jump(int city);

    int node() const { return state_.node(); }
    bool finished() const { return state_.finished(); }
    double cost() const { return cost_; }
    // Whether the next step chooses the first city of a tour.
    bool choosing_start() const { return node() == 0 && problem_.tour(); }
    int routes() const { return state_.routes(); }
    double load_share() const { return state_.load_share(); }
    int visited_neighbors(int customer) const { return state_.word(customer) & kernels::iso_mask; }

    // Choose the next node. The log-probability of the choice is added to `log_probability`, if
    // given.
    int best(double* log_probability = nullptr);
    int sample(Random& random, double* log_probability = nullptr);

    // The distribution of the next step: the weights of the slots of the current row, relative to
    // the largest, and of the customers outside. Valid until the next call or move.
    struct Distribution {
        std::span<const float> weights;  // [row_size]; 0 where masked
        double outside = 0;              // the weight of each customer outside, on the same scale
        int outside_count = 0;
        double total = 0;
        bool forced = false;  // the only possible step is back to the depot at the end
    };
    Distribution distribution();
    // Whether the masks allow to go there next.
    bool allows(int target) const;

    void move(int target);
    // Load the memory that move(target), or the choice of the next step, reads into the cache.
    void prefetch_move(int target) const;
    void prefetch_choice() const;

private:
    void close();
    void touch(int customer) {
        if (depot_) depot_->touch(customer);
    }
    kernels::RowArgs row_args() const;
    bool fits(int customer) const;
    bool within_length(int customer) const;
    kernels::Best row_logits();
    kernels::Best depot_logits();
    int outside_count() const;
    int best_at_depot();
    int best_in_row();
    int nearest_outside() const;
    int outside_customer(int index);
    kernels::SortedRowArgs sorted_args() const;
    int sample_in_row(Random& random);
    int sample_sorted(Random& random);
    int random_unvisited(Random& random) const;
    int sample_rest(const kernels::SortedRowArgs& row, std::size_t first, double rest);
    int sample_distribution(Random& random, const Distribution& d);
    double probability(const Distribution& d, int target) const;

    const RolloutProblem& problem_;
    const SortedRows* rows_;
    std::optional<DepotRow> depot_;  // with rows, where there is a depot
    const float beta_;
    const bool limited_length_;
    StepState state_;
    double length_ = 0;  // of the current route, including service
    double cost_ = 0;
    // Which customers the last restart made unvisited: all, or only these.
    bool whole_ = true;
    std::vector<int> opened_;
    kernels::AlignedVector<float> logits_;
    kernels::AlignedVector<float> weights_;
};

}  // namespace odgear::policy
