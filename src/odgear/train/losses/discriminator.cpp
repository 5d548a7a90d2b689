#include "odgear/train/losses/discriminator.hpp"

#include <cmath>

namespace odgear::train {

namespace {

double log_sigmoid(double x) {
    return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
}

template <class Visit>
void for_each_edge(const TrainingGraph& graph, const Trajectory& trajectory, Visit visit) {
    const bool tour = graph.rules().tour();  // node 0 is not part of the tour
    int at = tour ? trajectory.visits.front() : 0;
    for (std::size_t t = tour ? 1 : 0; t < trajectory.steps(); ++t) {
        const int node = trajectory.visits[t];
        visit(graph.edge(at, tour && node == 0 ? trajectory.visits.front() : node));
        at = node;
    }
}

double edge_count(const TrainingGraph& graph, const Trajectory& trajectory) {
    return static_cast<double>(trajectory.steps() - (graph.rules().tour() ? 1 : 0));
}

}  // namespace

std::vector<std::int32_t> traversed_edges(const TrainingGraph& graph,
                                          std::span<const Trajectory> trajectories) {
    std::vector<bool> seen(graph.graph().edges(), false);
    std::vector<std::int32_t> edges;
    for (const Trajectory& trajectory : trajectories)
        for_each_edge(graph, trajectory, [&](std::ptrdiff_t edge) {
            if (edge < 0 || seen[static_cast<std::size_t>(edge)]) return;
            seen[static_cast<std::size_t>(edge)] = true;
            edges.push_back(static_cast<std::int32_t>(edge));
        });
    return edges;
}

double discriminator_reward(const TrainingGraph& graph, const LogitView& logits,
                            const Trajectory& trajectory) {
    double sum = 0;
    for_each_edge(graph, trajectory, [&](std::ptrdiff_t edge) {
        sum += edge < 0 ? policy::kernels::log_outside_weight
                        : log_sigmoid(double(logits.planes[edge]));
    });
    return std::exp(sum / edge_count(graph, trajectory));
}

double add_discriminator_gradient(const TrainingGraph& graph, const LogitView& logits,
                                  const Trajectory& trajectory, Sample sample, double scale,
                                  float* gradient) {
    const double reward = discriminator_reward(graph, logits, trajectory);
    const double error = sample == Sample::negative ? reward : reward - 1;
    // dL/du = 2·error · R · (1 − M) / L on each traversed edge
    const double factor = scale * 2 * error * reward / edge_count(graph, trajectory);
    for_each_edge(graph, trajectory, [&](std::ptrdiff_t edge) {
        if (edge < 0) return;
        const double probability = std::exp(log_sigmoid(double(logits.planes[edge])));
        gradient[edge] += static_cast<float>(factor * (1 - probability));
    });
    return error * error;
}

}  // namespace odgear::train
