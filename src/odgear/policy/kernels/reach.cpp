#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/reach.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// The largest logits that slots can have when the load share is at a knot, for any visited set: iso
// is in 0..1.
struct Reach {
    const float* u;
    std::size_t stride;  // between the planes
    bool state;

    HWY_INLINE Vec at(std::size_t k, std::size_t knot) const {
        const Vec most = hn::Load(floats, u + k);
        if (!state) return most;
        const float* v = u + stride + k;
        const Vec iso = hn::Max(hn::Load(floats, v + stride), hn::Zero(floats));
        const Vec load = hn::Mul(hn::Set(floats, knot_shares[knot] - 0.5F), hn::Load(floats, v));
        const Vec sum = hn::Add(most, hn::Add(iso, load));
        return knot == 0 ? hn::Add(sum, hn::Load(floats, v + 2 * stride)) : sum;
    }
};

void mean_reach(const float* planes, std::size_t stride, bool state, float* reach) {
    const Reach slots{planes, stride, state};
    for (std::size_t k = 0; k < stride; k += lanes) {
        const Vec ends = hn::Add(slots.at(k, 0), slots.at(k, 2));
        const Vec sum = hn::MulAdd(hn::Set(floats, 2.0F), slots.at(k, 1), ends);
        hn::Store(hn::Mul(sum, hn::Set(floats, 0.25F)), floats, reach + k);
    }
}

float fill_bounds(const float* blocks, std::size_t count, bool state, float beta, float* bounds) {
    constexpr std::size_t size = SortedRowArgs::bound_size;
    const std::size_t block_size = (state ? 5 : 2) * sorted_block;
    const auto reach_of = [&](std::size_t b) {
        return Reach{blocks + b * block_size + sorted_block, sorted_block, state};
    };
    float level = -std::numeric_limits<float>::infinity();
    for (std::size_t knot = 0; knot < load_knots; ++knot) {
        Vec most = hn::Set(floats, -std::numeric_limits<float>::infinity());
        for (std::size_t b = count; b-- > 0;) {
            for (std::size_t k = 0; k < sorted_block; k += lanes)
                most = hn::Max(most, reach_of(b).at(k, knot));
            const float found = hn::GetLane(hn::MaxOfLanes(floats, most));
            // A margin for rounding on either side.
            bounds[b * size + knot] = found + 1e-5F * (1 + std::abs(found));
        }
        level = std::max(level, bounds[knot]);
        bounds[count * size + knot] = -std::numeric_limits<float>::max();
    }
    for (std::size_t knot = 0; knot < load_knots; ++knot) {
        double rest = 0;
        bounds[count * size + load_knots + knot] = 0;
        for (std::size_t b = count; b-- > 0;) {
            Vec sum = hn::Zero(floats);
            for (std::size_t k = 0; k < sorted_block; k += lanes) {
                const Vec below = hn::Sub(reach_of(b).at(k, knot), hn::Set(floats, level));
                sum = hn::Add(sum, fast_exp(hn::Mul(hn::Set(floats, beta), below)));
            }
            rest += 1.00002 * static_cast<double>(hn::GetLane(hn::SumOfLanes(floats, sum)));
            bounds[b * size + load_knots + knot] = static_cast<float>(rest);
        }
    }
    return level;
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(mean_reach);
HWY_EXPORT(fill_bounds);

void mean_reach(const float* planes, std::size_t stride, bool state, float* reach) {
    HWY_DYNAMIC_DISPATCH(mean_reach)(planes, stride, state, reach);
}
float fill_bounds(const float* blocks, std::size_t count, bool state, float beta, float* bounds) {
    return HWY_DYNAMIC_DISPATCH(fill_bounds)(blocks, count, state, beta, bounds);
}

}  // namespace odgear::policy::kernels
#endif
