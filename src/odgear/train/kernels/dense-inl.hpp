// Small dense products and activations, compiled once per SIMD target. Included only by the
// kernels of this folder, inside Highway's foreach_target.
#if defined(ODGEAR_TRAIN_DENSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_TRAIN_DENSE_INL_HPP
#undef ODGEAR_TRAIN_DENSE_INL_HPP
#else
#define ODGEAR_TRAIN_DENSE_INL_HPP
#endif

#include <cstddef>
#include <type_traits>

#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// At most eight lanes, so that any width that is a multiple of eight needs no tail.
using Eight = hn::CappedTag<float, 8>;

// A(i, k) = data[i * row + k * col]: a matrix or its transpose.
struct MatrixView {
    const float* data;
    std::size_t row;
    std::size_t col;
};

// One column strip of two vectors (or one, if `narrow`) and 1 to 6 `rows`: the accumulators stay in
// registers.
template <int rows, bool accumulate, bool narrow, class D, class LoadB, class LoadC, class StoreC>
HWY_INLINE void product_tile(D d, std::size_t depth, MatrixView a, const float* b, std::size_t ldb,
                             LoadB load_b, float* c, std::size_t ldc, LoadC load_c,
                             StoreC store_c) {
    using V = hn::Vec<D>;
    const std::size_t lanes = hn::Lanes(d);
    const V zero = hn::Zero(d);
    V c00 = zero, c01 = zero, c10 = zero, c11 = zero, c20 = zero, c21 = zero;
    V c30 = zero, c31 = zero, c40 = zero, c41 = zero, c50 = zero, c51 = zero;
    const auto fetch = [&](int r, V& low, V& high) HWY_ATTR {
        if constexpr (accumulate) {
            low = load_c(c + static_cast<std::size_t>(r) * ldc, 0);
            if constexpr (!narrow) high = load_c(c + static_cast<std::size_t>(r) * ldc + lanes, 1);
        }
    };
    fetch(0, c00, c01);
    if constexpr (rows > 1) fetch(1, c10, c11);
    if constexpr (rows > 2) fetch(2, c20, c21);
    if constexpr (rows > 3) fetch(3, c30, c31);
    if constexpr (rows > 4) fetch(4, c40, c41);
    if constexpr (rows > 5) fetch(5, c50, c51);
    const float* left = a.data;
    for (std::size_t k = 0; k < depth; ++k, left += a.col, b += ldb) {
        const V b0 = load_b(b, 0);
        V b1 = zero;
        if constexpr (!narrow) b1 = load_b(b + lanes, 1);
        const auto update = [&](int r, V& low, V& high) HWY_ATTR {
            const V value = hn::Set(d, left[static_cast<std::size_t>(r) * a.row]);
            low = hn::MulAdd(value, b0, low);
            if constexpr (!narrow) high = hn::MulAdd(value, b1, high);
        };
        update(0, c00, c01);
        if constexpr (rows > 1) update(1, c10, c11);
        if constexpr (rows > 2) update(2, c20, c21);
        if constexpr (rows > 3) update(3, c30, c31);
        if constexpr (rows > 4) update(4, c40, c41);
        if constexpr (rows > 5) update(5, c50, c51);
    }
    const auto put = [&](int r, V low, V high) HWY_ATTR {
        store_c(low, c + static_cast<std::size_t>(r) * ldc, 0);
        if constexpr (!narrow) store_c(high, c + static_cast<std::size_t>(r) * ldc + lanes, 1);
    };
    put(0, c00, c01);
    if constexpr (rows > 1) put(1, c10, c11);
    if constexpr (rows > 2) put(2, c20, c21);
    if constexpr (rows > 3) put(3, c30, c31);
    if constexpr (rows > 4) put(4, c40, c41);
    if constexpr (rows > 5) put(5, c50, c51);
}

template <bool accumulate, bool narrow, class D, class LoadB, class LoadC, class StoreC>
HWY_INLINE void product_strip(D d, std::size_t height, std::size_t depth, MatrixView a,
                              const float* b, std::size_t ldb, LoadB load_b, float* c,
                              std::size_t ldc, LoadC load_c, StoreC store_c) {
    std::size_t i = 0;
    const auto tile = [&](auto count) HWY_ATTR {
        product_tile<decltype(count)::value, accumulate, narrow>(
            d, depth, MatrixView{a.data + i * a.row, a.row, a.col}, b, ldb, load_b, c + i * ldc,
            ldc, load_c, store_c);
        return static_cast<std::size_t>(decltype(count)::value);
    };
    while (i + 6 <= height) i += tile(std::integral_constant<int, 6>{});
    if (i + 4 <= height) i += tile(std::integral_constant<int, 4>{});
    if (i + 2 <= height) i += tile(std::integral_constant<int, 2>{});
    if (i < height) tile(std::integral_constant<int, 1>{});
}

// C[height, width] = A·B, or C += A·B. B is row-major [depth, width] with leading dimension ldb.
template <bool accumulate>
HWY_INLINE void product(std::size_t height, std::size_t width, std::size_t depth, MatrixView a,
                        const float* b, std::size_t ldb, float* c, std::size_t ldc) {
    const hn::ScalableTag<float> d;
    using V = hn::Vec<decltype(d)>;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t j = 0;
    const auto load = [&](const float* from, int) HWY_ATTR { return hn::LoadU(d, from); };
    const auto store = [&](V v, float* to, int) HWY_ATTR { hn::StoreU(v, d, to); };
    for (; j + 2 * lanes <= width; j += 2 * lanes)
        product_strip<accumulate, false>(d, height, depth, a, b + j, ldb, load, c + j, ldc, load,
                                         store);
    if (j == width) return;
    const std::size_t rest = width - j;
    const auto low = hn::FirstN(d, rest);
    const auto high = hn::FirstN(d, rest > lanes ? rest - lanes : 0);
    const auto load_part = [&](const float* from, int part)
                               HWY_ATTR { return hn::MaskedLoad(part == 0 ? low : high, d, from); };
    const auto store_part = [&](V v, float* to, int part)
                                HWY_ATTR { hn::BlendedStore(v, part == 0 ? low : high, d, to); };
    if (rest > lanes)
        product_strip<accumulate, false>(d, height, depth, a, b + j, ldb, load_part, c + j, ldc,
                                         load_part, store_part);
    else
        product_strip<accumulate, true>(d, height, depth, a, b + j, ldb, load_part, c + j, ldc,
                                        load_part, store_part);
}

// to[cols, rows] = from[rows, cols] transposed.
HWY_INLINE void transpose(const float* from, std::size_t rows, std::size_t cols, float* to) {
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < cols; ++j) to[j * rows + i] = from[i * cols + j];
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    return hn::Div(one, hn::Add(one, hn::Exp(d, hn::Min(hn::Neg(x), hn::Set(d, 80.0f)))));
}

// Calls body(tag, i) for i = 0, lanes, … below count, a multiple of eight: with whole vectors
// first, then with eight lanes.
template <class Body>
HWY_INLINE void for_each_vector(std::size_t count, Body body) {
    const hn::ScalableTag<float> wide;
    const Eight d;
    std::size_t i = 0;
    for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) body(wide, i);
    for (; i < count; i += hn::Lanes(d)) body(d, i);
}

// Replaces x by y = x·sigmoid(x) and computes its derivative s + y·(1 − s). count is a multiple of
// eight.
HWY_INLINE void silu(float* x, float* slope, std::size_t count) {
    for_each_vector(count, [&](auto d, std::size_t i) HWY_ATTR {
        const auto one = hn::Set(d, 1.0f);
        const auto value = hn::LoadU(d, x + i);
        const auto s = sigmoid(d, value);
        const auto y = hn::Mul(value, s);
        hn::StoreU(y, d, x + i);
        hn::StoreU(hn::MulAdd(y, hn::Sub(one, s), s), d, slope + i);
    });
}

// y[i] *= x[i]
HWY_INLINE void multiply_into(float* y, const float* x, std::size_t count) {
    for_each_vector(count, [&](auto d, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::Mul(hn::LoadU(d, y + i), hn::LoadU(d, x + i)), d, y + i);
    });
}

// y[i] += x[i]
HWY_INLINE void add_into(float* y, const float* x, std::size_t count) {
    for_each_vector(count, [&](auto d, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::Add(hn::LoadU(d, y + i), hn::LoadU(d, x + i)), d, y + i);
    });
}

// y[i] += scale·x[i]
HWY_INLINE void add_scaled(float* y, const float* x, float scale, std::size_t count) {
    for_each_vector(count, [&](auto d, std::size_t i) HWY_ATTR {
        hn::StoreU(hn::MulAdd(hn::Set(d, scale), hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d,
                   y + i);
    });
}

HWY_INLINE float dot(const float* x, const float* y, std::size_t count) {
    const Eight d;
    const std::size_t lanes = hn::Lanes(d);
    auto sum = hn::Zero(d);
    for (std::size_t i = 0; i < count; i += lanes)
        sum = hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), sum);
    return hn::GetLane(hn::SumOfLanes(d, sum));
}

// Sums of the columns of x[rows, cols], added to `sums`. cols is a multiple of eight.
HWY_INLINE void add_column_sums(const float* x, std::size_t rows, std::size_t cols, float* sums) {
    for (std::size_t i = 0; i < rows; ++i) add_into(sums, x + i * cols, cols);
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
