// Algorithm 2 of the paper, line by line: a run of a few steps whose expert records its calls, and
// the parameters before and after each update.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <random>

#include "odgear/core/check.hpp"
#include "odgear/train/experts.hpp"
#include "odgear/train/trainer.hpp"

namespace odgear::train {
namespace {

class PaperAlgorithm2 : public ::testing::Test {
protected:
    PaperAlgorithm2()
        : folder_(std::filesystem::temp_directory_path() /
                  ("odgear-algorithm2-" + std::to_string(std::random_device{}()))) {
        recipe_.network.features = "rich-edges";
        recipe_.network.layers = 1;
        recipe_.network.units = 16;
        recipe_.network.heads = 2;
        recipe_.network.edge_messages = false;
        recipe_.network.state_terms = 0;
        recipe_.network.attention_neighbors = recipe_.network.decode_neighbors = 6;
        recipe_.instances.customers = 12;
        recipe_.imitation.steps = 0;
        recipe_.policy.objective = "balance";
        recipe_.policy.batch = 4;
        recipe_.policy.group = 5;
        recipe_.policy.warmup = 1;
        recipe_.discriminator.enabled = true;
        recipe_.discriminator.batch = 4;
        recipe_.discriminator.refined = 0.5;
        recipe_.expert.subproblem = 6;
        recipe_.expert.iterations = 5;
        recipe_.validation.instances = 1;
        recipe_.validation.rollouts = 2;
        recipe_.validation.reference_iterations = 5;
        recipe_.run.log_every = 1;
    }
    ~PaperAlgorithm2() override { std::filesystem::remove_all(folder_); }

    // A run of that many steps in a folder of its own.
    TrainingState run(int steps) {
        recipe_.policy.steps = steps;
        record_.clear();
        TrainerOptions options;
        options.folder = folder_ / std::to_string(++runs_);
        options.seed = 5;
        const Expert refiner = make_refiner(recipe_.expert);
        Trainer trainer(recipe_, options,
                        {make_solver(),
                         [&](const ExpertTask& task) {
                             Solution refined = refiner(task);
                             const std::lock_guard lock(mutex_);
                             record_.push_back({*task.instance, task.start, refined});
                             return refined;
                         },
                         {}},
                        false);
        trainer.run(nullptr);
        rows_ = read_log(options.folder);
        return trainer.state();
    }

    struct Refinement {
        Instance instance;
        std::vector<Route> negative;
        Solution positive;
    };
    Recipe recipe_;
    std::filesystem::path folder_;
    int runs_ = 0;
    std::mutex mutex_;
    std::vector<Refinement> record_;
    std::vector<LogRow> rows_;
};

// Line 4: every step draws new instances.
TEST_F(PaperAlgorithm2, Line4EveryStepDrawsItsInstances) {
    EXPECT_EQ(run(3).instances, 12);
    ASSERT_EQ(record_.size(), 4u);  // two of each of two steps; the samples of the last step wait
    EXPECT_NE(record_[0].instance.point(1), record_[1].instance.point(1));
    EXPECT_NE(record_[0].instance.point(1), record_[2].instance.point(1));
}

// Line 5: τ_neg is a complete solution of the generator, and φ learns from it.
TEST_F(PaperAlgorithm2, Line5NegativesAreTheGeneratorsOwnTrajectories) {
    run(2);
    for (const Refinement& r : record_) EXPECT_TRUE(check(r.instance, r.negative).feasible());
    EXPECT_TRUE(rows_[2].negative.has_value());
}

// Line 6: τ_pos is the refinement of τ_neg, never worse.
TEST_F(PaperAlgorithm2, Line6PositivesAreRefinedNegatives) {
    run(2);
    ASSERT_FALSE(record_.empty());
    for (const Refinement& r : record_) {
        EXPECT_TRUE(check(r.instance, r.positive).feasible());
        EXPECT_LE(r.positive.cost, solution_cost(r.instance, r.negative) + 1e-9);
    }
    EXPECT_GT(*rows_[2].expert_gain, 0);
}

// Lines 5 and 7: φ moves once its samples are refined, one step later; not before.
TEST_F(PaperAlgorithm2, Line7TheDiscriminatorMovesWhenItsSamplesAreRefined) {
    const std::vector<float> before = run(1).discriminator;
    EXPECT_FALSE(rows_[1].positive.has_value());
    const std::vector<float> after = run(2).discriminator;
    EXPECT_NE(before, after);
    // Its loss is the mean of R(neg)² and (1 − R(pos))², so at least the squares of the means.
    const LogRow& row = rows_[2];
    EXPECT_GE(*row.discriminator_loss,
              *row.negative * *row.negative + (1 - *row.positive) * (1 - *row.positive) - 1e-9);
}

// Lines 8 to 10: G trajectories per instance; the log has C_g, the deviation behind A_g and the
// parts of J_G.
TEST_F(PaperAlgorithm2, Lines8To10AGroupGivesTheLoss) {
    run(1);
    const LogRow& row = rows_[1];
    EXPECT_GT(*row.cost, *row.best_cost);
    EXPECT_GT(*row.deviation, 0);
    EXPECT_NEAR(*row.loss, *row.balance + recipe_.policy.policy_gradient * *row.policy_gradient,
                1e-6 * std::abs(*row.loss));
}

// Line 11: θ and Z_θ move. φ has no influence on this without a reward.
TEST_F(PaperAlgorithm2, Line11GeneratorAndLogZMove) {
    const ParameterLayout layout(recipe_.architecture());
    Random random = Random::stream(5, 0);
    const std::vector<float> start = initial_parameters(layout, random);
    const TrainingState state = run(1);
    for (const char* name : {"node.weight", "layers.0.source", "decoder.out.weight", "logz.1.bias"})
        EXPECT_NE(*layout.at(std::span<const float>(state.generator), name),
                  *layout.at(std::span<const float>(start), name))
            << name;
}

// Weights of another size bring a meaningless log Z. Whatever its constant is, the run begins with
// the constant for which the residuals log Z + log P_F − log P_B of the first batch have mean 0 (R
// = 1, and the advantages of a group sum to 0).
TEST_F(PaperAlgorithm2, LogZOfOtherWeightsIsFittedToTheFirstBatch) {
    recipe_.discriminator.enabled = false;
    const TrainingState other = run(1);
    const ParameterLayout layout(recipe_.architecture());
    std::vector<LogRow> first_rows;
    for (const float constant : {0.0f, 300.0f}) {
        std::vector<float> weights = other.generator;
        *layout.at(std::span<float>(weights), "logz.1.bias") += constant;
        const std::filesystem::path file = folder_ / "weights.safetensors";
        policy::Model model;
        model.architecture = recipe_.architecture();
        model.tensors = to_tensors(layout, weights);
        policy::save_model(file, model);
        recipe_.network.weights = file.string();
        run(1);
        first_rows.push_back(rows_[1]);
    }
    EXPECT_NEAR(*first_rows[0].log_z, *first_rows[1].log_z, 1e-3);
    EXPECT_NEAR(*first_rows[0].balance, *first_rows[1].balance, 1e-6 * *first_rows[0].balance);
    // Between the case of one route per customer and that of six routes with two directions each.
    const double log_backward = *first_rows[0].log_z + *first_rows[0].log_forward;
    EXPECT_LE(log_backward, 0);
    EXPECT_GE(log_backward, -(std::lgamma(13.0) + 6 * std::log(2.0)));
}

}  // namespace
}  // namespace odgear::train
