// exp, SiLU and bounded tanh on vectors; included once per instruction set.
#if defined(ODGEAR_POLICY_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_MATH_INL_H_
#undef ODGEAR_POLICY_KERNELS_MATH_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_MATH_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Eight lanes at most: tables are padded to 8, and all x86 machines then sum in the same order.
using Floats = hn::CappedTag<float, 8>;
using Ints = hn::RebindToSigned<Floats>;
using Vec = hn::Vec<Floats>;
constexpr Floats floats;
constexpr Ints ints;
constexpr std::size_t lanes = hn::MaxLanes(floats);

// 2^(x scale) for |x scale| up to 126: the integer part goes into the exponent, a polynomial
// (relative error 8e-8) does the rest. Adding 1.5 * 2^23 rounds, and leaves the integer in the
// low bits, from where a shift puts it in place.
HWY_INLINE Vec power_of_two(Vec x, float scale) {
    const Vec magic = hn::Set(floats, 12582912.0F);
    const Vec shifted = hn::MulAdd(x, hn::Set(floats, scale), magic);
    const Vec whole = hn::Sub(shifted, magic);
    const Vec f = hn::MulSub(x, hn::Set(floats, scale), whole);
    Vec p = hn::Set(floats, 0.0013276472F);
    p = hn::MulAdd(p, f, hn::Set(floats, 0.0096755413F));
    p = hn::MulAdd(p, f, hn::Set(floats, 0.055507133F));
    p = hn::MulAdd(p, f, hn::Set(floats, 0.2402212F));
    p = hn::MulAdd(p, f, hn::Set(floats, 0.69314697F));
    p = hn::MulAdd(p, f, hn::Set(floats, 1.0000001F));
    const auto exponent = hn::ShiftLeft<23>(hn::BitCast(ints, shifted));
    return hn::BitCast(floats, hn::Add(hn::BitCast(ints, p), exponent));
}

constexpr float log2_e = 1.44269504F;
constexpr float exp_limit = 87.0F;

HWY_INLINE Vec clamp_exponent(Vec x) {
    return hn::Min(hn::Max(x, hn::Set(floats, -exp_limit)), hn::Set(floats, exp_limit));
}

// Saturates at exp(+-87).
HWY_INLINE Vec fast_exp(Vec x) { return power_of_two(clamp_exponent(x), log2_e); }

HWY_INLINE Vec fast_silu(Vec x) {
    const Vec e = power_of_two(clamp_exponent(x), -log2_e);
    return hn::Div(x, hn::Add(e, hn::Set(floats, 1.0F)));
}

// bound * tanh(x / bound) = bound - 2 bound / (1 + exp(2 x / bound))
HWY_INLINE Vec fast_bounded(Vec x, float bound) {
    const Vec e = fast_exp(hn::Mul(x, hn::Set(floats, 2 / bound)));
    const Vec part = hn::Div(hn::Set(floats, 2 * bound), hn::Add(e, hn::Set(floats, 1.0F)));
    return hn::Sub(hn::Set(floats, bound), part);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
