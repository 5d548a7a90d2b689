#include "odgear/train/objective.hpp"

#include <algorithm>

#include "odgear/train/losses/backward_probability.hpp"
#include "odgear/train/losses/detailed_balance.hpp"
#include "odgear/train/losses/group_advantage.hpp"
#include "odgear/train/losses/policy_gradient.hpp"
#include "odgear/train/losses/step_credit.hpp"
#include "odgear/train/losses/trajectory_balance.hpp"

namespace odgear::train {

namespace {

std::vector<double> costs_of(std::span<const Trajectory> group) {
    std::vector<double> costs;
    for (const Trajectory& trajectory : group) costs.push_back(trajectory.cost);
    return costs;
}

std::vector<double> log_forward_of(std::span<const Trajectory> group) {
    std::vector<double> values;
    for (const Trajectory& trajectory : group) values.push_back(trajectory.log_prob);
    return values;
}

std::vector<double> log_backward_of(const TrainingGraph& graph, std::span<const Trajectory> group) {
    std::vector<double> values;
    for (const Trajectory& trajectory : group)
        values.push_back(graph.instance().is_tsp()
                             ? log_backward_probability_of_tour(graph.customers())
                             : log_backward_probability(routes_of(graph, trajectory)));
    return values;
}

// Step credit, plus a share of the trajectory's advantage with an entropy bonus (docs/training.md):
// −1/G Σ_g Σ_t [credit + w·(A_g − η·(log P_F − mean))]·log p_t.
GroupGradient step_credit_gradient(int customers, std::span<const Trajectory> group,
                                   const PolicyRecipe& recipe) {
    std::vector<double> advantage = group_advantage(costs_of(group), {});
    const std::vector<double> log_forward = log_forward_of(group);
    const auto count = static_cast<double>(group.size());
    double mean = 0;
    std::size_t best = 0;
    for (std::size_t g = 0; g < group.size(); ++g) {
        mean += log_forward[g] / count;
        if (group[g].cost < group[best].cost) best = g;
    }
    advantage[best] += recipe.leader;
    StepCreditOptions options;
    options.lambda = recipe.lambda > 0 ? recipe.lambda : credit_lambda(customers);
    const std::vector<std::vector<float>> credit = step_credit(group, options);
    GroupGradient result;
    result.d_log_prob.resize(group.size());
    for (std::size_t g = 0; g < group.size(); ++g) {
        const double whole =
            recipe.trajectory_weight * (advantage[g] - recipe.entropy * (log_forward[g] - mean));
        for (std::size_t t = 0; t < group[g].steps(); ++t) {
            const double weight = double(credit[g][t]) + whole;
            result.d_log_prob[g].push_back(static_cast<float>(-weight / count));
            result.parts.policy_gradient -= weight * double(group[g].log_probs[t]) / count;
        }
    }
    result.parts.total = result.parts.policy_gradient;
    return result;
}

GroupGradient balance_gradient(const TrainingGraph& graph, std::span<const Trajectory> group,
                               std::span<const double> rewards, double log_z,
                               const PolicyRecipe& recipe, const ObjectiveState& state) {
    AdvantageOptions advantage_options;
    advantage_options.scaled = recipe.scaled_advantage;
    const std::vector<double> advantage = group_advantage(costs_of(group), advantage_options);
    const std::vector<double> none(group.size(), 0.0);
    const std::vector<double> full(group.size(), 1.0);
    const std::vector<double> forward = log_forward_of(group);
    const std::vector<double> backward = log_backward_of(graph, group);
    const BalanceLoss balance = trajectory_balance(
        {forward, backward, rewards.empty() ? std::span<const double>(full) : rewards,
         recipe.group_advantage ? advantage : none},
        log_z, {state.alpha, !recipe.learned_log_z});
    const PolicyGradientLoss auxiliary = policy_gradient(forward, advantage);
    GroupGradient result;
    result.d_log_z = balance.d_log_z;
    result.parts.balance = balance.loss;
    result.parts.policy_gradient = auxiliary.loss;
    for (std::size_t g = 0; g < group.size(); ++g) {
        const double weight =
            balance.d_log_forward[g] + recipe.policy_gradient * auxiliary.d_log_forward[g];
        result.d_log_prob.emplace_back(group[g].steps(), static_cast<float>(weight));
    }
    if (recipe.detailed_balance > 0) {
        const DetailedBalanceLoss detailed =
            detailed_balance(group, state.alpha, graph.instance().problem());
        result.parts.detailed = detailed.loss;
        for (std::size_t g = 0; g < group.size(); ++g)
            for (std::size_t t = 0; t < group[g].steps(); ++t)
                result.d_log_prob[g][t] +=
                    static_cast<float>(recipe.detailed_balance) * detailed.d_log_prob[g][t];
    }
    result.parts.total = result.parts.balance + recipe.policy_gradient * auxiliary.loss +
                         recipe.detailed_balance * result.parts.detailed;
    return result;
}

}  // namespace

GroupGradient group_gradient(const TrainingGraph& graph, std::span<const Trajectory> group,
                             std::span<const double> rewards, double log_z,
                             const PolicyRecipe& recipe, const ObjectiveState& state) {
    if (recipe.objective == "step-credit")
        return step_credit_gradient(graph.customers(), group, recipe);
    return balance_gradient(graph, group, rewards, log_z, recipe, state);
}

}  // namespace odgear::train
