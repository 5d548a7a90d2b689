// One walk along a trajectory under given logits. State, masks and weights are those of the solver
// (policy/rollout/step_state.hpp, policy/kernels/masked_selection-inl.h). Added here is what
// training needs for a step: the whole row of weights, its entropy, and features of the state for
// the baseline. Compiled once per SIMD target; included only by rollout.cpp, inside Highway's
// foreach_target.
#if defined(ODGEAR_TRAIN_WALKER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_TRAIN_WALKER_INL_HPP
#undef ODGEAR_TRAIN_WALKER_INL_HPP
#else
#define ODGEAR_TRAIN_WALKER_INL_HPP
#endif

#include <algorithm>
#include <cmath>
#include <optional>

#include "odgear/policy/kernels/masked_selection-inl.h"
#include "odgear/policy/rollout/step_state.hpp"
#include "odgear/train/kernels/rollout.hpp"

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace selection = policy::kernels::HWY_NAMESPACE;
using policy::kernels::NodeWord;
using selection::floats;
using selection::ints;
using selection::lanes;
using selection::Terms;
using selection::Vec;

constexpr float log_floor = static_cast<float>(policy::kernels::log_outside_weight);
constexpr int outside = -1;

// The allowed weights of the current row, relative to exp(level).
struct RowSum {
    float level = 0;
    float sum = 0;          // of the row
    float total = 0;        // with the customers outside of the row
    float floor = 0;        // weight of one customer outside of the row
    float mean_logit = 0;   // Σ weight·(logit − level), not divided
    std::size_t count = 0;  // number of slots
};

// Sums over the unvisited customers, for the features of the baseline.
class UnvisitedSums {
public:
    UnvisitedSums(const policy::Graph& graph, float iso_unit) : graph_(graph), unit_(iso_unit) {
        for (std::size_t j = 1; j < graph.demand.size(); ++j) {
            load += graph.demand[j];
            radial += graph.demand[j] * graph.radius[j];
            spacing += graph.spacing[j];
            radii += graph.radius[j];
        }
    }

    void visited(int node, NodeWord word) {
        const auto j = static_cast<std::size_t>(node);
        const float share = unit_ * static_cast<float>(word & policy::kernels::iso_mask);
        load -= graph_.demand[j];
        radial -= graph_.demand[j] * graph_.radius[j];
        spacing -= graph_.spacing[j];
        radii -= graph_.radius[j];
        isolation -= share;
        isolated_spacing -= share * graph_.spacing[j];
        isolation_squared -= share * share;
    }

    void isolated(int node, NodeWord word) {
        if (word == policy::kernels::unavailable) return;
        const float before = unit_ * static_cast<float>(word & policy::kernels::iso_mask);
        isolation += unit_;
        isolated_spacing += unit_ * graph_.spacing[static_cast<std::size_t>(node)];
        isolation_squared += unit_ * (2 * before + unit_);
    }

    float load = 0, radial = 0, spacing = 0, radii = 0;
    float isolation = 0, isolated_spacing = 0, isolation_squared = 0;

private:
    const policy::Graph& graph_;
    float unit_;
};

struct NoObserver {
    void visited(int, NodeWord) {}
    void isolated(int, NodeWord) {}
};

class Walker {
public:
    Walker(const TrainingGraph& graph, const LogitView& logits, WalkScratch& scratch, bool sums)
        : graph_(graph),
          view_(graph.view()),
          logits_(logits),
          scratch_(scratch),
          state_(graph.rules()) {
        state_.restart();
        scratch_.weights.resize(std::max(view_.nodes, view_.row_width) + 32);
        if (sums) sums_.emplace(graph.graph(), graph.rules().iso_unit());
    }

    bool done() const { return state_.finished(); }
    int current() const { return state_.node(); }
    // The first city of a tour is drawn from all with equal probability, without the network.
    bool choosing_start() const { return current() == 0 && graph_.rules().tour(); }
    float log_start_share() const { return -std::log(static_cast<float>(graph_.customers())); }
    std::size_t row_begin() const { return view_.row_begin(static_cast<std::size_t>(current())); }
    int target(std::size_t slot) const { return view_.targets[row_begin() + slot]; }
    // Coefficients of v_0, v_1 (per visited neighbour of the target) and v_2 in this state.
    policy::kernels::StateTerms terms() const { return state_.terms(); }
    NodeWord word(int node) const { return state_.word(node); }

    RowSum weigh(float inverse_temperature) {
        RowSum row;
        row.count = view_.row_size(static_cast<std::size_t>(current()));
        state_.mask_depot();
        const float highest = masked_row(row.count);
        // At least the logit of a customer outside, so that the weight of one is at most 1.
        row.level = std::max(highest, log_floor / inverse_temperature);
        exponentiate(row, inverse_temperature);
        add_outside(row, inverse_temperature);
        return row;
    }

    // The slot of `node` in the current row, or `outside`.
    int slot_of(int node) const {
        if (current() == 0) return node - 1;
        if (node == 0) return 0;
        const std::int32_t* row = view_.targets + row_begin();
        for (std::size_t k = 1; k < view_.row_width; ++k)
            if (row[k] == node) return static_cast<int>(k);
        return outside;
    }

    // The slot drawn by `unit` in [0, 1), or `outside`.
    int draw(const RowSum& row, double unit) const {
        const float mark = static_cast<float>(unit) * row.total;
        float sum = 0;
        std::size_t k = 0;
        for (; k + lanes <= row.count; k += lanes) {  // whole vectors before the drawn position
            const auto weights = hn::LoadU(floats, scratch_.weights.data() + k);
            const float next = sum + hn::GetLane(hn::SumOfLanes(floats, weights));
            if (mark < next) break;
            sum = next;
        }
        for (; k < row.count; ++k) {
            sum += scratch_.weights[k];
            if (mark < sum) return static_cast<int>(k);
        }
        if (row.total > row.sum) return outside;
        do --k;  // because of rounding: the last one that can be drawn
        while (k > 0 && scratch_.weights[k] <= 0);
        return static_cast<int>(k);
    }

    // A random customer that fits and is outside of the row.
    int draw_outside(Random& random) const {
        std::vector<int> candidates;
        for (int j = 1; j <= graph_.customers(); ++j)
            if (state_.fits(j) && slot_of(j) == outside) candidates.push_back(j);
        return candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
    }

    float length_to(int node, int slot) const {
        if (slot != outside && !graph_.rules().tour())
            return graph_.graph().distance[row_begin() + std::size_t(slot)];
        return static_cast<float>(
            state_.step_length(node, [&](int from, int to) { return graph_.distance(from, to); }));
    }

    void move(int node) {
        if (sums_)
            state_.move(node, *sums_);
        else
            state_.move(node, NoObserver{});
    }

    StateFeatures features(const RowSum& row) const {
        const policy::Graph& g = graph_.graph();
        const bool at_depot = current() == 0;
        const auto customers = static_cast<float>(graph_.customers());
        const float radius =
            graph_.rules().tour() ? way_back() : g.radius[static_cast<std::size_t>(current())];
        const float rest = at_depot ? 0.0f : static_cast<float>(state_.load_share());
        const float ahead = expected_length(row);
        const float far = sums_->load > 1e-6f ? sums_->radial / sums_->load : 0.0f;
        return {1.0f,
                static_cast<float>(state_.unvisited()) / customers,
                sums_->radial,
                sums_->spacing,
                sums_->isolation / customers,
                sums_->isolated_spacing,
                sums_->isolation_squared / customers,
                sums_->radii / customers,
                at_depot ? 1.0f : 0.0f,
                rest,
                radius,
                rest * radius,
                row.sum > 0 ? ahead / row.sum : 0.0f,
                rest * far};
    }

    const float* weights() const { return scratch_.weights.data(); }
    const NodeWord* words() const { return state_.words(); }
    const std::int32_t* row_targets() const { return view_.targets + row_begin(); }

private:
    float way_back() const {
        if (current() == 0) return 0;
        return static_cast<float>(graph_.distance(current(), state_.start()));
    }

    // Computes the masked logits of the current row, in the array of its weights; returns the
    // largest.
    float masked_row(std::size_t count) {
        const bool at_depot = current() == 0;
        if (logits_.state_terms == 0)
            return at_depot ? fill_row<Terms::none, true>(count)
                            : fill_row<Terms::none, false>(count);
        return at_depot ? fill_row<Terms::isolation, true>(count)
                        : fill_row<Terms::all, false>(count);
    }

    template <Terms terms, bool at_depot>
    float fill_row(std::size_t count) {
        const float* u = logits_.planes + row_begin();
        const std::int32_t* targets = row_targets();
        const NodeWord* words = state_.words();
        const policy::kernels::StateTerms state = state_.terms();
        const NodeWord limit = state_.limit();
        const Vec nothing = hn::Set(floats, selection::minus_infinity);
        Vec highest = nothing;
        for (std::size_t k = 0; k < count; k += lanes) {
            const auto word = at_depot ? hn::LoadU(ints, words + 1 + k)
                                       : hn::GatherIndex(ints, words, hn::LoadU(ints, targets + k));
            Vec logit = selection::masked_logits<terms>(word, u + k, logits_.stride, state, limit);
            if (k + lanes > count)
                logit = hn::IfThenElse(hn::FirstN(floats, count - k), logit, nothing);
            highest = hn::Max(highest, logit);
            hn::StoreU(logit, floats, scratch_.weights.data() + k);
        }
        return hn::GetLane(hn::MaxOfLanes(floats, highest));
    }

    void exponentiate(RowSum& row, float inverse_temperature) {
        Vec sum = hn::Zero(floats);
        Vec mean = hn::Zero(floats);
        float* weights = scratch_.weights.data();
        const Vec level = hn::Set(floats, row.level);
        for (std::size_t k = 0; k < row.count; k += lanes) {
            const Vec logit = hn::LoadU(floats, weights + k);
            const Vec weight = selection::weight_of(logit, inverse_temperature, row.level);
            sum = hn::Add(sum, weight);
            const auto open = hn::Gt(weight, hn::Zero(floats));
            mean = hn::MulAdd(weight, hn::IfThenElseZero(open, hn::Sub(logit, level)), mean);
            hn::StoreU(weight, floats, weights + k);
        }
        row.sum = hn::GetLane(hn::SumOfLanes(floats, sum));
        row.mean_logit = inverse_temperature * hn::GetLane(hn::SumOfLanes(floats, mean));
        row.total = row.sum;
    }

    // The sum of weight times length over the row, not divided by the sum of the weights.
    float expected_length(const RowSum& row) const {
        const float* distance = graph_.graph().distance.data() + row_begin();
        Vec sums = hn::Zero(floats);
        std::size_t k = 0;
        for (; k + lanes <= row.count; k += lanes)
            sums = hn::MulAdd(hn::LoadU(floats, scratch_.weights.data() + k),
                              hn::LoadU(floats, distance + k), sums);
        float sum = hn::GetLane(hn::SumOfLanes(floats, sums));
        for (; k < row.count; ++k) sum += scratch_.weights[k] * distance[k];
        return sum;
    }

    // Counting the customers outside costs O(N). It matters only if the row itself has almost no
    // weight.
    void add_outside(RowSum& row, float inverse_temperature) const {
        if (current() == 0) return;
        row.floor = std::exp(log_floor - inverse_temperature * row.level);
        if (row.floor * static_cast<float>(state_.unvisited()) <= 1e-7f * row.sum) return;
        int count =
            policy::kernels::count_available(state_.words() + 1, view_.nodes - 1, state_.limit());
        for (std::size_t k = 1; k < row.count; ++k) count -= scratch_.weights[k] > 0;
        row.total += row.floor * static_cast<float>(std::max(0, count));
    }

    const TrainingGraph& graph_;
    const GraphView view_;
    const LogitView logits_;
    WalkScratch& scratch_;
    policy::StepState state_;
    std::optional<UnvisitedSums> sums_;
};

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
