#include "odgear/train/checkpoint.hpp"

#include <gtest/gtest.h>

#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/train/checks.hpp"
#include "support/temporary_folder.hpp"

namespace odgear::train {
namespace {

class Checkpoint : public TemporaryFolderTest {
protected:
    Checkpoint() {
        recipe_.instances.customers = 5;
        recipe_.imitation.steps = 3;
        recipe_.policy.steps = 7;
        state_.step = 4;
        state_.generator = {1, 2, 3};
        state_.generator_optimizer = {{0, 0, 1}, {1, 1, 1}, 4};
        state_.pending = {{9, {{1, 2}, {3, 4, 5}}}};
    }

    void require() const {
        require_state(state_, recipe_, {3, 2}, InstanceSource(recipe_.instances, 1), "file");
    }

    Recipe recipe_;
    TrainingState state_;
};

TEST_F(Checkpoint, ReadsBackWhatItWrote) {
    save_checkpoint(folder_ / "c", state_);
    const TrainingState again = load_checkpoint(folder_ / "c");
    EXPECT_EQ(again.step, 4);
    EXPECT_EQ(again.generator, state_.generator);
    ASSERT_EQ(again.pending.size(), 1u);
    EXPECT_EQ(again.pending[0].routes, state_.pending[0].routes);
}

TEST_F(Checkpoint, AFlippedBitIsNoticed) {
    save_checkpoint(folder_ / "c", state_);
    const std::string whole = read_binary_file(folder_ / "c");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        write_file(folder_ / "d", damaged);
        try {
            // Padding of the header and unknown names may change.
            const TrainingState again = load_checkpoint(folder_ / "d");
            EXPECT_EQ(again.step, state_.step) << i;
            EXPECT_EQ(again.generator, state_.generator) << i;
        } catch (const InputError&) {
            continue;
        }
    }
}

TEST_F(Checkpoint, StatesAreCheckedAsInputIs) {
    EXPECT_NO_THROW(require());
    const TrainingState good = state_;
    const auto refused = [&](auto change) {
        state_ = good;
        change(state_);
        EXPECT_THROW(require(), InputError);
    };
    refused([](TrainingState& s) { s.step = -5; });
    refused([](TrainingState& s) { s.step = 11; });
    refused([](TrainingState& s) { s.best_step = 5; });
    refused([](TrainingState& s) { s.generator.pop_back(); });
    refused([](TrainingState& s) { s.generator[0] = std::numeric_limits<float>::quiet_NaN(); });
    refused([](TrainingState& s) { s.generator_optimizer.first.pop_back(); });
    refused([](TrainingState& s) { s.pending[0].routes[0][0] = 99999; });
    refused([](TrainingState& s) { s.pending[0].routes[0].pop_back(); });
}

TEST_F(Checkpoint, NumbersThatAreNoneAreNamed) {
    const std::string good =
        R"({"step":7,"instances":5,"skipped":0,"seconds":1,"best_gap":1,"best_step":5,)"
        R"("generator_steps":7,"discriminator_steps":2,"pending":[{"index":3,"routes":[[1]]}]})";
    EXPECT_EQ(parse_state(good, "f").step, 7);
    const auto refused = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        EXPECT_THROW(parse_state(text, "f"), InputError) << to;
    };
    refused("\"step\":7", "\"step\":1e18");
    refused("\"step\":7", "\"step\":7.5");
    refused("\"seconds\":1", "\"seconds\":1e999");
    refused("\"index\":3", "\"index\":-3");
    refused("[[1]]", "[[0]]");
    refused("[[1]]", "[[4294967297]]");
}

TEST_F(Checkpoint, SolutionsOfACacheAreUsedOnlyIfTheyFit) {
    const auto instance = InstanceSource(recipe_.instances, 1).draw(Stream::training, 0);
    Solution solution = make_solution(*instance, {{1, 2, 3, 4, 5}});
    EXPECT_TRUE(usable(*instance, solution));
    solution.routes[0][0] = 99999;
    EXPECT_FALSE(usable(*instance, solution));
}

TEST_F(Checkpoint, InstancesWithoutDistancesTeachNothing) {
    InstanceData data;
    data.points = {{0, 0}, {0.1, 0}, {0, 0.2}};
    data.demands = {0, 1, 1};
    data.capacity = 5;
    data.rule.rounding = Rounding::nearest;
    EXPECT_THROW(require_teachable(Instance(data)), InputError);
    data.rule.rounding = Rounding::none;
    EXPECT_NO_THROW(require_teachable(Instance(data)));
}

}  // namespace
}  // namespace odgear::train
