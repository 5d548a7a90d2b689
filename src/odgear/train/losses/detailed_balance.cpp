#include "odgear/train/losses/detailed_balance.hpp"

#include <cmath>

#include "odgear/train/losses/backward_probability.hpp"
#include "odgear/train/losses/state_fit.hpp"

namespace odgear::train {

namespace {

double cost_deviation(std::span<const Trajectory> group) {
    const auto count = static_cast<double>(group.size());
    double mean = 0;
    for (const Trajectory& trajectory : group) mean += trajectory.cost / count;
    double variance = 0;
    for (const Trajectory& trajectory : group)
        variance += (trajectory.cost - mean) * (trajectory.cost - mean) / count;
    return std::sqrt(variance);
}

}  // namespace

std::vector<float> step_log_backward(const Trajectory& trajectory, Problem problem) {
    std::vector<float> values;
    double routes = 0;
    int customers = 0;
    for (const std::int32_t node : trajectory.visits) {
        double value = 0;
        if (node != 0) {
            ++customers;
        } else {
            routes += 1;
            value = problem == Problem::tsp
                        ? log_backward_probability_of_tour(customers)
                        : -std::log(routes) - (customers >= 2 ? std::log(2.0) : 0.0);
            customers = 0;
        }
        values.push_back(static_cast<float>(value));
    }
    return values;
}

DetailedBalanceLoss detailed_balance(std::span<const Trajectory> group, double alpha,
                                     Problem problem) {
    const double deviation = cost_deviation(group);
    const double energy = deviation > 1e-8 ? alpha / deviation : 0.0;
    std::vector<std::vector<float>> amounts;  // log P_F − log P_B + energy of each step
    for (const Trajectory& trajectory : group) {
        std::vector<float> values = step_log_backward(trajectory, problem);
        for (std::size_t t = 0; t < values.size(); ++t)
            values[t] = static_cast<float>(double(trajectory.log_probs[t]) - double(values[t]) +
                                           energy * double(trajectory.lengths[t]));
        amounts.push_back(std::move(values));
    }
    const StateFit to_come = fit_to_come(group, amounts);  // −log F
    const auto count = static_cast<double>(group.size());
    DetailedBalanceLoss result;
    for (std::size_t g = 0; g < group.size(); ++g) {
        std::vector<float> d(group[g].steps());
        double after = 0;  // log F is 0 at the end
        for (std::size_t t = group[g].steps(); t-- > 0;) {
            const double before = -to_come(group[g].states[t]);
            const double residual = before + double(amounts[g][t]) - after;
            result.loss += residual * residual / count;
            d[t] = static_cast<float>(2 * residual / count);
            after = before;
        }
        result.d_log_prob.push_back(std::move(d));
    }
    return result;
}

}  // namespace odgear::train
