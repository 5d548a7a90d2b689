#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/steps.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <limits>

#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

using IntVec = hn::Vec<Ints>;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// The largest value of each lane and the slot it came from; the first one wins.
struct LaneBest {
    Vec value;
    IntVec slot;

    // Written out: an implicit constructor would not be compiled for the instruction set.
    HWY_INLINE LaneBest() : value(hn::Set(floats, minus_infinity)), slot(hn::Set(ints, -1)) {}

    HWY_INLINE void offer(Vec candidate, std::size_t first_slot) {
        const auto better = hn::Gt(candidate, value);
        value = hn::IfThenElse(better, candidate, value);
        slot = hn::IfThenElse(hn::RebindMask(ints, better),
                              hn::Iota(ints, static_cast<std::int32_t>(first_slot)), slot);
    }

    HWY_INLINE Best best() const {
        const Vec most = hn::MaxOfLanes(floats, value);
        const float logit = hn::GetLane(most);
        if (logit == minus_infinity) return {-1, logit};
        const auto elsewhere = hn::RebindMask(ints, hn::Lt(value, most));
        const IntVec slots = hn::IfThenElse(elsewhere, hn::Set(ints, INT32_MAX), slot);
        return {hn::GetLane(hn::MinOfLanes(ints, slots)), logit};
    }
};

HWY_INLINE Vec iso_share(IntVec words, float unit) {
    const IntVec visited = hn::And(words, hn::Set(ints, iso_mask));
    return hn::Mul(hn::ConvertTo(floats, visited), hn::Set(floats, unit));
}

// Masked logits of slots k .. k + lanes.
template <bool state, bool low>
HWY_INLINE Vec slot_logits(const RowArgs& row, std::size_t k) {
    const IntVec words = hn::GatherIndex(ints, row.words, hn::Load(ints, row.targets + k));
    Vec logit = hn::Load(floats, row.planes + k);
    if (state) {
        const float* v = row.planes + row.stride + k;
        logit = hn::MulAdd(hn::Set(floats, row.load), hn::Load(floats, v), logit);
        logit = hn::MulAdd(iso_share(words, row.iso_unit), hn::Load(floats, v + row.stride), logit);
        if (low)
            logit =
                hn::MulAdd(hn::Set(floats, row.low), hn::Load(floats, v + 2 * row.stride), logit);
    }
    const auto masked = hn::RebindMask(floats, hn::Gt(words, hn::Set(ints, row.limit)));
    return hn::IfThenElse(masked, hn::Set(floats, minus_infinity), logit);
}

template <bool state, bool low, bool store>
HWY_INLINE Best scan_row(const RowArgs& row, float* logits) {
    LaneBest best;
    for (std::size_t k = 0; k < row.stride; k += lanes) {
        const Vec logit = slot_logits<state, low>(row, k);
        if (store) hn::Store(logit, floats, logits + k);
        best.offer(logit, k);
    }
    return best.best();
}

Best best_slot(const RowArgs& row) {
    if (!row.state) return scan_row<false, false, false>(row, nullptr);
    if (row.low == 0) return scan_row<true, false, false>(row, nullptr);
    return scan_row<true, true, false>(row, nullptr);
}

Best row_logits(const RowArgs& row, float* logits) {
    if (!row.state) return scan_row<false, false, true>(row, logits);
    return scan_row<true, true, true>(row, logits);
}

void softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                     float* weights) {
    const Vec scale = hn::Set(floats, beta);
    const Vec top = hn::Set(floats, largest);
    for (std::size_t k = 0; k < count; k += lanes) {
        const Vec logit = hn::Load(floats, logits + k);
        const auto open = hn::Gt(logit, hn::Set(floats, minus_infinity));
        const Vec weight = fast_exp(hn::Mul(scale, hn::Sub(logit, top)));
        hn::Store(hn::IfThenElseZero(open, weight), floats, weights + k);
    }
}

template <bool state, bool store>
HWY_INLINE Best scan_depot(const DepotArgs& depot, float* logits) {
    LaneBest best;
    for (std::size_t k = 0; k < depot.count; k += lanes) {
        const IntVec words = hn::LoadU(ints, depot.words + k);
        Vec logit = hn::Load(floats, depot.u + k);
        if (state)
            logit =
                hn::MulAdd(iso_share(words, depot.iso_unit), hn::Load(floats, depot.v1 + k), logit);
        const auto masked = hn::RebindMask(floats, hn::Eq(words, hn::Set(ints, unavailable)));
        logit = hn::IfThenElse(masked, hn::Set(floats, minus_infinity), logit);
        if (store) hn::Store(logit, floats, logits + k);
        best.offer(logit, k);
    }
    return best.best();
}

Best best_customer(const DepotArgs& depot) {
    return depot.v1 == nullptr ? scan_depot<false, false>(depot, nullptr)
                               : scan_depot<true, false>(depot, nullptr);
}

Best depot_logits(const DepotArgs& depot, float* logits) {
    return depot.v1 == nullptr ? scan_depot<false, true>(depot, logits)
                               : scan_depot<true, true>(depot, logits);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(best_slot);
HWY_EXPORT(row_logits);
HWY_EXPORT(softmax_weights);
HWY_EXPORT(best_customer);
HWY_EXPORT(depot_logits);

Best best_slot(const RowArgs& row) { return HWY_DYNAMIC_DISPATCH(best_slot)(row); }
Best row_logits(const RowArgs& row, float* logits) {
    return HWY_DYNAMIC_DISPATCH(row_logits)(row, logits);
}
void softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                     float* weights) {
    HWY_DYNAMIC_DISPATCH(softmax_weights)(logits, count, beta, largest, weights);
}
Best best_customer(const DepotArgs& depot) { return HWY_DYNAMIC_DISPATCH(best_customer)(depot); }
Best depot_logits(const DepotArgs& depot, float* logits) {
    return HWY_DYNAMIC_DISPATCH(depot_logits)(depot, logits);
}

}  // namespace odgear::policy::kernels
#endif
