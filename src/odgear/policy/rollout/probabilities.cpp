#include "odgear/policy/rollout/probabilities.hpp"

#include <cmath>

#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

double log_probability(Walk& walk, const EdgeTable& table, const std::vector<int>& nodes) {
    double result = 0;
    walk.restart();
    for (const int target : nodes) {
        const Walk::Distribution d = walk.distribution();
        const int slot = table.slot(walk.node(), target);
        const double weight =
            slot < 0 ? d.outside : static_cast<double>(d.weights[static_cast<std::size_t>(slot)]);
        result += std::log(weight / d.total);
        walk.move(target);
    }
    return result;
}

void add_row(const RolloutProblem& problem, Walk& walk, EdgeProbabilities& edges) {
    const std::vector<int>& label = problem.graph().label;
    const int node = walk.node();
    const int shift = problem.tour() ? 1 : 0;  // from a node of the frame to a city of the tour
    const Walk::Distribution d = walk.distribution();
    for (std::size_t s = 0; s < d.weights.size(); ++s) {
        if (d.weights[s] == 0) continue;
        const int target = node == 0 ? static_cast<int>(s) + 1 : problem.table().targets(node)[s];
        edges.rows.push_back(label[static_cast<std::size_t>(node)] - shift);
        edges.columns.push_back(label[static_cast<std::size_t>(target)] - shift);
        edges.values.push_back(static_cast<float>(static_cast<double>(d.weights[s]) / d.total));
    }
}

}  // namespace

std::vector<DrawnTrajectory> drawn_trajectories(const RolloutProblem& problem,
                                                const std::vector<Trajectory>& trajectories,
                                                double inverse_temperature,
                                                const Workers& workers) {
    const std::vector<int>& label = problem.graph().label;
    const int shift = problem.tour() ? 1 : 0;
    std::vector<DrawnTrajectory> result(trajectories.size());
    workers.for_each(trajectories.size(), [&](std::size_t k) {
        const Trajectory& drawn = trajectories[k];
        Walk walk(problem, static_cast<float>(inverse_temperature));
        result[k].cost = drawn.cost;
        result[k].log_probability = log_probability(walk, problem.table(), drawn.nodes);
        // City c is node c + 1 of the frame; node 0 of the frame is not a city.
        for (const int node : drawn.nodes)
            if (node != 0 || !problem.tour())
                result[k].nodes.push_back(label[static_cast<std::size_t>(node)] - shift);
    });
    return result;
}

EdgeProbabilities edge_probabilities(const RolloutProblem& problem, double inverse_temperature) {
    EdgeProbabilities edges;
    Walk walk(problem, static_cast<float>(inverse_temperature));
    walk.restart();
    if (!problem.tour()) add_row(problem, walk, edges);
    for (int customer = 1; customer <= problem.customers(); ++customer) {
        walk.restart();
        walk.move(customer);
        add_row(problem, walk, edges);
    }
    return edges;
}

}  // namespace odgear::policy
