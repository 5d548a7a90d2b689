// Whole runs on tiny instances: the result does not depend on threads or interruptions, for every
// recipe's objective, and the solver's engine can read the weights.
#include "odgear/train/trainer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "odgear/core/errors.hpp"
#include "odgear/policy/network/network.hpp"
#include "odgear/policy/policy.hpp"
#include "odgear/train/experts.hpp"
#include "odgear/train/plot.hpp"
#include "odgear/train/torch_network.hpp"

namespace odgear::train {
namespace {

class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("odgear-" + unique())) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    static std::string unique() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        return std::string(test->name()) + std::to_string(std::random_device{}());
    }
    std::filesystem::path path_;
};

Recipe tiny(const std::string& objective) {
    Recipe recipe;
    recipe.optimizer.average = objective == "step-credit" ? 0.9 : 0;
    recipe.network.layers = 2;
    recipe.network.units = 16;
    recipe.network.heads = 2;
    recipe.network.attention_neighbors = 6;
    recipe.network.decode_neighbors = 8;
    recipe.instances.customers = 15;
    recipe.instances.max_customers = 20;
    recipe.imitation.steps = objective == "step-credit" ? 4 : 0;
    recipe.imitation.labels = 3;
    recipe.imitation.label_iterations = 10;
    recipe.imitation.batch = 2;
    recipe.policy.objective = objective;
    recipe.policy.steps = 8;
    recipe.policy.batch = 3;
    recipe.policy.group = 6;
    recipe.policy.warmup = 2;
    if (objective == "balance") {
        recipe.discriminator.enabled = true;
        recipe.discriminator.batch = 3;
        recipe.discriminator.every = 2;
        recipe.discriminator.refined = 0.5;  // two of three
        recipe.policy.detailed_balance = 0.5;
        recipe.policy.inverse_temperature = 0.5;
        recipe.expert.subproblem = 8;
        recipe.expert.iterations = 5;
    }
    recipe.validation.instances = 2;
    recipe.validation.rollouts = 5;
    recipe.validation.every = 5;
    recipe.validation.reference_iterations = 20;
    recipe.run.log_every = 1;
    recipe.run.checkpoint_every = 3;
    return recipe;
}

TrainingState train_in(const Recipe& recipe, const std::filesystem::path& folder, int threads,
                       std::int64_t stop_after, bool resume) {
    StopFlag stop;
    TrainerOptions options;
    options.folder = folder;
    options.seed = 7;
    options.threads = threads;
    Trainer trainer(recipe, options,
                    {make_solver(), make_refiner(recipe.expert),
                     [&](const TrainingProgress& progress) {
                         if (progress.row != nullptr && progress.step == stop_after) stop.raise();
                     }},
                    resume);
    trainer.run(&stop);
    return trainer.state();
}

class Training : public ::testing::TestWithParam<const char*> {};

TEST_P(Training, IsTheSameOnAnyNumberOfThreadsAndAfterInterruptions) {
    const Folder folder;
    const Recipe recipe = tiny(GetParam());
    const TrainingState whole = train_in(recipe, folder / "whole", 1, -1, false);
    EXPECT_EQ(whole.step, recipe.total_steps());
    EXPECT_EQ(whole.skipped, 0);
    EXPECT_GE(whole.best_step, 0);

    TrainingState parts = train_in(recipe, folder / "parts", 2, 3, false);
    EXPECT_EQ(parts.step, 3);
    parts = train_in(recipe, folder / "parts", 2, 6, true);
    EXPECT_EQ(parts.step, 6);
    parts = train_in(recipe, folder / "parts", 1, -1, true);
    EXPECT_EQ(parts.step, whole.step);
    EXPECT_EQ(parts.generator, whole.generator);
    EXPECT_EQ(parts.discriminator, whole.discriminator);
    EXPECT_EQ(parts.average, whole.average);
    EXPECT_EQ(parts.generator_optimizer.second, whole.generator_optimizer.second);
    EXPECT_EQ(parts.best_gap, whole.best_gap);

    const auto rows = read_log(folder / "parts");
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(recipe.total_steps()) + 1);
    const auto whole_rows = read_log(folder / "whole");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].step, static_cast<std::int64_t>(i));
        EXPECT_EQ(rows[i].cost, whole_rows[i].cost);
        EXPECT_EQ(rows[i].validation_gap, whole_rows[i].validation_gap);
    }
}

TEST_P(Training, GoesOnFromTheCheckpointAfterACrash) {
    const Folder folder;
    const Recipe recipe = tiny(GetParam());
    const TrainingState whole = train_in(recipe, folder / "whole", 1, -1, false);
    // The state after kill -9: an old checkpoint, and a longer log that ends within a line.
    train_in(recipe, folder / "parts", 1, 3, false);
    std::filesystem::copy(folder / "parts" / "checkpoint.safetensors", folder / "kept");
    train_in(recipe, folder / "parts", 1, 5, true);
    std::filesystem::copy(folder / "kept", folder / "parts" / "checkpoint.safetensors",
                          std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder / "parts" / "log.jsonl", std::ios::app) << "{\"step\":6,\"sta";
    const TrainingState parts = train_in(recipe, folder / "parts", 1, -1, true);
    EXPECT_EQ(parts.generator, whole.generator);
    EXPECT_EQ(read_log(folder / "parts").size(),
              static_cast<std::size_t>(recipe.total_steps()) + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Objectives, Training, ::testing::Values("step-credit", "balance"), [](const auto& objective) {
        return std::string(objective.param == std::string("balance") ? "Balance" : "StepCredit");
    });

TEST(Trainer, DoesNotOverwriteARun) {
    const Folder folder;
    const Recipe recipe = tiny("step-credit");
    train_in(recipe, folder / "run", 1, 1, false);
    EXPECT_THROW(train_in(recipe, folder / "run", 1, 1, false), ConfigurationError);
    EXPECT_EQ(to_toml(Trainer::folder_recipe(folder / "run")), to_toml(recipe));
    EXPECT_EQ(Trainer::folder_seed(folder / "run"), 7u);
}

TEST(Trainer, StopsAfterTooManySkippedSteps) {
    const Folder folder;
    Recipe recipe = tiny("step-credit");
    recipe.imitation.steps = 0;
    recipe.policy.learning_rate = 1e30;  // the second step's logits are not finite
    recipe.network.bound = 0;
    recipe.run.max_skipped = 2;
    EXPECT_THROW(train_in(recipe, folder / "run", 1, -1, false), InternalError);
    EXPECT_TRUE(std::filesystem::exists(folder / "run" / "checkpoint.safetensors"));
}

TEST(Trainer, KeepsARunningMeanOfTheWeights) {
    const Folder folder;
    const Recipe recipe = tiny("step-credit");
    Random random = Random::stream(7, 0);
    const std::vector<float> start =
        initial_parameters(ParameterLayout(recipe.architecture()), random);
    const TrainingState state = train_in(recipe, folder / "run", 1, 1, false);
    ASSERT_EQ(state.step, 1);
    ASSERT_EQ(state.average.size(), start.size());
    EXPECT_NE(state.generator, start);
    // After the first step, a tenth of the old value remains.
    for (std::size_t i = 0; i < start.size(); ++i)
        ASSERT_NEAR(state.average[i], 0.1f * start[i] + 0.9f * state.generator[i], 1e-6);
}

TEST(Trainer, RefusesACheckpointThatLacksTheMean) {
    const Folder folder;
    Recipe recipe = tiny("step-credit");
    recipe.optimizer.average = 0;
    train_in(recipe, folder / "run", 1, 1, false);
    recipe.optimizer.average = 0.9;
    EXPECT_THROW(train_in(recipe, folder / "run", 1, 2, true), InputError);
}

TEST(Trainer, TransformerIsTrainedToo) {
    const Folder folder;
    Recipe recipe = tiny("balance");
    recipe.network.backbone = "transformer";
    recipe.network.edge_messages = false;
    recipe.policy.steps = 2;
    const TrainingState state = train_in(recipe, folder / "run", 1, -1, false);
    EXPECT_EQ(state.step, 2);
    EXPECT_EQ(state.skipped, 0);
}

TEST(Trainer, PlotsItsLog) {
    const Folder folder;
    train_in(tiny("balance"), folder / "run", 1, -1, false);
    const std::string svg = plot_svg(read_log(folder / "run"), "a run");
    EXPECT_NE(svg.find("validation gap"), std::string::npos);
    EXPECT_NE(svg.find("discriminator"), std::string::npos);
    EXPECT_NE(svg.find("<polyline"), std::string::npos);
    EXPECT_THROW(plot_svg({}, "nothing"), InputError);
}

// A range of 0 to 694, cut into fifths, would have ticks like 138.8.
TEST(Trainer, PlotsHaveRoundTicksAndATitleThatFits) {
    std::vector<LogRow> rows(2);
    rows[0].entropy = 0.25;
    rows[1].entropy = 0.5;
    rows[1].step = 694;
    const std::string end = "/runs/" + std::string(60, 'r') + "-paper";
    const std::string svg = plot_svg(rows, std::string(500, 'x') + end);
    for (const char* tick : {">0<", ">200<", ">400<", ">600<", ">0.3<", ">0.4<", ">0.5<"})
        EXPECT_NE(svg.find(tick), std::string::npos) << tick;
    EXPECT_EQ(svg.find(">138"), std::string::npos);
    EXPECT_NE(svg.find("paper</text>"), std::string::npos);
    EXPECT_EQ(svg.find(std::string(100, 'x')), std::string::npos);
}

// With our recipe and with the paper's: positives, backward probabilities and steps of tours.
TEST(Trainer, TrainsToursAndTheWeightsSaySo) {
    const Folder folder;
    for (const char* objective : {"step-credit", "balance"}) {
        Recipe recipe = tiny(objective);
        recipe.problem = "tsp";
        const TrainingState state = train_in(recipe, folder / objective, 1, -1, false);
        EXPECT_EQ(state.skipped, 0);
        const policy::Model model = policy::load_model(folder / objective / "best.safetensors");
        EXPECT_EQ(model.problem, Problem::tsp);
        const InstanceSource source(recipe.instances, 5, Problem::tsp);
        const auto instance = source.draw(Stream::training, 0);
        EXPECT_EQ(policy::run(*instance, model).best.routes.size(), 1U);
        recipe.instances.kind = "uchoa";
        EXPECT_THROW(validate(recipe), ConfigurationError);
    }
}

TEST(Trainer, DrawsInstancesWithLongRoutes) {
    InstancesRecipe recipe;
    recipe.kind = "long-routes";
    recipe.customers = 400;
    const InstanceSource source(recipe, 1);
    double longest = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
        const auto instance = source.draw(Stream::training, i);
        const double route =
            double(instance->capacity()) * instance->customers() / double(instance->total_demand());
        EXPECT_GT(route, 17) << i;   // 20, except for random demands
        EXPECT_LT(route, 120) << i;  // a quarter of the customers
        longest = std::max(longest, route);
    }
    EXPECT_GT(longest, 60);
}

TEST(Trainer, RefusesFilesWithALimitOnTheLengthOfARoute) {
    const Folder folder;
    std::filesystem::create_directories(folder / "files");
    std::ofstream(folder / "files" / "limited.vrp")
        << "NAME : limited\nTYPE : DCVRP\nDIMENSION : 3\nCAPACITY : 5\nDISTANCE : 50\n"
        << "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\n"
        << "DEMAND_SECTION\n1 0\n2 1\n3 1\nDEPOT_SECTION\n1\n-1\nEOF\n";
    Recipe recipe = tiny("step-credit");
    recipe.instances.kind = "like";
    recipe.instances.like = (folder / "files").string();
    try {
        const InstanceSource source(recipe.instances, 1);
        FAIL() << "was not refused";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("length of a route"), std::string::npos);
    }
}

// The golden test between the two implementations of docs/network.md: the exported file, read by
// the solver's engine, gives the torch module's logits and log Z.
TEST(Trainer, ExportedWeightsGiveTheSameLogitsInTheEngine) {
    const Folder folder;
    for (const char* objective : {"step-credit", "balance"}) {
        Recipe recipe = tiny(objective);
        if (recipe.discriminator.enabled) {
            recipe.network.features = "rich-edges";
            recipe.network.state_terms = 0;
            recipe.network.edge_messages = false;
        }
        const TrainingState state = train_in(recipe, folder / objective, 1, -1, false);
        const policy::Model model = policy::load_model(folder / objective / "last.safetensors");
        const InstanceSource source(recipe.instances, 3);
        const auto instance = source.draw(Stream::training, 0);
        const TrainingGraph graph(instance, model.architecture.features, {6, 8});
        const ParameterLayout layout(recipe.architecture());
        TorchNetwork torch(layout, "cpu");
        torch.forward(graph, state.average.empty() ? state.generator : state.average);
        const LogitView logits = torch.logits();

        const policy::Network engine(model);
        const policy::Encoding encoding = engine.encode(graph.graph(), 6);
        const policy::EdgeTable table = engine.decode(graph.graph(), encoding, 8);
        EXPECT_NEAR(encoding.log_z, torch.log_z(), 1e-4);
        for (int i = 0; i < graph.graph().nodes(); ++i)
            for (int k = 0; k < graph.graph().row_size(i); ++k)
                for (std::size_t t = 0; t <= logits.state_terms; ++t)
                    ASSERT_NEAR(table.planes(i)[t * table.stride(i) + static_cast<std::size_t>(k)],
                                logits.planes[t * logits.stride + graph.graph().row(i) +
                                              static_cast<std::size_t>(k)],
                                1e-4);
        // The model can also solve.
        const policy::PolicyResult result = policy::run(*instance, model);
        EXPECT_GT(result.best.cost, 0);
    }
}

}  // namespace
}  // namespace odgear::train
