#include "odgear/train/losses/step_credit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace odgear::train {

namespace {

using Square = std::array<std::array<double, state_features>, state_features>;

// Cholesky in place; features that are (nearly) combinations of others get weight 0.
std::vector<double> solve(Square& a, std::array<double, state_features> b) {
    std::array<bool, state_features> used{};
    std::array<double, state_features> scale{};
    for (std::size_t i = 0; i < state_features; ++i) scale[i] = a[i][i];
    for (std::size_t i = 0; i < state_features; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k)
                if (used[k]) sum -= a[i][k] * a[j][k];
            if (i == j) {
                used[i] = sum > 1e-9 * scale[i] && sum > 0;
                a[i][i] = used[i] ? std::sqrt(sum) : 1.0;
            } else {
                a[i][j] = used[j] ? sum / a[j][j] : 0.0;
            }
        }
    }
    for (std::size_t i = 0; i < state_features; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            if (used[k]) b[i] -= a[i][k] * b[k];
        b[i] = used[i] ? b[i] / a[i][i] : 0.0;
    }
    for (std::size_t i = state_features; i-- > 0;) {
        for (std::size_t k = i + 1; k < state_features; ++k)
            if (used[k]) b[i] -= a[k][i] * b[k];
        b[i] = used[i] ? b[i] / a[i][i] : 0.0;
    }
    return {b.begin(), b.end()};
}

double predict(const std::vector<double>& weights, const StateFeatures& state) {
    double value = 0;
    for (std::size_t f = 0; f < state_features; ++f) value += weights[f] * double(state[f]);
    return value;
}

}  // namespace

std::vector<double> fit_cost_to_come(std::span<const Trajectory> group, double ridge) {
    Square a{};
    std::array<double, state_features> b{};
    for (const Trajectory& trajectory : group) {
        double to_come = 0;
        for (std::size_t t = trajectory.steps(); t-- > 0;) {
            to_come += double(trajectory.lengths[t]);
            const StateFeatures& x = trajectory.states[t];
            for (std::size_t i = 0; i < state_features; ++i) {
                b[i] += double(x[i]) * to_come;
                for (std::size_t j = 0; j <= i; ++j) a[i][j] += double(x[i]) * double(x[j]);
            }
        }
    }
    for (std::size_t i = 0; i < state_features; ++i) a[i][i] *= 1 + ridge;
    return solve(a, b);
}

std::vector<std::vector<float>> step_credit(std::span<const Trajectory> group,
                                            const StepCreditOptions& options) {
    const std::vector<double> weights = fit_cost_to_come(group, options.ridge);
    std::vector<std::vector<float>> credit(group.size());
    double squares = 0;
    double count = 0;
    for (std::size_t g = 0; g < group.size(); ++g) {
        const Trajectory& trajectory = group[g];
        credit[g].resize(trajectory.steps());
        double after = 0;  // expected cost to come after the step: 0 after the last
        double sum = 0;
        for (std::size_t t = trajectory.steps(); t-- > 0;) {
            const double before = predict(weights, trajectory.states[t]);
            const double gain = before - after - double(trajectory.lengths[t]);
            sum = gain + options.lambda * sum;
            credit[g][t] = static_cast<float>(sum);
            squares += sum * sum;
            after = before;
        }
        count += static_cast<double>(trajectory.steps());
    }
    const double root = std::sqrt(squares / std::max(1.0, count));
    for (auto& steps : credit)
        for (float& value : steps)
            value = root > 0 ? static_cast<float>(std::clamp(double(value) / root, -options.clip,
                                                             options.clip))
                             : 0.0f;
    return credit;
}

}  // namespace odgear::train
