#include "odgear/policy/kernels/kernels.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <cstring>

#include "models.hpp"
#include "odgear/core/random.hpp"
#include "odgear/policy/kernels/reference.hpp"

namespace odgear::policy::kernels {
namespace {

using Floats = AlignedVector<float>;

Floats draw(Random& random, std::size_t count, double scale = 1) {
    Floats values(count);
    for (float& v : values) v = float(scale * testing::normal(random));
    return values;
}

PackedMatrix draw_matrix(Random& random, std::size_t inputs, std::size_t outputs) {
    PackedMatrix matrix(inputs, outputs);
    for (std::size_t o = 0; o < outputs; ++o) {
        matrix.bias[o] = float(testing::normal(random));
        for (std::size_t i = 0; i < inputs; ++i)
            matrix.at(o, i) = float(testing::normal(random) / std::sqrt(double(inputs)));
    }
    return matrix;
}

// Every test runs on each instruction set that this machine and the binary both have.
class Kernels : public ::testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override {
        hwy::SetSupportedTargetsForTest(GetParam());
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    void TearDown() override {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

TEST_P(Kernels, ExpSiluAndBoundedStayWithinTheirErrors) {
    Floats x;
    for (double v = -100; v <= 100; v += 0.0137) x.push_back(float(v));
    x.push_back(0);
    for (const std::size_t count : {x.size(), std::size_t(1), std::size_t(7)}) {
        Floats y(count);
        exp_array(x.data(), y.data(), count);
        for (std::size_t k = 0; k < count; ++k)
            if (std::abs(x[k]) < 87) {
                EXPECT_NEAR(y[k] / std::exp(double(x[k])), 1, 4e-6) << x[k];
            }
        silu_array(x.data(), y.data(), count);
        for (std::size_t k = 0; k < count; ++k) {
            const double exact = reference::silu(double(x[k]));
            EXPECT_NEAR(y[k], exact, 2e-7 + 4e-7 * std::abs(exact)) << x[k];
        }
        bounded_array(x.data(), y.data(), count, 10);
        for (std::size_t k = 0; k < count; ++k)
            EXPECT_NEAR(y[k], reference::bounded(double(x[k]), 10), 5e-6) << x[k];
    }
    float zero = 0;
    silu_array(&zero, &zero, 1);
    EXPECT_EQ(zero, 0);  // padding must stay zero
}

TEST_P(Kernels, Linear) {
    Random random(2);
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 11U, 48U})
        for (const std::size_t inputs : {1U, 3U, 5U, 64U, 100U})
            for (const std::size_t outputs : {1U, 16U, 40U})
                for (const bool accumulate : {false, true}) {
                    const PackedMatrix matrix = draw_matrix(random, inputs, outputs);
                    const Floats x = draw(random, rows * (inputs + 3));
                    Floats y = draw(random, rows * (matrix.outputs + 16));
                    Floats expected = y;
                    LinearArgs args{&matrix,
                                    x.data(),
                                    inputs + 3,
                                    y.data(),
                                    matrix.outputs + 16,
                                    outputs == 16 ? Activation::silu : Activation::none,
                                    accumulate};
                    linear(args, rows);
                    args.y = expected.data();
                    reference::linear(args, rows);
                    for (std::size_t k = 0; k < y.size(); ++k)
                        ASSERT_NEAR(y[k], expected[k], 4e-6) << rows << " " << inputs;
                }
}

TEST_P(Kernels, ColumnStatisticsAndScaleShift) {
    Random random(3);
    for (const std::size_t rows : {1U, 2U, 33U, 64U}) {
        const std::size_t columns = 48;
        Floats x = draw(random, rows * columns);
        for (float& v : x) v += 30;  // far from zero: sums of squares would lose the variance
        Floats mean(columns), deviation(columns), mean2(columns), deviation2(columns);
        column_statistics(x.data(), rows, columns, mean.data(), deviation.data());
        reference::column_statistics(x.data(), rows, columns, mean2.data(), deviation2.data());
        for (std::size_t c = 0; c < columns; ++c) {
            EXPECT_NEAR(mean[c], mean2[c], 2e-5);
            EXPECT_NEAR(deviation[c], deviation2[c], 1e-4 * (1 + double(deviation2[c])));
        }
        const Floats scale = draw(random, columns);
        const Floats shift = draw(random, columns);
        for (const bool replace : {false, true}) {
            const Floats before = draw(random, rows * columns);
            Floats h = before;
            scale_shift(x.data(), rows, columns, scale.data(), shift.data(), replace, h.data());
            for (std::size_t k = 0; k < h.size(); ++k)
                EXPECT_NEAR(
                    h[k],
                    x[k] * scale[k % columns] + shift[k % columns] + (replace ? 0 : before[k]),
                    2e-5);
        }
    }
}

// A made-up instance of 200 nodes and one row of edges in it.
struct Edges {
    static constexpr std::size_t nodes = 200;
    std::size_t units;
    PackedMatrix scalars;
    Floats source, target, unit_x, unit_y, spacing, distance;
    std::vector<int> targets;

    Edges(Random& random, std::size_t width, std::size_t count, bool rich)
        : units(width),
          scalars(draw_matrix(random, rich ? scalar_rows : 1, width)),
          source(draw(random, nodes * width)),
          target(draw(random, nodes * width)),
          unit_x(nodes),
          unit_y(nodes),
          spacing(nodes),
          distance(count) {
        for (std::size_t i = 0; i < nodes; ++i) {
            const double angle = 6.28 * random.unit();
            unit_x[i] = i % 7 == 0 ? 0 : float(std::cos(angle));
            unit_y[i] = i % 7 == 0 ? 0 : float(std::sin(angle));
            spacing[i] = float(0.01 + 0.1 * random.unit());
        }
        for (std::size_t m = 0; m < count; ++m) {
            targets.push_back(int(random.below(nodes)));
            distance[m] = float(random.unit());
        }
    }
    EmbeddingArgs args(bool rich, bool planar = true) const {
        return {units,         rich,          planar,        &scalars,      source.data(),
                target.data(), unit_x.data(), unit_y.data(), spacing.data()};
    }
    EdgeSpan span(int node, int slot = 0) const {
        return {node, slot, targets.size(), targets.data(), distance.data()};
    }
};

TEST_P(Kernels, Embedding) {
    Random random(4);
    for (const std::size_t count : {1U, 5U, 8U, 21U, 41U, 48U})
        for (const std::size_t units : {16U, 64U})
            for (const bool rich : {false, true})
                for (const int node : {0, 1, 7}) {
                    Edges edges(random, units, count, rich);
                    const bool planar = count != 5;
                    if (!planar) {  // a graph without coordinates has no directions
                        std::fill(edges.unit_x.begin(), edges.unit_x.end(), 0.0F);
                        std::fill(edges.unit_y.begin(), edges.unit_y.end(), 0.0F);
                    }
                    Floats scratch(embed_scratch());
                    Floats e(tile_edges * units);
                    embed(edges.args(rich, planar), edges.span(node, 3), scratch.data(), e.data());
                    const auto expected =
                        reference::embed(edges.args(rich, planar), edges.span(node, 3));
                    for (std::size_t k = 0; k < expected.size(); ++k)
                        ASSERT_NEAR(e[k], expected[k], 4e-6) << count << " " << node;
                }
}

struct AttentionCase {
    std::size_t count, units, heads, value_width;
    bool shared, messages;
};

TEST_P(Kernels, Attention) {
    Random random(5);
    for (const AttentionCase c : {AttentionCase{21, 64, 4, 16, false, true},
                                  {21, 64, 4, 64, true, true},
                                  {1, 64, 4, 16, false, true},
                                  {48, 16, 1, 16, true, false},
                                  {49, 32, 5, 16, false, true},
                                  {200, 48, 3, 48, true, true},
                                  {333, 64, 8, 16, false, false}}) {
        const Edges edges(random, c.units, c.count, true);
        const std::size_t score_stride = padded(2 * c.heads);
        // Scores far apart, so that the running softmax has to change its level.
        const Floats scores = draw(random, Edges::nodes * score_stride, 8);
        const Floats edge = draw(random, c.heads * c.units, 0.3);
        const std::size_t value_stride = c.shared ? c.value_width : c.heads * c.value_width;
        const Floats values = draw(random, Edges::nodes * value_stride);
        const AttentionArgs args{edges.args(true), c.heads,       scores.data(), score_stride,
                                 edge.data(),      values.data(), value_stride,  c.value_width,
                                 c.shared,         c.messages};
        Floats scratch(attention_scratch(c.units, c.heads));
        Floats levels(2 * c.heads), sums(c.heads * c.value_width), edge_sums(c.heads * c.units);
        const AttentionSums state{levels.data(), levels.data() + c.heads, sums.data(),
                                  edge_sums.data()};
        attend(args, edges.span(9), scratch.data(), state);
        finish_attention(args, state);
        const reference::Attention expected = reference::attend(args, edges.span(9));
        for (std::size_t k = 0; k < sums.size(); ++k)
            ASSERT_NEAR(sums[k], expected.values[k], 3e-5) << c.count << " " << k;
        for (std::size_t k = 0; c.messages && k < edge_sums.size(); ++k)
            ASSERT_NEAR(edge_sums[k], expected.edges[k], 3e-5) << c.count << " " << k;
    }
}

TEST_P(Kernels, Decoder) {
    Random random(6);
    for (const std::size_t count : {1U, 5U, 41U, 47U, 48U, 49U, 130U})
        for (const std::size_t units : {16U, 64U})
            for (const std::size_t outputs : {1U, 4U})
                for (const bool hidden : {false, true}) {
                    const Edges edges(random, units, count, true);
                    const PackedMatrix first = draw_matrix(random, units, units);
                    const PackedMatrix second = draw_matrix(random, units, units);
                    const Floats source = draw(random, Edges::nodes * units);
                    const Floats target = draw(random, Edges::nodes * units);
                    const Floats out = draw(random, outputs * units);
                    const Floats bias = draw(random, outputs);
                    const DecoderArgs args{
                        edges.args(true),           source.data(), target.data(), &first,
                        hidden ? &second : nullptr, outputs,       out.data(),    bias.data(),
                        units == 16 ? 0.0F : 10.0F};
                    Floats scratch(decoder_scratch(units));
                    const std::size_t stride = count + 5;
                    Floats planes(outputs * stride, 77);
                    decode(args, edges.span(3), scratch.data(), planes.data(), stride);
                    const auto expected = reference::decode(args, edges.span(3));
                    for (std::size_t t = 0; t < outputs; ++t) {
                        for (std::size_t m = 0; m < count; ++m)
                            ASSERT_NEAR(planes[t * stride + m], expected[t * count + m], 3e-5);
                        EXPECT_EQ(planes[t * stride + count], 77);  // nothing written beyond
                    }
                }
}

// Edges that differ in nothing but their length, and what is looked up by it: `of` maps e to
// `width` numbers.
struct EdgesByDistance : Edges {
    static constexpr std::size_t knots = 1024;
    EdgesByDistance(Random& random, std::size_t width, std::size_t count)
        : Edges(random, width, count, false) {
        for (std::size_t i = 0; i < nodes; ++i)
            std::copy_n(source.begin(), units, source.begin() + long(i * units));
        std::fill(target.begin(), target.end(), 0.0F);
        distance[0] = 1;  // the last knot
    }
    template <class Of>
    Floats tabulate(std::size_t width, const Of& of) const {
        Floats values(knots * width);
        const int depot = 0;
        for (std::size_t k = 0; k < knots; ++k) {
            const float d = float(k) / float(knots - 1);
            const auto e = reference::embed(args(false), {0, 0, 1, &depot, &d});
            for (std::size_t c = 0; c < width; ++c) values[k * width + c] = float(of(e, c));
        }
        return values;
    }
    static DistanceTable table(const Floats& values) {
        return {values.data(), values.size() / knots, knots, float(knots - 1)};
    }
};

TEST_P(Kernels, ScoresByDistance) {
    Random random(16);
    for (const std::size_t heads : {1U, 4U, 5U})
        for (const std::size_t count : {1U, 21U, 130U}) {
            const std::size_t units = 32, width = 16;
            const EdgesByDistance edges(random, units, count);
            const std::size_t score_stride = padded(2 * heads);
            const Floats scores = draw(random, Edges::nodes * score_stride);
            const Floats edge = draw(random, heads * units, 0.3);
            const Floats values = draw(random, Edges::nodes * heads * width);
            const Floats looked_up =
                edges.tabulate(padded(heads), [&](const std::vector<double>& e, std::size_t h) {
                    double sum = 0;
                    for (std::size_t c = 0; h < heads && c < units; ++c)
                        sum += double(edge[h * units + c]) * e[c];
                    return sum;
                });
            AttentionArgs args{
                edges.args(false),     heads,         scores.data(), score_stride, edge.data(),
                values.data(),         heads * width, width,         false,        false,
                edges.table(looked_up)};
            Floats scratch(attention_scratch(units, heads));
            Floats levels(2 * heads), sums(heads * width);
            const AttentionSums state{levels.data(), levels.data() + heads, sums.data(), nullptr};
            attend(args, edges.span(9), scratch.data(), state);
            finish_attention(args, state);
            const reference::Attention expected = reference::attend(args, edges.span(9));
            for (std::size_t k = 0; k < sums.size(); ++k)
                ASSERT_NEAR(sums[k], expected.values[k], 3e-5) << heads << " " << count;
        }
}

TEST_P(Kernels, DecoderByDistance) {
    Random random(17);
    for (const std::size_t count : {1U, 47U, 130U})
        for (const bool hidden : {false, true}) {
            const std::size_t units = 32;
            const EdgesByDistance edges(random, units, count);
            const PackedMatrix first = draw_matrix(random, units, units);
            const PackedMatrix second = draw_matrix(random, units, units);
            const Floats source = draw(random, Edges::nodes * units);
            const Floats target = draw(random, Edges::nodes * units);
            const Floats out = draw(random, units);
            const Floats bias = draw(random, 1);
            const Floats looked_up =
                edges.tabulate(units, [&](const std::vector<double>& e, std::size_t c) {
                    double sum = 0;
                    for (std::size_t k = 0; k < units; ++k)
                        sum += reference::weight_of(first, c, k) * e[k];
                    return sum;
                });
            const DecoderArgs args{edges.args(false),
                                   source.data(),
                                   target.data(),
                                   &first,
                                   hidden ? &second : nullptr,
                                   1,
                                   out.data(),
                                   bias.data(),
                                   10.0F,
                                   edges.table(looked_up)};
            Floats scratch(decoder_scratch(units));
            Floats plane(count);
            decode(args, edges.span(3), scratch.data(), plane.data(), count);
            const auto expected = reference::decode(args, edges.span(3));
            for (std::size_t m = 0; m < count; ++m) ASSERT_NEAR(plane[m], expected[m], 3e-5);
        }
}

TEST_P(Kernels, RowSteps) {
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
        const RowArgs row{targets.data(),
                          planes.data(),
                          stride,
                          state,
                          words.data(),
                          random.between(0, 20) * 8 + 7,
                          float(random.unit() - 0.5),
                          0.2F,
                          random.below(2) == 0 ? 0.0F : float(random.unit())};
        const auto expected = reference::row_logits(row);
        Floats logits(stride);
        const Best stored = row_logits(row, logits.data());
        const Best best = best_slot(row);
        for (std::size_t s = 0; s < stride; ++s) {
            if (std::isinf(expected[s]))
                EXPECT_EQ(logits[s], -INFINITY);
            else
                EXPECT_NEAR(logits[s], expected[s], 1e-6);
        }
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

// Read as far as they must be and no farther, and as they are expected (0.7, relative to `level`).
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

TEST_P(Kernels, SortedRows) {
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
            slot[8] -= float(place / 8);  // falling, so that bounds end the search
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
            load,
            0.2F,
            low,
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

// What the order of a row goes by: the largest logits at a load share of 0, 0.3 and 1.
TEST_P(Kernels, MeanReach) {
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

TEST_P(Kernels, DepotSteps) {
    Random random(8);
    for (int trial = 0; trial < 100; ++trial) {
        const std::size_t count = 8 * (1 + random.below(9));
        const Floats u = draw(random, count);
        const Floats v1 = draw(random, count);
        std::vector<NodeWord> words(count + 1);
        for (NodeWord& word : words)
            word = random.below(trial % 10 == 0 ? 1 : 3) == 0 ? unavailable
                                                              : 80 + random.between(0, 5);
        const DepotArgs depot{u.data(), trial % 2 == 0 ? nullptr : v1.data(), words.data() + 1,
                              count, 0.2F};
        const auto expected = reference::depot_logits(depot);
        Floats logits(count);
        const Best stored = depot_logits(depot, logits.data());
        for (std::size_t k = 0; k < count; ++k) {
            if (std::isinf(expected[k]))
                EXPECT_EQ(logits[k], -INFINITY);
            else
                EXPECT_NEAR(logits[k], expected[k], 1e-6);
        }
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

INSTANTIATE_TEST_SUITE_P(InstructionSets, Kernels,
                         ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& tested) { return hwy::TargetName(tested.param); });

}  // namespace
}  // namespace odgear::policy::kernels
