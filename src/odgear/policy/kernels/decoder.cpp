#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/decoder.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "odgear/policy/kernels/embedding-inl.h"
#include "odgear/policy/kernels/gemm-inl.h"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// One output: the paper's static table.
HWY_INLINE void single_output(const DecoderArgs& args, const float* f, std::size_t count,
                              float* plane) {
    const std::size_t units = args.embedding.units;
    for (std::size_t m = 0; m < count; ++m) {
        Vec sum = hn::Zero(floats);
        for (std::size_t c = 0; c < units; c += lanes)
            sum = hn::MulAdd(hn::Load(floats, f + m * units + c), hn::Load(floats, args.out + c),
                             sum);
        plane[m] = hn::GetLane(hn::SumOfLanes(floats, sum)) + args.out_bias[0];
    }
}

HWY_INLINE void four_outputs(const DecoderArgs& args, const float* f, std::size_t count,
                             float* planes, std::size_t plane_stride) {
    const std::size_t units = args.embedding.units;
    HWY_ALIGN float by_edge[4 * tile_edges];
    for (std::size_t m = 0; m < count; ++m) {
        Vec sums[4];
        for (Vec& sum : sums) sum = hn::Zero(floats);
        for (std::size_t c = 0; c < units; c += lanes) {
            const Vec value = hn::Load(floats, f + m * units + c);
            for (std::size_t t = 0; t < 4; ++t)
                sums[t] = hn::MulAdd(value, hn::Load(floats, args.out + t * units + c), sums[t]);
        }
        store_four_sums(sums, args.out_bias, by_edge + 4 * m);
    }
    for (std::size_t m = 0; m < count; ++m)
        for (std::size_t t = 0; t < 4; ++t) planes[t * plane_stride + m] = by_edge[4 * m + t];
}

HWY_INLINE void bound_plane(float* plane, std::size_t count, float bound) {
    std::size_t m = 0;
    for (; m + lanes <= count; m += lanes)
        hn::StoreU(fast_bounded(hn::LoadU(floats, plane + m), bound), floats, plane + m);
    if (m == count) return;
    HWY_ALIGN float rest[lanes] = {};
    std::copy(plane + m, plane + count, rest);
    hn::Store(fast_bounded(hn::Load(floats, rest), bound), floats, rest);
    std::copy(rest, rest + (count - m), plane + m);
}

// The sum before the first activation, with its edge term from the table.
HWY_INLINE void add_edge_terms(const DecoderArgs& args, const EdgeSpan& edges, const float* source,
                               float* f) {
    const std::size_t units = args.embedding.units;
    const StartFromEnds ends{source, args.target, edges.target, units};
    for (std::size_t m = 0; m < edges.count; ++m) {
        const auto [knot, along] = args.edge_terms.at(edges.distance[m]);
        for (std::size_t c = 0; c < units; c += wide_lanes) {
            const WideVec here = hn::Load(wide_floats, knot + c);
            const WideVec rise = hn::Sub(hn::Load(wide_floats, knot + units + c), here);
            const WideVec term = hn::MulAdd(rise, hn::Set(wide_floats, along), here);
            hn::Store(hn::Add(ends(m, c), term), wide_floats, f + m * units + c);
        }
    }
}

HWY_INLINE void decode_tile(const DecoderArgs& args, const EdgeSpan& edges, float* scratch,
                            float* planes, std::size_t plane_stride) {
    const std::size_t units = args.embedding.units;
    float* e = scratch + embed_scratch();
    float* f = e + tile_edges * units;
    const float* source = args.source + static_cast<std::size_t>(edges.node) * units;
    if (args.edge_terms.exists()) {
        add_edge_terms(args, edges, source, f);
    } else {
        embed_tile(args.embedding, edges, scratch, e);
        multiply({e, units, 1}, edges.count, *args.edge,
                 StartFromEnds{source, args.target, edges.target, units}, StoreSum{f, units});
    }
    silu_in_place(f, edges.count * units);
    if (args.hidden != nullptr) {
        multiply({f, units, 1}, edges.count, *args.hidden, StartFromBias{args.hidden->bias.data()},
                 StoreSum{e, units});
        silu_in_place(e, edges.count * units);
        std::swap(e, f);
    }
    if (args.outputs == 1)
        single_output(args, f, edges.count, planes);
    else
        four_outputs(args, f, edges.count, planes, plane_stride);
    if (args.bound > 0)
        for (std::size_t t = 0; t < args.outputs; ++t)
            bound_plane(planes + t * plane_stride, edges.count, args.bound);
}

void decode(const DecoderArgs& args, const EdgeSpan& edges, float* scratch, float* planes,
            std::size_t plane_stride) {
    for (std::size_t begin = 0; begin < edges.count; begin += tile_edges) {
        const EdgeSpan tile{edges.node, edges.first_slot + static_cast<int>(begin),
                            std::min(tile_edges, edges.count - begin), edges.target + begin,
                            edges.distance + begin};
        decode_tile(args, tile, scratch, planes + begin, plane_stride);
    }
}

void embed(const EmbeddingArgs& args, const EdgeSpan& edges, float* scratch, float* e) {
    embed_tile(args, edges, scratch, e);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(decode);
HWY_EXPORT(embed);

void decode(const DecoderArgs& args, const EdgeSpan& edges, float* scratch, float* planes,
            std::size_t plane_stride) {
    HWY_DYNAMIC_DISPATCH(decode)(args, edges, scratch, planes, plane_stride);
}
void embed(const EmbeddingArgs& args, const EdgeSpan& edges, float* scratch, float* e) {
    HWY_DYNAMIC_DISPATCH(embed)(args, edges, scratch, e);
}

}  // namespace odgear::policy::kernels
#endif
