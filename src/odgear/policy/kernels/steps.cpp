#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/steps.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/masked_selection-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

// The numbers from `first` on. Where `first` is not a constant, Highway's Iota writes lane by lane
// to memory and waits for all of it when it loads the vector.
HWY_INLINE IntVec counted_from(std::size_t first) {
    return hn::Add(hn::Iota(ints, 0), hn::Set(ints, static_cast<std::int32_t>(first)));
}

// The largest value of each lane and its slot; the first of equals.
struct LaneBest {
    Vec value;
    IntVec slot;

    // An explicit constructor, because an implicit one would not be compiled for the instruction
    // set.
    HWY_INLINE LaneBest() : value(hn::Set(floats, minus_infinity)), slot(hn::Set(ints, -1)) {}

    HWY_INLINE void offer(Vec candidate, std::size_t first_slot) {
        const auto better = hn::Gt(candidate, value);
        value = hn::Max(candidate, value);
        slot = hn::IfThenElse(hn::RebindMask(ints, better), counted_from(first_slot), slot);
    }

    HWY_INLINE Best best() const {
        const Vec most = hn::MaxOfLanes(floats, value);
        const float logit = hn::GetLane(most);
        // If all lanes are minus infinity, Highway's emulated vectors (HWY_EMU128) return the
        // lowest finite number as the largest.
        if (logit <= std::numeric_limits<float>::lowest()) return {-1, minus_infinity};
        const auto elsewhere = hn::RebindMask(ints, hn::Lt(value, most));
        const IntVec slots = hn::IfThenElse(elsewhere, hn::Set(ints, INT32_MAX), slot);
        return {hn::GetLane(hn::MinOfLanes(ints, slots)), logit};
    }
};

// Masked logits of slots k .. k + lanes.
template <Terms terms>
HWY_INLINE Vec slot_logits(const RowArgs& row, std::size_t k) {
    const IntVec words = hn::GatherIndex(ints, row.words, hn::Load(ints, row.targets + k));
    return masked_logits<terms>(words, row.planes + k, row.stride, row.terms, row.limit);
}

template <Terms terms, bool store>
HWY_INLINE Best scan_row(const RowArgs& row, float* logits) {
    LaneBest best;
    for (std::size_t k = 0; k < row.stride; k += lanes) {
        const Vec logit = slot_logits<terms>(row, k);
        if (store) hn::Store(logit, floats, logits + k);
        best.offer(logit, k);
    }
    return best.best();
}

Best best_slot(const RowArgs& row) {
    if (!row.state) return scan_row<Terms::none, false>(row, nullptr);
    if (row.terms.low == 0) return scan_row<Terms::load_and_isolation, false>(row, nullptr);
    return scan_row<Terms::all, false>(row, nullptr);
}

Best row_logits(const RowArgs& row, float* logits) {
    if (!row.state) return scan_row<Terms::none, true>(row, logits);
    return scan_row<Terms::all, true>(row, logits);
}

float softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                      float* weights) {
    Vec total = hn::Zero(floats);
    for (std::size_t k = 0; k < count; k += lanes) {
        const Vec weight = weight_of(hn::Load(floats, logits + k), beta, largest);
        hn::Store(weight, floats, weights + k);
        total = hn::Add(total, weight);
    }
    return hn::GetLane(hn::SumOfLanes(floats, total));
}

// Masked logits of slots k .. k + lanes of a block.
template <Terms terms>
HWY_INLINE Vec block_logits(const SortedRowArgs& row, const float* block, std::size_t k) {
    const IntVec target = hn::BitCast(ints, hn::Load(floats, block + k));
    const IntVec words = hn::GatherIndex(ints, row.words, target);
    return masked_logits<terms>(words, block + sorted_block + k, sorted_block, row.terms,
                                row.limit);
}

template <Terms terms>
constexpr std::size_t sorted_stride = (terms == Terms::none ? 2 : 5) * sorted_block;

template <Terms terms>
HWY_INLINE int scan_sorted(const SortedRowArgs& row) {
    constexpr std::size_t stride = sorted_stride<terms>;
    LaneBest best;
    const float* block = row.blocks;
    for (std::size_t b = 0; b < row.count; ++b, block += stride) {
        if (b > 0 && !hn::AllFalse(floats, hn::Ge(best.value, hn::Set(floats, row.logit_bound(b)))))
            break;
        for (std::size_t k = 0; k < sorted_block; k += lanes)
            best.offer(block_logits<terms>(row, block, k), b * sorted_block + k);
    }
    const int slot = best.best().slot;
    if (slot < 0) return -1;
    const auto place = static_cast<std::size_t>(slot);
    std::int32_t target = 0;
    std::memcpy(&target, row.blocks + place / sorted_block * stride + place % sorted_block,
                sizeof target);
    return target;
}

int best_sorted(const SortedRowArgs& row) {
    if (!row.state) return scan_sorted<Terms::none>(row);
    return row.terms.low == 0 ? scan_sorted<Terms::load_and_isolation>(row)
                              : scan_sorted<Terms::all>(row);
}

template <Terms terms>
HWY_INLINE SortedWeights weigh_sorted(const SortedRowArgs& row, std::size_t first, float beta,
                                      float level, float share, float* HWY_RESTRICT weights) {
    constexpr std::size_t stride = sorted_stride<terms>;
    SortedWeights result{first, 0};
    do {
        Vec sum = hn::Zero(floats);
        for (std::size_t k = 0; k < sorted_block; k += lanes) {
            const Vec weight = weight_of(
                block_logits<terms>(row, row.blocks + result.end * stride, k), beta, level);
            hn::Store(weight, floats, weights + k);
            sum = hn::Add(sum, weight);
        }
        result.total += hn::GetLane(hn::SumOfLanes(floats, sum));
        weights += sorted_block;
        ++result.end;
    } while (share > 0 && result.end < row.count &&
             row.rest_bound(result.end) > share * result.total);
    return result;
}

SortedWeights sorted_weights(const SortedRowArgs& row, std::size_t first, float beta, float level,
                             float share, float* weights) {
    return row.state ? weigh_sorted<Terms::all>(row, first, beta, level, share, weights)
                     : weigh_sorted<Terms::none>(row, first, beta, level, share, weights);
}

int count_available(const NodeWord* words, std::size_t count, NodeWord limit) {
    std::size_t k = 0;
    std::size_t found = 0;
    for (; k + lanes <= count; k += lanes)
        found +=
            lanes - hn::CountTrue(ints, hn::Gt(hn::LoadU(ints, words + k), hn::Set(ints, limit)));
    for (; k < count; ++k) found += words[k] <= limit ? 1 : 0;
    return static_cast<int>(found);
}

std::size_t first_largest(const float* values, std::size_t count) {
    LaneBest best;
    std::size_t k = 0;
    for (; k + lanes <= count; k += lanes) best.offer(hn::LoadU(floats, values + k), k);
    Best found = best.best();
    for (; k < count; ++k)
        if (found.slot < 0 || values[k] > found.logit) found = {static_cast<int>(k), values[k]};
    return static_cast<std::size_t>(std::max(0, found.slot));
}

// Masked logits of customers k .. k + lanes. An empty vehicle may take any unvisited customer.
template <bool state>
HWY_INLINE Vec customer_logits(const DepotArgs& depot, std::size_t k) {
    constexpr Terms terms = state ? Terms::isolation : Terms::none;
    return masked_logits<terms>(hn::LoadU(ints, depot.words + k), depot.u + k, depot.stride,
                                {.iso_unit = depot.iso_unit}, unavailable - 1);
}

template <bool state>
HWY_INLINE Best scan_depot(const DepotArgs& depot, float* logits) {
    LaneBest best;
    for (std::size_t k = 0; k < depot.count; k += lanes) {
        const Vec logit = customer_logits<state>(depot, k);
        hn::Store(logit, floats, logits + k);
        best.offer(logit, k);
    }
    return best.best();
}

Best depot_logits(const DepotArgs& depot, float* logits) {
    return depot.state ? scan_depot<true>(depot, logits) : scan_depot<false>(depot, logits);
}

template <bool state>
HWY_INLINE DepotWeights weigh_depot(const DepotArgs& depot, float beta, float level,
                                    float* HWY_RESTRICT weights) {
    LaneBest best;
    Vec total = hn::Zero(floats);
    for (std::size_t k = 0; k < depot.count; k += lanes) {
        const Vec logit = customer_logits<state>(depot, k);
        best.offer(logit, k);
        const Vec weight = weight_of(logit, beta, level);
        hn::Store(weight, floats, weights + k);
        total = hn::Add(total, weight);
    }
    return {best.best(), hn::GetLane(hn::SumOfLanes(floats, total))};
}

DepotWeights depot_weights(const DepotArgs& depot, float beta, float level, float* weights) {
    return depot.state ? weigh_depot<true>(depot, beta, level, weights)
                       : weigh_depot<false>(depot, beta, level, weights);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(best_slot);
HWY_EXPORT(row_logits);
HWY_EXPORT(softmax_weights);
HWY_EXPORT(best_sorted);
HWY_EXPORT(sorted_weights);
HWY_EXPORT(count_available);
HWY_EXPORT(first_largest);
HWY_EXPORT(depot_logits);
HWY_EXPORT(depot_weights);

Best best_slot(const RowArgs& row) { return HWY_DYNAMIC_DISPATCH(best_slot)(row); }
Best row_logits(const RowArgs& row, float* logits) {
    return HWY_DYNAMIC_DISPATCH(row_logits)(row, logits);
}
float softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                      float* weights) {
    return HWY_DYNAMIC_DISPATCH(softmax_weights)(logits, count, beta, largest, weights);
}
int best_sorted(const SortedRowArgs& row) { return HWY_DYNAMIC_DISPATCH(best_sorted)(row); }
SortedWeights sorted_weights(const SortedRowArgs& row, std::size_t first, float beta, float level,
                             float share, float* weights) {
    return HWY_DYNAMIC_DISPATCH(sorted_weights)(row, first, beta, level, share, weights);
}
int count_available(const NodeWord* words, std::size_t count, NodeWord limit) {
    return HWY_DYNAMIC_DISPATCH(count_available)(words, count, limit);
}
std::size_t first_largest(const float* values, std::size_t count) {
    return HWY_DYNAMIC_DISPATCH(first_largest)(values, count);
}
Best depot_logits(const DepotArgs& depot, float* logits) {
    return HWY_DYNAMIC_DISPATCH(depot_logits)(depot, logits);
}
DepotWeights depot_weights(const DepotArgs& depot, float beta, float level, float* weights) {
    return HWY_DYNAMIC_DISPATCH(depot_weights)(depot, beta, level, weights);
}

}  // namespace odgear::policy::kernels
#endif
