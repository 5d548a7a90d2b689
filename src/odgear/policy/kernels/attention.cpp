#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/attention.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "odgear/policy/kernels/attention_score-inl.h"
#include "odgear/policy/kernels/embedding-inl.h"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// weights[h * tile_edges + m]: first scores, then softmax weights.

// Turns scores into weights relative to the row's largest score so far, and rescales the sums of
// earlier spans to it.
HWY_INLINE void tile_softmax(const AttentionArgs& args, std::size_t count, float* weights,
                             const AttentionSums& sums) {
    const std::size_t wide = padded(count, 8);
    for (std::size_t h = 0; h < args.heads; ++h) {
        float* row = weights + h * tile_edges;
        std::fill(row + count, row + wide, -std::numeric_limits<float>::infinity());
        const float before = sums.largest[h];
        const bool fresh = sums.total[h] == 0;
        Vec most = hn::Load(floats, row);
        for (std::size_t m = lanes; m < wide; m += lanes)
            most = hn::Max(most, hn::Load(floats, row + m));
        float largest = hn::GetLane(hn::MaxOfLanes(floats, most));
        if (!fresh) largest = std::max(largest, before);
        if (!fresh && largest > before) {
            const float fade = hn::GetLane(fast_exp(hn::Set(floats, before - largest)));
            sums.total[h] *= fade;
            for (std::size_t c = 0; c < args.value_width; ++c)
                sums.values[h * args.value_width + c] *= fade;
            if (args.edge_messages)
                for (std::size_t c = 0; c < args.embedding.units; ++c)
                    sums.edges[h * args.embedding.units + c] *= fade;
        }
        sums.largest[h] = largest;
        Vec total = hn::Zero(floats);
        for (std::size_t m = 0; m < wide; m += lanes) {
            const Vec shifted = hn::Sub(hn::Load(floats, row + m), hn::Set(floats, largest));
            const Vec alive =
                hn::IfThenElseZero(hn::Gt(shifted, hn::Set(floats, -exp_limit)), fast_exp(shifted));
            hn::Store(alive, floats, row + m);
            total = hn::Add(total, alive);
        }
        sums.total[h] += hn::GetLane(hn::SumOfLanes(floats, total));
    }
}

struct TileRows {  // the embeddings of the span's edges
    const float* e;
    std::size_t stride;
    HWY_INLINE TileRows from(std::size_t column) const { return {e + column, stride}; }
    HWY_INLINE const float* operator()(std::size_t m) const { return e + m * stride; }
};
struct TargetRows {  // the values of their target nodes
    const float* values;
    std::size_t stride;
    const int* target;
    HWY_INLINE TargetRows from(std::size_t column) const {
        return {values + column, stride, target};
    }
    HWY_INLINE const float* operator()(std::size_t m) const {
        return values + static_cast<std::size_t>(target[m]) * stride;
    }
};

// out[h, c] += sum over edges of weight[h, m] * row(m)[c] for `heads` heads and `vectors` vectors
// of columns at once. The heads share the
// columns of the rows, or each has its own, one after another.
template <std::size_t heads, std::size_t vectors, bool shared, class Rows>
HWY_INLINE void add_columns(const Rows& rows, std::size_t count, const float* weights,
                            std::size_t width, std::size_t c, float* out) {
    WideVec sums[heads][vectors];
    for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t v = 0; v < vectors; ++v)
            sums[h][v] = hn::Load(wide_floats, out + h * width + c + v * wide_lanes);
    for (std::size_t m = 0; m < count; ++m) {
        const float* row = rows(m) + c;
        for (std::size_t h = 0; h < heads; ++h) {
            const WideVec weight = hn::Set(wide_floats, weights[h * tile_edges + m]);
            const float* columns = shared ? row : row + h * width;
            for (std::size_t v = 0; v < vectors; ++v)
                sums[h][v] =
                    hn::MulAdd(weight, hn::Load(wide_floats, columns + v * wide_lanes), sums[h][v]);
        }
    }
    for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t v = 0; v < vectors; ++v)
            hn::Store(sums[h][v], wide_floats, out + h * width + c + v * wide_lanes);
}

template <std::size_t heads, bool shared, class Rows>
HWY_INLINE void add_weighted(const Rows& rows, std::size_t count, const float* weights,
                             std::size_t width, float* out) {
    std::size_t c = 0;
    for (; c + block_panels * panel_width <= width; c += block_panels * panel_width)
        add_columns<heads, block_panels * panel_vectors, shared>(rows, count, weights, width, c,
                                                                 out);
    if constexpr (block_panels > 1)
        if (c < width)
            add_columns<heads, panel_vectors, shared>(rows, count, weights, width, c, out);
}

template <bool shared, class Rows>
HWY_INLINE void add_heads(const Rows& rows, std::size_t count, const float* weights,
                          std::size_t heads, std::size_t width, float* out) {
    std::size_t h = 0;
    for (; h + 4 <= heads; h += 4)
        add_weighted<4, shared>(rows.from(shared ? 0 : h * width), count, weights + h * tile_edges,
                                width, out + h * width);
    for (; h < heads; ++h)
        add_weighted<1, shared>(rows.from(shared ? 0 : h * width), count, weights + h * tile_edges,
                                width, out + h * width);
}

void attend(const AttentionArgs& args, const EdgeSpan& edges, float* scratch,
            const AttentionSums& sums) {
    const std::size_t units = args.embedding.units;
    float* e = scratch + embed_scratch();
    float* weights = e + tile_edges * units;
    for (std::size_t begin = 0; begin < edges.count; begin += tile_edges) {
        const EdgeSpan tile{edges.node, edges.first_slot + static_cast<int>(begin),
                            std::min(tile_edges, edges.count - begin), edges.target + begin,
                            edges.distance + begin};
        if (!args.edge_scores.exists()) embed_tile(args.embedding, tile, scratch, e);
        tile_scores(args, tile, e, weights);
        tile_softmax(args, tile.count, weights, sums);
        if (args.edge_messages)
            add_heads<true>(TileRows{e, units}, tile.count, weights, args.heads, units, sums.edges);
        const TargetRows targets{args.values, args.value_stride, tile.target};
        if (args.shared_values)
            add_heads<true>(targets, tile.count, weights, args.heads, args.value_width,
                            sums.values);
        else
            add_heads<false>(targets, tile.count, weights, args.heads, args.value_width,
                             sums.values);
    }
}

void finish_attention(const AttentionArgs& args, const AttentionSums& sums) {
    for (std::size_t h = 0; h < args.heads; ++h) {
        const Vec share = hn::Set(floats, 1 / sums.total[h]);
        float* values = sums.values + h * args.value_width;
        for (std::size_t c = 0; c < args.value_width; c += lanes)
            hn::Store(hn::Mul(hn::Load(floats, values + c), share), floats, values + c);
        if (!args.edge_messages) continue;
        float* edges = sums.edges + h * args.embedding.units;
        for (std::size_t c = 0; c < args.embedding.units; c += lanes)
            hn::Store(hn::Mul(hn::Load(floats, edges + c), share), floats, edges + c);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(attend);
HWY_EXPORT(finish_attention);

void attend(const AttentionArgs& args, const EdgeSpan& edges, float* scratch,
            const AttentionSums& sums) {
    HWY_DYNAMIC_DISPATCH(attend)(args, edges, scratch, sums);
}
void finish_attention(const AttentionArgs& args, const AttentionSums& sums) {
    HWY_DYNAMIC_DISPATCH(finish_attention)(args, sums);
}

}  // namespace odgear::policy::kernels
#endif
