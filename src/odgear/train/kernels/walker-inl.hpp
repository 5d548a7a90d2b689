// One walk along a trajectory under given logits: the state of its vehicle and customers, and the
// weights of what may come next. Compiled once per SIMD target; included only by rollout.cpp,
// inside Highway's foreach_target.
#if defined(ODGEAR_TRAIN_WALKER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_TRAIN_WALKER_INL_HPP
#undef ODGEAR_TRAIN_WALKER_INL_HPP
#else
#define ODGEAR_TRAIN_WALKER_INL_HPP
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/train/kernels/dense-inl.hpp"
#include "odgear/train/kernels/rollout.hpp"

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

constexpr float log_floor = -23.02585093f;  // log 1e-10: customers that fit, outside of the row
constexpr float forbidden = -1e30f;
constexpr std::int32_t visited = std::numeric_limits<std::int32_t>::max();
constexpr int outside = -1;

using EightInts = hn::Rebind<std::int32_t, Eight>;
constexpr std::size_t lanes = hn::MaxLanes(Eight());

// The allowed weights of the current row, relative to exp(highest).
struct RowSum {
    float highest = 0;
    float sum = 0;          // of the row
    float total = 0;        // with the customers outside of the row
    float floor = 0;        // weight of one such customer
    float mean_logit = 0;   // Σ weight·(logit − highest), not divided
    std::size_t count = 0;  // slots
};

class Walker {
public:
    Walker(const TrainingGraph& graph, const LogitView& logits, WalkState& state, bool sums)
        : graph_(graph), view_(graph.view()), logits_(logits), state_(state), sums_(sums) {
        const std::size_t nodes = view_.nodes;
        // Padded, since the depot's row is read from them in whole vectors.
        state_.need.assign(nodes + lanes, visited);
        std::copy(graph.demands().begin(), graph.demands().end(), state_.need.begin());
        state_.isolation.assign(nodes + lanes, 0.0f);
        state_.weights.resize(std::max(nodes, view_.row_width) + 32);
        if (graph.instance().is_tsp()) state_.need[0] = visited;
        unvisited_ = graph.customers();
        remaining_ = graph.capacity();
        step_ = 1.0f / static_cast<float>(std::max(1, graph.graph().iso_width));
        if (sums_) start_sums();
    }

    bool done() const { return unvisited_ == 0 && current_ == 0; }
    int current() const { return current_; }
    std::size_t row_begin() const { return view_.row_begin(static_cast<std::size_t>(current_)); }
    int target(std::size_t slot) const { return view_.targets[row_begin() + slot]; }

    // Coefficients of v_0 and v_2 in this state; that of v_1 is the target's isolation.
    float load_term() const { return current_ == 0 ? 0.0f : share() - 0.5f; }
    float low_term() const { return current_ == 0 ? 0.0f : std::max(0.0f, 0.3f - share()) / 0.3f; }

    RowSum weigh(float inverse_temperature) {
        RowSum row;
        row.count = view_.row_size(static_cast<std::size_t>(current_));
        row.highest = current_ == 0 ? depot_logits(row.count, inverse_temperature)
                                    : customer_logits(row.count, inverse_temperature);
        exponentiate(row);
        add_outside(row);
        return row;
    }

    // The slot of `node` in the current row, or `outside`.
    int slot_of(int node) const {
        if (current_ == 0) return node - 1;
        if (node == 0) return 0;
        const std::int32_t* row = view_.targets + row_begin();
        for (std::size_t k = 1; k < view_.row_width; ++k)
            if (row[k] == node) return static_cast<int>(k);
        return outside;
    }

    // The slot drawn by `unit` in [0, 1), or `outside`.
    int draw(const RowSum& row, double unit) const {
        const Eight d;
        const float mark = static_cast<float>(unit) * row.total;
        float sum = 0;
        std::size_t k = 0;
        for (; k + lanes <= row.count; k += lanes) {  // whole vectors that the mark lies behind
            const auto weights = hn::LoadU(d, state_.weights.data() + k);
            const float next = sum + hn::GetLane(hn::SumOfLanes(d, weights));
            if (mark < next) break;
            sum = next;
        }
        for (; k < row.count; ++k) {
            sum += state_.weights[k];
            if (mark < sum) return static_cast<int>(k);
        }
        if (row.total > row.sum) return outside;
        do --k;  // rounding: the last that can be drawn
        while (k > 0 && state_.weights[k] <= 0);
        return static_cast<int>(k);
    }

    // A random one of the customers that fit and are outside of the row.
    int draw_outside(Random& random) const {
        std::vector<int> candidates;
        for (int j = 1; j <= graph_.customers(); ++j)
            if (state_.need[static_cast<std::size_t>(j)] <= remaining_ && slot_of(j) == outside)
                candidates.push_back(j);
        return candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
    }

    float length_to(int node, int slot) const {
        if (slot != outside) return graph_.graph().distance[row_begin() + std::size_t(slot)];
        return static_cast<float>(graph_.distance(current_, node));
    }

    void move(int node) {
        current_ = node;
        if (node == 0) {
            remaining_ = graph_.capacity();
            return;
        }
        const auto at = static_cast<std::size_t>(node);
        remaining_ -= state_.need[at];
        state_.need[at] = visited;
        --unvisited_;
        if (sums_) drop_from_sums(at);
        for (const auto* w = graph_.watchers_begin(node); w != graph_.watchers_end(node); ++w) {
            const auto watcher = static_cast<std::size_t>(*w);
            if (sums_ && state_.need[watcher] != visited) isolate(watcher);
            state_.isolation[watcher] += step_;
        }
        if (unvisited_ == 0) state_.need[0] = 0;  // a TSP's way home
    }

    StateFeatures features(const RowSum& row) const {
        const policy::Graph& g = graph_.graph();
        const auto customers = static_cast<float>(graph_.customers());
        const float radius = g.radius[static_cast<std::size_t>(current_)];
        const float rest = current_ == 0 ? 0.0f : share();
        const float ahead = expected_length(row);
        const float far = load_ > 1e-6f ? radial_ / load_ : 0.0f;
        return {1.0f,
                static_cast<float>(unvisited_) / customers,
                radial_,
                spacing_,
                isolation_ / customers,
                isolated_spacing_,
                isolation_squared_ / customers,
                radii_ / customers,
                current_ == 0 ? 1.0f : 0.0f,
                rest,
                radius,
                rest * radius,
                row.sum > 0 ? ahead / row.sum : 0.0f,
                rest * far};
    }

    const float* weights() const { return state_.weights.data(); }
    const float* isolation() const { return state_.isolation.data(); }
    const std::int32_t* row_targets() const { return view_.targets + row_begin(); }

private:
    float share() const {
        return static_cast<float>(remaining_) / static_cast<float>(graph_.capacity());
    }

    // Masked logits of the depot's row, which is all customers in their order; their largest.
    float depot_logits(std::size_t count, float inverse_temperature) {
        const Eight d;
        const EightInts di;
        const float* u = logits_.planes + row_begin();
        const float* v1 = u + 2 * logits_.stride;
        auto highest = hn::Set(d, forbidden);
        for (std::size_t k = 0; k < count; k += lanes) {
            auto logit = hn::LoadU(d, u + k);
            if (logits_.state_terms > 0) {
                const auto isolation = hn::LoadU(d, state_.isolation.data() + 1 + k);
                logit = hn::MulAdd(isolation, hn::LoadU(d, v1 + k), logit);
            }
            logit = hn::Mul(logit, hn::Set(d, inverse_temperature));
            const auto need = hn::LoadU(di, state_.need.data() + 1 + k);
            const auto blocked = hn::RebindMask(d, hn::Gt(need, hn::Set(di, remaining_)));
            logit = hn::IfThenElse(blocked, hn::Set(d, forbidden), logit);
            highest = hn::Max(highest, logit);
            hn::StoreU(logit, d, state_.weights.data() + k);
        }
        return hn::GetLane(hn::MaxOfLanes(d, highest));
    }

    // Those of a customer's row.
    float customer_logits(std::size_t count, float inverse_temperature) {
        const Eight d;
        const EightInts di;
        const std::size_t begin = row_begin();
        const float* u = logits_.planes + begin;
        const float* v0 = u + logits_.stride;
        const float* v1 = v0 + logits_.stride;
        const float* v2 = v1 + logits_.stride;
        const auto load = hn::Set(d, load_term());
        const auto low = hn::Set(d, low_term());
        const auto beta = hn::Set(d, inverse_temperature);
        const auto room = hn::Set(di, remaining_);
        auto highest = hn::Set(d, log_floor);
        float* weights = state_.weights.data();
        for (std::size_t k = 0; k < count; k += lanes) {
            const auto index = hn::LoadU(di, view_.targets + begin + k);
            const auto need = hn::GatherIndex(di, state_.need.data(), index);
            auto logit = hn::LoadU(d, u + k);
            if (logits_.state_terms > 0) {
                const auto isolation = hn::GatherIndex(d, state_.isolation.data(), index);
                logit = hn::MulAdd(load, hn::LoadU(d, v0 + k), logit);
                logit = hn::MulAdd(isolation, hn::LoadU(d, v1 + k), logit);
                logit = hn::MulAdd(low, hn::LoadU(d, v2 + k), logit);
            }
            logit = hn::Mul(logit, beta);
            const auto blocked = hn::RebindMask(d, hn::Gt(need, room));
            const auto inside = hn::FirstN(d, count - k);
            logit = hn::IfThenElse(hn::AndNot(blocked, inside), logit, hn::Set(d, forbidden));
            highest = hn::Max(highest, logit);
            hn::StoreU(logit, d, weights + k);
        }
        return hn::GetLane(hn::MaxOfLanes(d, highest));
    }

    void exponentiate(RowSum& row) {
        const Eight d;
        const auto highest = hn::Set(d, row.highest);
        auto sum = hn::Zero(d);
        auto mean = hn::Zero(d);
        float* weights = state_.weights.data();
        for (std::size_t k = 0; k < row.count; k += lanes) {
            const auto x = hn::Sub(hn::LoadU(d, weights + k), highest);
            const auto allowed = hn::Gt(x, hn::Set(d, -1e20f));
            const auto weight = hn::IfThenElseZero(allowed, hn::Exp(d, x));
            sum = hn::Add(sum, weight);
            mean = hn::MulAdd(weight, x, mean);
            hn::StoreU(weight, d, weights + k);
        }
        row.sum = hn::GetLane(hn::SumOfLanes(d, sum));
        row.mean_logit = hn::GetLane(hn::SumOfLanes(d, mean));
        row.total = row.sum;
    }

    // Of the row's weights, not divided by their sum.
    float expected_length(const RowSum& row) const {
        const Eight d;
        const float* distance = graph_.graph().distance.data() + row_begin();
        auto sums = hn::Zero(d);
        std::size_t k = 0;
        for (; k + lanes <= row.count; k += lanes)
            sums = hn::MulAdd(hn::LoadU(d, state_.weights.data() + k), hn::LoadU(d, distance + k),
                              sums);
        float sum = hn::GetLane(hn::SumOfLanes(d, sums));
        for (; k < row.count; ++k) sum += state_.weights[k] * distance[k];
        return sum;
    }

    // Counting them costs O(N), and matters only where the row itself has next to no weight.
    void add_outside(RowSum& row) const {
        if (current_ == 0) return;
        row.floor = std::exp(log_floor - row.highest);
        if (row.floor * static_cast<float>(unvisited_) <= 1e-7f * row.sum) return;
        int count = 0;
        for (std::size_t j = 1; j < view_.nodes; ++j) count += state_.need[j] <= remaining_;
        for (std::size_t k = 1; k < row.count; ++k) count -= state_.weights[k] > 0;
        row.total += row.floor * static_cast<float>(std::max(0, count));
    }

    void start_sums() {
        const policy::Graph& g = graph_.graph();
        for (std::size_t j = 1; j < view_.nodes; ++j) {
            load_ += g.demand[j];
            radial_ += g.demand[j] * g.radius[j];
            spacing_ += g.spacing[j];
            radii_ += g.radius[j];
        }
    }

    void drop_from_sums(std::size_t j) {
        const policy::Graph& g = graph_.graph();
        const float isolation = state_.isolation[j];
        load_ -= g.demand[j];
        radial_ -= g.demand[j] * g.radius[j];
        spacing_ -= g.spacing[j];
        radii_ -= g.radius[j];
        isolation_ -= isolation;
        isolated_spacing_ -= isolation * g.spacing[j];
        isolation_squared_ -= isolation * isolation;
    }

    void isolate(std::size_t j) {
        const float before = state_.isolation[j];
        isolation_ += step_;
        isolated_spacing_ += step_ * graph_.graph().spacing[j];
        isolation_squared_ += step_ * (2 * before + step_);
    }

    const TrainingGraph& graph_;
    const GraphView view_;
    const LogitView logits_;
    WalkState& state_;
    const bool sums_;
    int current_ = 0;
    int unvisited_ = 0;
    std::int32_t remaining_ = 0;
    float step_ = 0;
    // Sums over the unvisited customers, for the baseline.
    float load_ = 0, radial_ = 0, spacing_ = 0, radii_ = 0;
    float isolation_ = 0, isolated_spacing_ = 0, isolation_squared_ = 0;
};

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
