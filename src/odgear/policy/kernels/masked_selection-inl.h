// Masked selection (paper, Eqs. 7 and 8), the one source of it: the logit of a candidate in the
// state of a trajectory, the mask, and the weight of the softmax. The solver's rollouts
// (kernels/steps.cpp) and the trainer's (train/kernels) differ in the order in which they look at
// candidates, not in what they see. Included once per instruction set.
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

// Which state terms are there: none for a static table; at the depot only isolation; without `low`
// while the load is not.
enum class Terms : std::uint8_t { none, isolation, load_and_isolation, all };

// Visited share of the nearest neighbours of each candidate.
HWY_INLINE Vec iso_share(IntVec words, float unit) {
    const IntVec visited = hn::And(words, hn::Set(ints, iso_mask));
    return hn::Mul(hn::ConvertTo(floats, visited), hn::Set(floats, unit));
}

// u + load v_0 + iso v_1 + low v_2 of as many candidates as there are lanes; minus infinity where
// the word is above the limit: visited, or too heavy. The planes of v follow u at `stride`.
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
