#include "kernels_fixture.hpp"

namespace odgear::policy::kernels {
namespace {

using EdgeKernels = KernelTest;

// A synthetic instance of 200 nodes and one row of edges in it.
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

TEST_P(EdgeKernels, Embedding) {
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

TEST_P(EdgeKernels, Attention) {
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
        // Scores differ strongly, so the running softmax has to change its level.
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

TEST_P(EdgeKernels, Decoder) {
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

// Edges that differ only in their length, with a look-up table: `of` maps e to `width` numbers.
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

TEST_P(EdgeKernels, ScoresByDistance) {
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

TEST_P(EdgeKernels, DecoderByDistance) {
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

INSTANTIATE_TEST_SUITE_P(InstructionSets, EdgeKernels,
                         ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& tested) { return hwy::TargetName(tested.param); });

}  // namespace
}  // namespace odgear::policy::kernels
