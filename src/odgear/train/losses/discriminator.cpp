#include "odgear/train/losses/discriminator.hpp"

#include <cmath>

namespace odgear::train {

namespace {

constexpr double log_floor = -23.025850929940457;  // log 1e-10, outside of the rows

double log_sigmoid(double x) {
    return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
}

template <class Visit>
void for_each_edge(const TrainingGraph& graph, const Trajectory& trajectory, Visit visit) {
    int at = 0;
    for (const std::int32_t node : trajectory.visits) {
        visit(graph.edge(at, node));
        at = node;
    }
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
        sum += edge < 0 ? log_floor : log_sigmoid(double(logits.planes[edge]));
    });
    return std::exp(sum / static_cast<double>(trajectory.steps()));
}

double add_discriminator_gradient(const TrainingGraph& graph, const LogitView& logits,
                                  const Trajectory& trajectory, Sample sample, double scale,
                                  float* gradient) {
    const double reward = discriminator_reward(graph, logits, trajectory);
    const double error = sample == Sample::negative ? reward : reward - 1;
    // dL/du = 2·error · R · (1 − M) / L on each traversed edge
    const double factor = scale * 2 * error * reward / static_cast<double>(trajectory.steps());
    for_each_edge(graph, trajectory, [&](std::ptrdiff_t edge) {
        if (edge < 0) return;
        const double probability = std::exp(log_sigmoid(double(logits.planes[edge])));
        gradient[edge] += static_cast<float>(factor * (1 - probability));
    });
    return error * error;
}

}  // namespace odgear::train
