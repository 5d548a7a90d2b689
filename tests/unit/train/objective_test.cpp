// How the settings of a recipe affect a group's gradient.
#include "odgear/train/objective.hpp"

#include <gtest/gtest.h>

#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/losses/step_credit.hpp"
#include "support/random_instances.hpp"

namespace odgear::train {
namespace {

TEST(Objective, CreditReachesAsFarAsTheRecipeSaysOrTheSizeAsks) {
    Random random(4);
    const TrainingGraph graph(std::make_shared<const Instance>(odgear::testing::random_instance(
                                  random, {.customers = 150, .capacity = 30})),
                              policy::FeatureSet::rich, {7, 7});
    const std::size_t stride = padded(graph.view().edges());
    const std::vector<float> planes(stride, 0.0f);
    SamplingOptions options;
    options.states = true;
    WalkScratch scratch;
    std::vector<Trajectory> group(4);
    for (Trajectory& trajectory : group)
        sample(graph, {planes.data(), stride, 0}, options, random, scratch, trajectory);
    const auto gradient = [&](double lambda) {
        PolicyRecipe recipe;
        recipe.lambda = lambda;
        return group_gradient(graph, group, {}, 0, recipe, {}).d_log_prob;
    };
    EXPECT_EQ(gradient(0), gradient(credit_lambda(150)));
    EXPECT_NE(gradient(0), gradient(0.98));
    EXPECT_EQ(PolicyRecipe().lambda, 0);
}

}  // namespace
}  // namespace odgear::train
