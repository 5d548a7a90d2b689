// A loss written in torch on the fused kernels' autograd functions, against the same loss on the
// plain torch module.
#include "odgear/train/autograd.hpp"

#include <gtest/gtest.h>

#include "odgear/train/torch_network.hpp"
#include "support/random_instances.hpp"

namespace odgear::train {
namespace {

TEST(Autograd, DifferentiatesALossWrittenInTorch) {
    Random random(5);
    policy::Architecture architecture;
    architecture.units = 16;
    architecture.heads = 2;
    architecture.layers = 2;
    const ParameterLayout layout(architecture);
    std::vector<float> values = initial_parameters(layout, random);
    const TrainingGraph graph(std::make_shared<const Instance>(
                                  odgear::testing::random_instance(random, {.customers = 20})),
                              architecture.features, {5, 8});
    FusedNetwork fused(layout);
    torch::Tensor parameters =
        torch::from_blob(values.data(), {static_cast<std::int64_t>(values.size())}).clone();
    parameters.set_requires_grad(true);

    const FusedOutput output = fused_network(parameters, fused, graph);
    Trajectory trajectory;
    WalkScratch scratch;
    sample(graph, fused.logits(), {}, random, scratch, trajectory);
    // Trajectory balance of one trajectory, log P_B = −3.
    const torch::Tensor balance =
        output.log_z.sum() + trajectory_log_probs(output.logits, graph, trajectory).sum() + 3;
    (balance * balance).backward();

    // The same by hand on the plain network: d = 2·balance on log Z and on every step.
    TorchNetwork plain(layout, "cpu");
    plain.forward(graph, values);
    Trajectory walked = trajectory;
    evaluate(graph, plain.logits(), scratch, walked);
    const double d = 2 * (plain.log_z() + walked.log_prob + 3);
    std::vector<float> d_logits(4 * plain.logits().stride, 0.0f);
    add_gradient(graph, plain.logits(), walked,
                 std::vector<float>(walked.steps(), static_cast<float>(d)), scratch,
                 d_logits.data());
    std::vector<float> expected(layout.size(), 0.0f);
    plain.backward(d_logits, d, expected);

    const torch::Tensor gradient = parameters.grad();
    float largest = 0;
    for (const float g : expected) largest = std::max(largest, std::abs(g));
    ASSERT_GT(largest, 0);
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(gradient.data_ptr<float>()[i], expected[i], 1e-3f * largest) << i;
}

}  // namespace
}  // namespace odgear::train
