// The attention score (paper, Eq. 3) of one row: LeakyReLU(source . z_i + target . z_j + edge .
// e_ij) for each head and edge. The first two terms are stored by node. The third is a product with
// the edge embedding, or a table look-up where it depends on the distance alone. O(edges heads
// units). Included once per instruction set.
#if defined(ODGEAR_POLICY_KERNELS_ATTENTION_SCORE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_ATTENTION_SCORE_INL_H_
#undef ODGEAR_POLICY_KERNELS_ATTENTION_SCORE_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_ATTENTION_SCORE_INL_H_
#endif

#include <algorithm>

#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// The scores of four heads, edge by edge: by_edge[m * 4 + head], without the term of the source.
// Two edges at a time share the values read from `edge`.
HWY_INLINE void four_scores(const AttentionArgs& args, const EdgeSpan& edges, const float* e,
                            std::size_t head, float* HWY_RESTRICT by_edge) {
    const std::size_t units = args.embedding.units;
    const float* edge = args.edge + head * units;
    const float* target = args.scores + args.heads + head;
    for (std::size_t m = 0; m < edges.count; m += 2) {
        const std::size_t next = std::min(m + 1, edges.count - 1);
        Vec sums[2][4];
        for (auto& of_edge : sums)
            for (Vec& sum : of_edge) sum = hn::Zero(floats);
        for (std::size_t c = 0; c < units; c += lanes) {
            const Vec first = hn::Load(floats, e + m * units + c);
            const Vec second = hn::Load(floats, e + next * units + c);
            for (std::size_t h = 0; h < 4; ++h) {
                const Vec weight = hn::Load(floats, edge + h * units + c);
                sums[0][h] = hn::MulAdd(weight, first, sums[0][h]);
                sums[1][h] = hn::MulAdd(weight, second, sums[1][h]);
            }
        }
        const auto at = [&](std::size_t k) {
            return target + static_cast<std::size_t>(edges.target[k]) * args.score_stride;
        };
        store_four_sums(sums[0], at(m), by_edge + 4 * m);
        store_four_sums(sums[1], at(next), by_edge + 4 * next);
    }
}

// The same, looked up by distance.
HWY_INLINE void look_up_four_scores(const AttentionArgs& args, const EdgeSpan& edges,
                                    std::size_t head, float* HWY_RESTRICT by_edge) {
    const hn::CappedTag<float, 4> four;
    for (std::size_t m = 0; m < edges.count; ++m) {
        const auto [knot, along] = args.edge_scores.at(edges.distance[m]);
        const auto j = static_cast<std::size_t>(edges.target[m]);
        const float* target = args.scores + j * args.score_stride + args.heads + head;
        for (std::size_t h = 0; h < 4; h += hn::Lanes(four)) {
            const auto here = hn::LoadU(four, knot + head + h);
            const auto next = hn::LoadU(four, knot + args.edge_scores.width + head + h);
            const auto score = hn::MulAdd(hn::Sub(next, here), hn::Set(four, along), here);
            hn::StoreU(hn::Add(score, hn::LoadU(four, target + h)), four, by_edge + 4 * m + h);
        }
    }
}

HWY_INLINE void look_up_one_score(const AttentionArgs& args, const EdgeSpan& edges,
                                  std::size_t head, float* scores) {
    for (std::size_t m = 0; m < edges.count; ++m) {
        const auto [knot, along] = args.edge_scores.at(edges.distance[m]);
        const float here = knot[head];
        const float next = knot[args.edge_scores.width + head];
        const auto j = static_cast<std::size_t>(edges.target[m]);
        scores[m] =
            args.scores[j * args.score_stride + args.heads + head] + here + along * (next - here);
    }
}

HWY_INLINE void one_score(const AttentionArgs& args, const EdgeSpan& edges, const float* e,
                          std::size_t head, float* scores) {
    const std::size_t units = args.embedding.units;
    const float* edge = args.edge + head * units;
    for (std::size_t m = 0; m < edges.count; ++m) {
        Vec sum = hn::Zero(floats);
        for (std::size_t c = 0; c < units; c += lanes)
            sum = hn::MulAdd(hn::Load(floats, edge + c), hn::Load(floats, e + m * units + c), sum);
        const auto j = static_cast<std::size_t>(edges.target[m]);
        const float target = args.scores[j * args.score_stride + args.heads + head];
        scores[m] = target + hn::GetLane(hn::SumOfLanes(floats, sum));
    }
}

// weights[h * tile_edges + m] of all heads.
HWY_INLINE void tile_scores(const AttentionArgs& args, const EdgeSpan& edges, const float* e,
                            float* weights) {
    HWY_ALIGN float by_edge[4 * tile_edges];
    const bool look_up = args.edge_scores.exists();
    std::size_t head = 0;
    for (; head + 4 <= args.heads; head += 4) {
        if (look_up)
            look_up_four_scores(args, edges, head, by_edge);
        else
            four_scores(args, edges, e, head, by_edge);
        for (std::size_t m = 0; m < edges.count; m += lanes) {
            Vec of[4];
            hn::LoadInterleaved4(floats, by_edge + 4 * m, of[0], of[1], of[2], of[3]);
            for (std::size_t h = 0; h < 4; ++h)
                hn::Store(of[h], floats, weights + (head + h) * tile_edges + m);
        }
    }
    for (; head < args.heads; ++head) {
        float* of_head = weights + head * tile_edges;
        if (look_up)
            look_up_one_score(args, edges, head, of_head);
        else
            one_score(args, edges, e, head, of_head);
    }
    const float* source = args.scores + static_cast<std::size_t>(edges.node) * args.score_stride;
    for (std::size_t h = 0; h < args.heads; ++h)
        for (std::size_t m = 0; m < edges.count; m += lanes) {
            float* at = weights + h * tile_edges + m;
            const Vec score = hn::Add(hn::Load(floats, at), hn::Set(floats, source[h]));
            hn::Store(hn::Max(score, hn::Mul(score, hn::Set(floats, leaky_slope))), floats, at);
        }
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
