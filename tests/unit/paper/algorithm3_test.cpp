// Algorithm 3 of the paper: clustering-free inference.
#include <gtest/gtest.h>

#include <algorithm>

#include "odgear/core/check.hpp"
#include "odgear/policy/policy.hpp"
#include "tiny_network.hpp"

namespace odgear::paper {
namespace {

// A network whose logits fall with the distance: u_ij = −5·σ(σ(d_ij)).
policy::Model near_is_better() {
    policy::Model model = tiny_model();
    set(model, "edge.weight", {1, 0});
    set(model, "decoder.edge.weight", {1, 0, 0, 0});
    set(model, "decoder.out.weight", {-5, 0});
    return model;
}

TEST(PaperAlgorithm3, Line3LogitsAreComputedOnce) {
    const Computed c = compute(near_is_better());
    EXPECT_NEAR(c.u(1, 2), -5 * silu(silu(1)), 1e-5);
    EXPECT_NEAR(c.u(1, 3), -5 * silu(silu(std::sqrt(2.0))), 1e-5);
}

// Lines 4 to 8: G_s trajectories, each complete and with its own cost.
TEST(PaperAlgorithm3, Lines4To8EveryTrajectoryIsASolutionWithItsCost) {
    const Instance instance = square();
    PolicySettings settings;
    settings.rollouts = 60;
    settings.rho = 1;
    const policy::PolicyResult result =
        policy::run(instance, near_is_better(), settings, {.keep = 60});
    EXPECT_EQ(result.costs.size(), 60u);
    EXPECT_GT(result.solutions.size(), 1u);
    for (const Solution& solution : result.solutions) {
        EXPECT_TRUE(check(instance, solution).feasible());
        // C_g: legs of length 1 and diagonals of √2, added up by hand.
        double cost = 0;
        for (const Route& route : solution.routes) {
            int at = 0;
            for (std::size_t k = 0; k <= route.size(); ++k) {
                const int to = k < route.size() ? route[k] : 0;
                cost += (at + to) % 2 == 1 ? 1 : std::sqrt(2.0);  // sides join odd and even corners
                at = to;
            }
        }
        EXPECT_NEAR(solution.cost, cost, 1e-9);
    }
}

// Line 10: the one with the lowest cost. The optimum is 0-1-2-0 or 0-2-1-0, and 0-3-0.
TEST(PaperAlgorithm3, Line10TheCheapestIsReturned) {
    PolicySettings settings;
    settings.rollouts = 60;
    settings.rho = 1;
    const policy::PolicyResult result = policy::run(square(), near_is_better(), settings);
    EXPECT_EQ(result.best.cost, *std::min_element(result.costs.begin(), result.costs.end()));
    // Demands 1 + 3 fill one vehicle, 2 goes alone: 0-1-3-0 and 0-2-0 cost 2 + √2 + 2√2; the pairs
    // 1 + 2 and 3 alone cost 2 + √2 + 2.
    EXPECT_NEAR(result.best.cost, 4 + std::sqrt(2.0), 1e-9);
}

}  // namespace
}  // namespace odgear::paper
