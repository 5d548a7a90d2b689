// exp, SiLU and bounded tanh on vectors; included once per instruction set.
#if defined(ODGEAR_POLICY_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_MATH_INL_H_
#undef ODGEAR_POLICY_KERNELS_MATH_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include "odgear/policy/kernels/pack.hpp"

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

// As wide as a panel (pack.hpp), for operations on single elements, where the width changes no
// result.
using WideFloats = hn::CappedTag<float, panel_width>;
using WideVec = hn::Vec<WideFloats>;
constexpr WideFloats wide_floats;
constexpr std::size_t wide_lanes = hn::MaxLanes(wide_floats);

// 2^(x scale) for |x scale| up to 126: the integer part becomes the exponent, and a polynomial
// (relative error 8e-8) gives the rest. Adding 1.5 * 2^23 rounds and leaves the integer in the low
// bits, from where a shift moves it to its position.
//
// Several vectors are processed together; a single one would wait for its own last result.
template <class V, std::size_t count>
HWY_INLINE void powers_of_two(V (&x)[count], float scale) {
    const hn::DFromV<V> tag;
    const hn::RebindToSigned<hn::DFromV<V>> tag_int;
    const V magic = hn::Set(tag, 12582912.0F);
    const V factor = hn::Set(tag, scale);
    V shifted[count];
    for (std::size_t k = 0; k < count; ++k) shifted[k] = hn::MulAdd(x[k], factor, magic);
    for (std::size_t k = 0; k < count; ++k)
        x[k] = hn::MulSub(x[k], factor, hn::Sub(shifted[k], magic));
    V p[count];
    for (V& value : p) value = hn::Set(tag, 0.0013276472F);
    for (const float coefficient :
         {0.0096755413F, 0.055507133F, 0.2402212F, 0.69314697F, 1.0000001F})
        for (std::size_t k = 0; k < count; ++k)
            p[k] = hn::MulAdd(p[k], x[k], hn::Set(tag, coefficient));
    for (std::size_t k = 0; k < count; ++k) {
        const auto exponent = hn::ShiftLeft<23>(hn::BitCast(tag_int, shifted[k]));
        x[k] = hn::BitCast(tag, hn::Add(hn::BitCast(tag_int, p[k]), exponent));
    }
}

template <class V>
HWY_INLINE V power_of_two(V x, float scale) {
    V one[1] = {x};
    powers_of_two(one, scale);
    return one[0];
}

constexpr float log2_e = 1.44269504F;
constexpr float exp_limit = 87.0F;

template <class V>
HWY_INLINE V clamp_exponent(V x) {
    const hn::DFromV<V> tag;
    return hn::Min(hn::Max(x, hn::Set(tag, -exp_limit)), hn::Set(tag, exp_limit));
}

// Saturates at exp(+-87).
template <class V>
HWY_INLINE V fast_exp(V x) {
    return power_of_two(clamp_exponent(x), log2_e);
}

template <class V, std::size_t count>
HWY_INLINE void fast_silus(V (&x)[count]) {
    const hn::DFromV<V> tag;
    V e[count];
    for (std::size_t k = 0; k < count; ++k) e[k] = clamp_exponent(x[k]);
    powers_of_two(e, -log2_e);
    for (std::size_t k = 0; k < count; ++k) x[k] = hn::Div(x[k], hn::Add(e[k], hn::Set(tag, 1.0F)));
}

template <class V>
HWY_INLINE V fast_silu(V x) {
    V one[1] = {x};
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
template <class V>
HWY_INLINE V fast_bounded(V x, float bound) {
    const hn::DFromV<V> tag;
    const V e = fast_exp(hn::Mul(x, hn::Set(tag, 2 / bound)));
    const V part = hn::Div(hn::Set(tag, 2 * bound), hn::Add(e, hn::Set(tag, 1.0F)));
    return hn::Sub(hn::Set(tag, bound), part);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
