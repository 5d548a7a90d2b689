#include "odgear/train/losses/state_fit.hpp"

#include <array>
#include <cmath>

namespace odgear::train {

namespace {

using Square = std::array<std::array<double, state_features>, state_features>;

// Solves by Cholesky in place. Features that are (nearly) linear combinations of others get weight
// 0.
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

}  // namespace

double StateFit::operator()(const StateFeatures& state) const {
    double value = 0;
    for (std::size_t f = 0; f < state_features; ++f) value += weights[f] * double(state[f]);
    return value;
}

StateFit fit_to_come(std::span<const Trajectory> group,
                     std::span<const std::vector<float>> amounts) {
    constexpr double ridge = 1e-6;  // relative to each feature's own sum of squares
    Square a{};
    std::array<double, state_features> b{};
    for (std::size_t g = 0; g < group.size(); ++g) {
        double to_come = 0;
        for (std::size_t t = group[g].steps(); t-- > 0;) {
            to_come += double(amounts[g][t]);
            const StateFeatures& x = group[g].states[t];
            for (std::size_t i = 0; i < state_features; ++i) {
                b[i] += double(x[i]) * to_come;
                for (std::size_t j = 0; j <= i; ++j) a[i][j] += double(x[i]) * double(x[j]);
            }
        }
    }
    for (std::size_t i = 0; i < state_features; ++i) a[i][i] *= 1 + ridge;
    return {solve(a, b)};
}

}  // namespace odgear::train
