// Edge scalars and edge embeddings of a span of edges; included once per instruction set.
#if defined(ODGEAR_POLICY_KERNELS_EMBEDDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_EMBEDDING_INL_H_
#undef ODGEAR_POLICY_KERNELS_EMBEDDING_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_EMBEDDING_INL_H_
#endif

#include <hwy/highway.h>

#include "odgear/policy/kernels/gemm-inl.h"
#include "odgear/policy/kernels/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// One feature per row, tile_edges wide. The arrays of the graph are not padded, so the last edges
// are processed one at a time.
struct ScalarRows {
    float* data;
    float* row(std::size_t feature) const { return data + feature * tile_edges; }
};

template <class Tag>
HWY_INLINE void rich_scalars(Tag tag, const EmbeddingArgs& args, const EdgeSpan& edges,
                             std::size_t m, const ScalarRows& rows) {
    const hn::RebindToSigned<Tag> tag_int;
    const auto d = hn::LoadU(tag, edges.distance + m);
    const auto j = hn::LoadU(tag_int, edges.target + m);
    hn::StoreU(d, tag, rows.row(0) + m);
    const float first = static_cast<float>(edges.first_slot) + static_cast<float>(m);
    const auto place = hn::Add(hn::Iota(tag, 0.0F), hn::Set(tag, first));
    const auto rank = edges.node == 0 ? hn::Zero(tag) : hn::Mul(place, hn::Set(tag, 1.0F / 20));
    hn::StoreU(rank, tag, rows.row(1) + m);
    const auto ratio = hn::Div(d, hn::Set(tag, args.spacing[edges.node]));
    const auto capped = hn::Min(ratio, hn::Set(tag, 20.0F));
    hn::StoreU(hn::Mul(capped, hn::Set(tag, 0.1F)), tag, rows.row(2) + m);

    const float ux = args.unit_x[edges.node];
    const float uy = args.unit_y[edges.node];
    const auto vx = hn::GatherIndex(tag, args.unit_x, j);
    const auto vy = hn::GatherIndex(tag, args.unit_y, j);
    auto cosine = hn::MulAdd(vx, hn::Set(tag, ux), hn::Mul(vy, hn::Set(tag, uy)));
    auto sine = hn::Abs(hn::MulSub(vy, hn::Set(tag, ux), hn::Mul(vx, hn::Set(tag, uy))));
    const auto zero = hn::Zero(tag);
    const auto one = hn::Set(tag, args.planar ? 1.0F : 0.0F);
    auto at_depot = hn::And(hn::Eq(vx, zero), hn::Eq(vy, zero));
    if (ux == 0 && uy == 0) at_depot = hn::Eq(zero, zero);
    cosine = hn::IfThenElse(at_depot, one, cosine);
    sine = hn::IfThenElse(at_depot, zero, sine);
    if (args.nearness != nullptr)
        cosine = hn::LoadU(tag, args.nearness + (edges.distance - args.distance) + m);
    hn::StoreU(cosine, tag, rows.row(3) + m);
    hn::StoreU(sine, tag, rows.row(4) + m);
}

HWY_INLINE void edge_scalars(const EmbeddingArgs& args, const EdgeSpan& edges, float* scratch) {
    const ScalarRows rows{scratch};
    if (!args.rich) {
        for (std::size_t m = 0; m < edges.count; ++m) rows.row(0)[m] = edges.distance[m];
        return;
    }
    std::size_t m = 0;
    for (; m + lanes <= edges.count; m += lanes) rich_scalars(floats, args, edges, m, rows);
    for (; m < edges.count; ++m) rich_scalars(hn::CappedTag<float, 1>(), args, edges, m, rows);
}

// e[count, units] for at most tile_edges edges.
HWY_INLINE void embed_tile(const EmbeddingArgs& args, const EdgeSpan& edges, float* scratch,
                           float* e) {
    edge_scalars(args, edges, scratch);
    const float* source = args.source + static_cast<std::size_t>(edges.node) * args.units;
    multiply({scratch, 1, tile_edges}, edges.count, *args.scalars,
             StartFromEnds{source, args.target, edges.target, args.units}, StoreSum{e, args.units});
    silu_in_place(e, edges.count * args.units);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
