// Masked selection (paper, Eqs. 7 and 8), in one place: the logit of a candidate in the state of a
// trajectory, the mask, and the weight of the softmax. The solver's rollouts (kernels/steps.cpp)
// and the trainer's (train/kernels) differ only in the order in which they evaluate candidates.
// Included once per instruction set.
#if defined(ODGEAR_POLICY_KERNELS_MASKED_SELECTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_MASKED_SELECTION_INL_H_
#undef ODGEAR_POLICY_KERNELS_MASKED_SELECTION_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_MASKED_SELECTION_INL_H_
#endif

#include <limits>

#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

using IntVec = hn::Vec<Ints>;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// Which state terms exist: none for a static table; only isolation at the depot; no `low` while the
// load is not low.
enum class Terms : std::uint8_t { none, isolation, load_and_isolation, all };

// The share of each candidate's nearest neighbours that is visited.
HWY_INLINE Vec iso_share(IntVec words, float unit) {
    const IntVec visited = hn::And(words, hn::Set(ints, iso_mask));
    return hn::Mul(hn::ConvertTo(floats, visited), hn::Set(floats, unit));
}

// u + load v_0 + iso v_1 + low v_2 of as many candidates as there are lanes. Minus infinity where
// the word is above the limit, that is, visited or too heavy. The planes of v follow u at `stride`.
template <Terms terms>
HWY_INLINE Vec masked_logits(IntVec words, const float* u, std::size_t stride,
                             const StateTerms& state, NodeWord limit) {
    Vec logit = hn::LoadU(floats, u);
    if constexpr (terms == Terms::load_and_isolation || terms == Terms::all)
        logit = hn::MulAdd(hn::Set(floats, state.load), hn::LoadU(floats, u + stride), logit);
    if constexpr (terms != Terms::none)
        logit =
            hn::MulAdd(iso_share(words, state.iso_unit), hn::LoadU(floats, u + 2 * stride), logit);
    if constexpr (terms == Terms::all)
        logit = hn::MulAdd(hn::Set(floats, state.low), hn::LoadU(floats, u + 3 * stride), logit);
    const auto masked = hn::RebindMask(floats, hn::Gt(words, hn::Set(ints, limit)));
    return hn::IfThenElse(masked, hn::Set(floats, minus_infinity), logit);
}

// exp(beta (logit - level)), 0 where masked.
HWY_INLINE Vec weight_of(Vec logit, float beta, float level) {
    const auto open = hn::Gt(logit, hn::Set(floats, minus_infinity));
    const Vec power = hn::Mul(hn::Set(floats, beta), hn::Sub(logit, hn::Set(floats, level)));
    return hn::IfThenElseZero(open, fast_exp(power));
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
