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

// At most eight lanes: tables are padded to 8, and all x86 machines then sum in the same order.
using Floats = hn::CappedTag<float, 8>;
using Ints = hn::RebindToSigned<Floats>;
using Vec = hn::Vec<Floats>;
constexpr Floats floats;
constexpr Ints ints;
constexpr std::size_t lanes = hn::MaxLanes(floats);

// 2^(x scale) for |x scale| up to 126: the integer part becomes the exponent, and a polynomial
// (relative error 8e-8) gives the rest. Adding 1.5 * 2^23 rounds and leaves the integer in the low
// bits, from where a shift moves it to its position.
//
// Several vectors are processed together; a single one would wait for its own last result.
template <std::size_t count>
HWY_INLINE void powers_of_two(Vec (&x)[count], float scale) {
    const Vec magic = hn::Set(floats, 12582912.0F);
    const Vec factor = hn::Set(floats, scale);
    Vec shifted[count];
    for (std::size_t k = 0; k < count; ++k) shifted[k] = hn::MulAdd(x[k], factor, magic);
    for (std::size_t k = 0; k < count; ++k)
        x[k] = hn::MulSub(x[k], factor, hn::Sub(shifted[k], magic));
    Vec p[count];
    for (Vec& value : p) value = hn::Set(floats, 0.0013276472F);
    for (const float coefficient :
         {0.0096755413F, 0.055507133F, 0.2402212F, 0.69314697F, 1.0000001F})
        for (std::size_t k = 0; k < count; ++k)
            p[k] = hn::MulAdd(p[k], x[k], hn::Set(floats, coefficient));
    for (std::size_t k = 0; k < count; ++k) {
        const auto exponent = hn::ShiftLeft<23>(hn::BitCast(ints, shifted[k]));
        x[k] = hn::BitCast(floats, hn::Add(hn::BitCast(ints, p[k]), exponent));
    }
}

HWY_INLINE Vec power_of_two(Vec x, float scale) {
    Vec one[1] = {x};
    powers_of_two(one, scale);
    return one[0];
}

constexpr float log2_e = 1.44269504F;
constexpr float exp_limit = 87.0F;

HWY_INLINE Vec clamp_exponent(Vec x) {
    return hn::Min(hn::Max(x, hn::Set(floats, -exp_limit)), hn::Set(floats, exp_limit));
}

// Saturates at exp(+-87).
HWY_INLINE Vec fast_exp(Vec x) { return power_of_two(clamp_exponent(x), log2_e); }

template <std::size_t count>
HWY_INLINE void fast_silus(Vec (&x)[count]) {
    Vec e[count];
    for (std::size_t k = 0; k < count; ++k) e[k] = clamp_exponent(x[k]);
    powers_of_two(e, -log2_e);
    for (std::size_t k = 0; k < count; ++k)
        x[k] = hn::Div(x[k], hn::Add(e[k], hn::Set(floats, 1.0F)));
}

HWY_INLINE Vec fast_silu(Vec x) {
    Vec one[1] = {x};
    fast_silus(one);
    return one[0];
}

// out[k] = start[k] + the sum of the lanes of v[k], for four vectors at once.
HWY_INLINE void store_four_sums(const Vec (&v)[4], const float* start, float* HWY_RESTRICT out) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t k = 0; k < 4; ++k) out[k] = start[k] + hn::GetLane(v[k]);
#else
    const hn::CappedTag<float, 4> four;
    const hn::RepartitionToWide<Floats> pairs;
    const auto halves = [&](Vec a, Vec b) HWY_ATTR {
        return hn::BitCast(
            pairs, hn::Add(hn::InterleaveLower(floats, a, b), hn::InterleaveUpper(floats, a, b)));
    };
    const auto low = halves(v[0], v[1]);
    const auto high = halves(v[2], v[3]);
    const Vec sums = hn::Add(hn::BitCast(floats, hn::InterleaveLower(pairs, low, high)),
                             hn::BitCast(floats, hn::InterleaveUpper(pairs, low, high)));
    const auto fold = [&](auto wide) HWY_ATTR {
        if constexpr (lanes == 8)
            return hn::Add(hn::LowerHalf(four, wide), hn::UpperHalf(four, wide));
        else
            return wide;
    };
    hn::StoreU(hn::Add(hn::LoadU(four, start), fold(sums)), four, out);
#endif
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
