#include "kernels_fixture.hpp"

#include <cstring>

namespace odgear::policy::kernels {
namespace {

using StepKernels = KernelTest;

TEST_P(StepKernels, RowSteps) {
    Random random(7);
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t stride = 8 * (1 + random.below(7));
        const bool state = random.below(4) > 0;
        std::vector<NodeWord> words(120);
        for (NodeWord& word : words)
            word = random.below(3) == 0 ? unavailable
                                        : random.between(0, 20) * 8 + random.between(0, 5);
        AlignedVector<int> targets(stride);
        for (int& target : targets) target = random.between(0, 119);
        Floats planes = draw(random, 4 * stride);
        if (trial % 5 == 0)  // ties: the first one counts
            for (float& v : planes) v = float(std::round(double(v)));
        const RowArgs row{
            targets.data(),
            planes.data(),
            stride,
            state,
            words.data(),
            random.between(0, 20) * 8 + 7,
            {float(random.unit() - 0.5), 0.2F, random.below(2) == 0 ? 0.0F : float(random.unit())}};
        const auto expected = reference::row_logits(row);
        Floats logits(stride);
        const Best stored = row_logits(row, logits.data());
        const Best best = best_slot(row);
        expect_logits(logits, expected);
        const auto most = std::max_element(logits.begin(), logits.end());
        EXPECT_EQ(best.slot, *most == -INFINITY ? -1 : int(most - logits.begin()));
        EXPECT_EQ(stored.slot, best.slot);
        if (best.slot < 0) continue;
        Floats weights(stride);
        softmax_weights(logits.data(), stride, 0.7F, best.logit, weights.data());
        for (std::size_t s = 0; s < stride; ++s)
            EXPECT_NEAR(
                weights[s],
                std::isinf(expected[s]) ? 0 : std::exp(0.7 * (expected[s] - double(best.logit))),
                1e-6);
    }
}

// Emulated vectors return another largest value of nothing; see LaneBest::best.
TEST_P(StepKernels, NothingLeftToChoose) {
    const std::vector<NodeWord> words(8, unavailable);
    const AlignedVector<int> targets(8, 3);
    const Floats planes(8 * 8, 1.0F);
    Floats logits(8);
    for (const bool state : {false, true}) {
        const RowArgs row{targets.data(), planes.data(), 8, state, words.data(), 7, {}};
        EXPECT_EQ(best_slot(row).slot, -1);
        const Best stored = row_logits(row, logits.data());
        EXPECT_EQ(stored.slot, -1);
        EXPECT_EQ(stored.logit, -INFINITY);
        Floats blocks = planes;
        std::memcpy(blocks.data(), targets.data(), 8 * sizeof(int));
        Floats bounds(SortedRowArgs::bound_size * 2);
        fill_bounds(blocks.data(), 1, state, 1, bounds.data());
        EXPECT_EQ(best_sorted({bounds.data(), blocks.data(), 1, state, words.data(), 7, {}, 0, 0}),
                  -1);
        const DepotArgs depot{planes.data(), 8, state, words.data(), 8, 0.2F};
        EXPECT_EQ(depot_logits(depot, logits.data()).slot, -1);
        EXPECT_EQ(depot_weights(depot, 1, 0, logits.data()).best.slot, -1);
    }
}

// The kernel reads exactly as many blocks as necessary, and the weights are right (0.7, relative to
// `level`).
void expect_weights(const SortedRowArgs& row, const std::vector<double>& expected, float level,
                    std::size_t first, float share) {
    Floats weights(8 * row.count);
    const SortedWeights read = sorted_weights(row, first, 0.7F, level, share, weights.data());
    double total = 0;
    for (std::size_t b = first; b < read.end; ++b) {
        if (b > first) {
            EXPECT_GT(double(row.rest_bound(b)), 0.999 * double(share) * total);
        }
        for (std::size_t k = 0; k < 8; ++k) {
            EXPECT_NEAR(weights[8 * (b - first) + k], expected[8 * b + k],
                        1e-6 + 1e-5 * expected[8 * b + k]);
            total += expected[8 * b + k];
        }
    }
    EXPECT_NEAR(read.total, total, 1e-5 * (1 + total));
    if (share == 0) {
        EXPECT_EQ(read.end, first + 1);
    } else if (read.end < row.count) {
        EXPECT_LE(double(row.rest_bound(read.end)), 1.001 * double(share) * total);
    }
}

TEST_P(StepKernels, SortedRows) {
    Random random(9);
    for (int trial = 0; trial < 500; ++trial) {
        const std::size_t blocks = 1 + random.below(6);
        const bool state = random.below(4) > 0;
        const std::size_t planes = state ? 5 : 2;
        std::vector<NodeWord> words(120);
        for (NodeWord& word : words)
            word = random.below(2) == 0 ? unavailable
                                        : random.between(0, 20) * 8 + random.between(0, 5);
        const NodeWord limit = random.between(0, 20) * 8 + 7;
        const double share = trial % 10 == 0 ? 1 : trial % 10 == 1 ? 0 : random.unit();
        const float load = float(share - 0.5);
        const float low = float(std::max(0.0, low_share - share) / low_share);
        Floats data = draw(random, blocks * planes * 8, 2);
        std::vector<double> logits(8 * blocks);
        int expected = -1;
        double best = -INFINITY;
        for (std::size_t place = 0; place < logits.size(); ++place) {
            float* slot = data.data() + place / 8 * planes * 8 + place % 8;
            const int target = random.between(0, 119);
            std::memcpy(slot, &target, sizeof target);
            slot[8] -= float(place / 8);  // decreasing, so that bounds end the search
            const NodeWord word = words[std::size_t(target)];
            logits[place] = double(slot[8]);
            if (state)
                logits[place] += double(load) * double(slot[16]) + double(low) * double(slot[32]) +
                                 double(word & iso_mask) * 0.2 * double(slot[24]);
            if (word > limit) logits[place] = -INFINITY;
            if (logits[place] > best) {
                best = logits[place];
                expected = target;
            }
        }
        Floats bounds(SortedRowArgs::bound_size * (blocks + 1));
        const float level = fill_bounds(data.data(), blocks, state, 0.7F, bounds.data());
        const bool is_low = share < low_share;
        const SortedRowArgs row{
            bounds.data(),
            data.data(),
            blocks,
            state,
            words.data(),
            limit,
            {load, 0.2F, low},
            is_low ? 0U : 1U,
            float(is_low ? share / low_share : (share - low_share) / (1 - low_share))};
        std::vector<double> weights;
        for (const double logit : logits)
            weights.push_back(std::exp(0.7 * (logit - double(level))));
        double rest = 0;
        for (std::size_t place = logits.size(); place-- > 0;) {
            rest += weights[place];
            EXPECT_LE(logits[place], double(row.logit_bound(place / 8)));
            EXPECT_LE(rest, double(row.rest_bound(place / 8)));
        }
        EXPECT_EQ(row.rest_bound(blocks), 0);
        EXPECT_EQ(best_sorted(row), expected);
        expect_weights(row, weights, level, 0, 0.25F);
        expect_weights(row, weights, level, random.below(std::uint32_t(blocks)), 0);
        EXPECT_EQ(count_available(words.data() + 1, 117, limit),
                  int(std::count_if(words.begin() + 1, words.begin() + 118,
                                    [&](NodeWord word) { return word <= limit; })));
        const std::size_t count = 1 + random.below(std::uint32_t(data.size() - 1));
        for (float& v : data) v = float(random.below(9));
        EXPECT_EQ(first_largest(data.data(), count),
                  std::size_t(std::max_element(data.begin(), data.begin() + std::ptrdiff_t(count)) -
                              data.begin()));
    }
}

// The sort key of a row: the largest logits at a load share of 0, 0.3 and 1.
TEST_P(StepKernels, MeanReach) {
    Random random(10);
    const std::size_t stride = 24;
    const Floats planes = draw(random, 4 * stride, 3);
    Floats reach(stride);
    mean_reach(planes.data(), stride, false, reach.data());
    EXPECT_EQ(reach, Floats(planes.begin(), planes.begin() + stride));
    mean_reach(planes.data(), stride, true, reach.data());
    for (std::size_t s = 0; s < stride; ++s) {
        const auto v = [&](std::size_t t) { return double(planes[(1 + t) * stride + s]); };
        const double empty = -0.5 * v(0) + v(2), low = -0.2 * v(0), full = 0.5 * v(0);
        EXPECT_NEAR(reach[s],
                    double(planes[s]) + std::max(0.0, v(1)) + (empty + 2 * low + full) / 4, 1e-5);
    }
}

TEST_P(StepKernels, DepotSteps) {
    Random random(8);
    for (int trial = 0; trial < 100; ++trial) {
        const std::size_t count = 8 * (1 + random.below(9));
        const Floats u = draw(random, 4 * count);
        std::vector<NodeWord> words(count + 1);
        for (NodeWord& word : words)
            word = random.below(trial % 10 == 0 ? 1 : 3) == 0 ? unavailable
                                                              : 80 + random.between(0, 5);
        const DepotArgs depot{u.data(), count, trial % 2 == 1, words.data() + 1, count, 0.2F};
        const auto expected = reference::depot_logits(depot);
        Floats logits(count);
        const Best stored = depot_logits(depot, logits.data());
        expect_logits(logits, expected);
        const auto most = std::max_element(logits.begin(), logits.end());
        EXPECT_EQ(stored.slot, *most == -INFINITY ? -1 : int(most - logits.begin()));
        Floats weights(count);
        const DepotWeights weighed = depot_weights(depot, 0.7F, 3, weights.data());
        EXPECT_EQ(weighed.best.slot, stored.slot);
        double total = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const double weight = std::exp(0.7 * (double(expected[k]) - 3));
            EXPECT_NEAR(weights[k], weight, 1e-6 + 1e-5 * weight);
            total += weight;
        }
        EXPECT_NEAR(weighed.total, total, 1e-5 * (1 + total));
    }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, StepKernels,
                         ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& tested) { return hwy::TargetName(tested.param); });

}  // namespace
}  // namespace odgear::policy::kernels
