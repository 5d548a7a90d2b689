#include "odgear/train/kernels/rollout.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/policy/graph/tour_frame.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/train/kernels/rollout.cpp"
#include "hwy/foreach_target.h"
// clang-format off: must follow foreach_target
#include "odgear/train/kernels/walker-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

float log_share(const Walker& walker, const RowSum& row, int slot) {
    if (walker.choosing_start()) return walker.log_start_share();
    const float weight = slot == outside ? row.floor : walker.weights()[slot];
    return std::log(weight / row.total);
}

void sample_target(const TrainingGraph& graph, const LogitView& logits,
                   const SamplingOptions& options, Random& random, WalkScratch& scratch,
                   Trajectory& trajectory) {
    trajectory.visits.clear();
    trajectory.lengths.clear();
    trajectory.log_probs.clear();
    trajectory.states.clear();
    trajectory.cost = trajectory.log_prob = 0;
    double entropy = 0;
    Walker walker(graph, logits, scratch, options.states);
    while (!walker.done()) {
        const RowSum row = walker.weigh(options.inverse_temperature);
        if (options.states) trajectory.states.push_back(walker.features(row));
        const int slot =
            walker.choosing_start()
                ? static_cast<int>(random.below(static_cast<std::uint32_t>(graph.customers())))
                : walker.draw(row, random.unit());
        const int node = slot == outside ? walker.draw_outside(random)
                                         : walker.target(static_cast<std::size_t>(slot));
        const float log_prob = log_share(walker, row, slot);
        const float length = walker.length_to(node, slot);
        trajectory.visits.push_back(node);
        trajectory.lengths.push_back(length);
        trajectory.log_probs.push_back(log_prob);
        trajectory.cost += double(length);
        trajectory.log_prob += double(log_prob);
        if (row.sum > 0 && !walker.choosing_start())
            entropy += double(std::log(row.sum) - row.mean_logit / row.sum);
        walker.move(node);
    }
    trajectory.entropy = entropy / static_cast<double>(trajectory.steps());
}

void evaluate_target(const TrainingGraph& graph, const LogitView& logits, WalkScratch& scratch,
                     Trajectory& trajectory) {
    trajectory.log_probs.clear();
    trajectory.log_prob = 0;
    Walker walker(graph, logits, scratch, false);
    for (const std::int32_t node : trajectory.visits) {
        const RowSum row = walker.weigh(1);
        const float log_prob = log_share(walker, row, walker.slot_of(node));
        trajectory.log_probs.push_back(log_prob);
        trajectory.log_prob += double(log_prob);
        walker.move(node);
    }
}

// Adds one step's part of the gradient: weight·([k = slot] − p_k) to u, and its products with the
// state's coefficients to v_0, v_1, v_2.
void add_step(const Walker& walker, const RowSum& row, int slot, float weight,
              const LogitView& logits, float* gradient) {
    const auto factor = hn::Set(floats, -weight / row.total);
    const bool at_depot = walker.current() == 0;  // where the load terms are 0
    const policy::kernels::StateTerms terms = walker.terms();
    const Vec load = hn::Set(floats, terms.load);
    const Vec low = hn::Set(floats, terms.low);
    float* planes[4];
    for (std::size_t t = 0; t <= logits.state_terms; ++t)
        planes[t] = gradient + t * logits.stride + walker.row_begin();
    const std::int32_t* targets = walker.row_targets();
    const auto add = [&](float* to, Vec v)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(floats, to), v), floats, to); };
    for (std::size_t k = 0; k < row.count; k += lanes) {
        // Beyond the end of the row the weights are 0, so whole vectors may be added.
        const Vec g = hn::Mul(factor, hn::LoadU(floats, walker.weights() + k));
        add(planes[0] + k, g);
        if (logits.state_terms == 0) continue;
        const auto words =
            at_depot ? hn::LoadU(ints, walker.words() + 1 + k)
                     : hn::GatherIndex(ints, walker.words(), hn::LoadU(ints, targets + k));
        add(planes[2] + k, hn::Mul(g, selection::iso_share(words, terms.iso_unit)));
        if (at_depot) continue;
        add(planes[1] + k, hn::Mul(g, load));
        add(planes[3] + k, hn::Mul(g, low));
    }
    if (slot == outside) return;
    planes[0][slot] += weight;
    if (logits.state_terms == 0) return;
    const NodeWord visited = walker.word(targets[slot]) & policy::kernels::iso_mask;
    planes[1][slot] += weight * terms.load;
    planes[2][slot] += weight * terms.iso_unit * static_cast<float>(visited);
    planes[3][slot] += weight * terms.low;
}

void add_gradient_target(const TrainingGraph& graph, const LogitView& logits,
                         const Trajectory& trajectory, std::span<const float> weights,
                         WalkScratch& scratch, float* gradient) {
    Walker walker(graph, logits, scratch, false);
    for (std::size_t t = 0; t < trajectory.steps(); ++t) {
        const int node = trajectory.visits[t];
        if (weights[t] != 0 && !walker.choosing_start()) {
            const RowSum row = walker.weigh(1);
            add_step(walker, row, walker.slot_of(node), weights[t], logits, gradient);
        }
        walker.move(node);
    }
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::train {

HWY_EXPORT(sample_target);
HWY_EXPORT(evaluate_target);
HWY_EXPORT(add_gradient_target);

void sample(const TrainingGraph& graph, const LogitView& logits, const SamplingOptions& options,
            Random& random, WalkScratch& scratch, Trajectory& trajectory) {
    HWY_DYNAMIC_DISPATCH(sample_target)(graph, logits, options, random, scratch, trajectory);
}

void evaluate(const TrainingGraph& graph, const LogitView& logits, WalkScratch& scratch,
              Trajectory& trajectory) {
    HWY_DYNAMIC_DISPATCH(evaluate_target)(graph, logits, scratch, trajectory);
}

void add_gradient(const TrainingGraph& graph, const LogitView& logits, const Trajectory& trajectory,
                  std::span<const float> weights, WalkScratch& scratch, float* gradient) {
    HWY_DYNAMIC_DISPATCH(add_gradient_target)
    (graph, logits, trajectory, weights, scratch, gradient);
}

std::vector<Route> routes_of(const TrainingGraph& graph, const Trajectory& trajectory) {
    if (graph.rules().tour())
        return {policy::route_of_tour(
            std::span(trajectory.visits).first(static_cast<std::size_t>(graph.customers())))};
    std::vector<Route> routes(1);
    for (const std::int32_t node : trajectory.visits) {
        if (node != 0)
            routes.back().push_back(node);
        else if (!routes.back().empty())
            routes.emplace_back();
    }
    if (routes.back().empty()) routes.pop_back();
    return routes;
}

Trajectory trajectory_of(const TrainingGraph& graph, std::span<const Route> routes) {
    Trajectory trajectory;
    int at = 0;
    const auto visit = [&](int node, double length) {
        trajectory.visits.push_back(node);
        trajectory.lengths.push_back(static_cast<float>(length));
        trajectory.cost += length;
        at = node;
    };
    for (const Route& route : routes) {
        if (route.empty()) continue;
        for (const int customer : route) visit(customer, graph.distance(at, customer));
        visit(0, graph.distance(at, 0));
    }
    return trajectory;
}

Trajectory tour_trajectory(const TrainingGraph& graph, const Route& route, std::size_t start,
                           bool reversed) {
    std::vector<int> nodes = policy::tour_of_route(route);
    std::rotate(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(start), nodes.end());
    if (reversed) std::reverse(nodes.begin() + 1, nodes.end());
    Trajectory trajectory;
    for (std::size_t k = 0; k <= nodes.size(); ++k) {
        const int node = k < nodes.size() ? nodes[k] : 0;
        const double length =
            k == 0 ? 0 : graph.distance(nodes[k - 1], node == 0 ? nodes.front() : node);
        trajectory.visits.push_back(node);
        trajectory.lengths.push_back(static_cast<float>(length));
        trajectory.cost += length;
    }
    return trajectory;
}

}  // namespace odgear::train
#endif
