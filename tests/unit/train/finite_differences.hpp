// The gradient of a weighted sum of step log-probabilities against finite differences of the
// logits.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train::testing {

inline void expect_gradient(const TrainingGraph& graph, const LogitView& logits,
                            std::vector<float>& planes, Random& random) {
    WalkScratch scratch;
    Trajectory trajectory;
    sample(graph, logits, {}, random, scratch, trajectory);
    std::vector<float> weights;
    for (std::size_t t = 0; t < trajectory.steps(); ++t)
        weights.push_back(static_cast<float>(random.unit() - 0.3));
    std::vector<float> gradient(planes.size(), 0.0f);
    add_gradient(graph, logits, trajectory, weights, scratch, gradient.data());
    const auto objective = [&](std::size_t at, float value) {
        const float before = planes[at];
        planes[at] = value;
        Trajectory copy = trajectory;
        evaluate(graph, logits, scratch, copy);
        planes[at] = before;
        double sum = 0;
        for (std::size_t t = 0; t < copy.steps(); ++t)
            sum += double(weights[t]) * double(copy.log_probs[t]);
        return sum;
    };
    for (std::size_t at = 0; at < planes.size(); at += 3) {
        const double up = objective(at, planes[at] + 0.02f);
        const double down = objective(at, planes[at] - 0.02f);
        ASSERT_NEAR(gradient[at], (up - down) / 0.04, 2e-3) << at;
    }
}

}  // namespace odgear::train::testing
