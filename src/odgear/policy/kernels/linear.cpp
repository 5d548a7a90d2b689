#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/policy/kernels/linear.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "odgear/policy/kernels/gemm-inl.h"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

template <class Function>
HWY_INLINE void map_array(const float* x, float* y, std::size_t count, const Function& function) {
    std::size_t k = 0;
    for (; k + wide_lanes <= count; k += wide_lanes)
        hn::StoreU(function(hn::LoadU(wide_floats, x + k)), wide_floats, y + k);
    if (k == count) return;
    HWY_ALIGN float rest[wide_lanes] = {};
    for (std::size_t m = 0; k + m < count; ++m) rest[m] = x[k + m];
    hn::Store(function(hn::Load(wide_floats, rest)), wide_floats, rest);
    for (std::size_t m = 0; k + m < count; ++m) y[k + m] = rest[m];
}

struct ExpOf {
    HWY_INLINE WideVec operator()(WideVec x) const { return fast_exp(x); }
};
struct SiluOf {
    HWY_INLINE WideVec operator()(WideVec x) const { return fast_silu(x); }
};
struct BoundedOf {
    float bound;
    HWY_INLINE WideVec operator()(WideVec x) const { return fast_bounded(x, bound); }
};

void exp_array(const float* x, float* y, std::size_t count) { map_array(x, y, count, ExpOf{}); }
void silu_array(const float* x, float* y, std::size_t count) { map_array(x, y, count, SiluOf{}); }
void bounded_array(const float* x, float* y, std::size_t count, float bound) {
    map_array(x, y, count, BoundedOf{bound});
}

struct StartFromOutput {
    const float* bias;
    const float* y;
    std::size_t stride;
    HWY_INLINE WideVec operator()(std::size_t row, std::size_t column) const {
        return hn::Add(hn::Load(wide_floats, bias + column),
                       hn::Load(wide_floats, y + row * stride + column));
    }
};
template <class Init>
HWY_INLINE void linear_from(const LinearArgs& args, std::size_t rows, const Init& init) {
    const Inputs inputs{args.x, args.x_stride, 1};
    multiply(inputs, rows, *args.matrix, init, StoreSum{args.y, args.y_stride});
    if (args.activation != Activation::silu) return;
    for (std::size_t r = 0; r < rows; ++r)
        silu_in_place(args.y + r * args.y_stride, args.matrix->outputs);
}

void linear(const LinearArgs& args, std::size_t rows) {
    const float* bias = args.matrix->bias.data();
    if (args.accumulate)
        linear_from(args, rows, StartFromOutput{bias, args.y, args.y_stride});
    else
        linear_from(args, rows, StartFromBias{bias});
}

void column_statistics(const float* x, std::size_t rows, std::size_t columns, float* mean,
                       float* deviation) {
    const WideVec share = hn::Set(wide_floats, 1.0F / static_cast<float>(rows));
    for (std::size_t c = 0; c < columns; c += wide_lanes) {
        WideVec sum = hn::Zero(wide_floats);
        for (std::size_t r = 0; r < rows; ++r)
            sum = hn::Add(sum, hn::Load(wide_floats, x + r * columns + c));
        const WideVec middle = hn::Mul(sum, share);
        WideVec squares = hn::Zero(wide_floats);
        for (std::size_t r = 0; r < rows; ++r) {
            const WideVec off = hn::Sub(hn::Load(wide_floats, x + r * columns + c), middle);
            squares = hn::MulAdd(off, off, squares);
        }
        hn::StoreU(middle, wide_floats, mean + c);
        hn::StoreU(squares, wide_floats, deviation + c);
    }
}

void scale_shift(const float* x, std::size_t rows, std::size_t columns, const float* scale,
                 const float* shift, bool replace, float* h) {
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; c += wide_lanes) {
            const std::size_t k = r * columns + c;
            WideVec value =
                hn::MulAdd(hn::Load(wide_floats, x + k), hn::LoadU(wide_floats, scale + c),
                           hn::LoadU(wide_floats, shift + c));
            if (!replace) value = hn::Add(value, hn::Load(wide_floats, h + k));
            hn::Store(value, wide_floats, h + k);
        }
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::policy::kernels {

HWY_EXPORT(exp_array);
HWY_EXPORT(silu_array);
HWY_EXPORT(bounded_array);
HWY_EXPORT(linear);
HWY_EXPORT(column_statistics);
HWY_EXPORT(scale_shift);

const char* instruction_set() {
    // The lowest bit is the best of the targets that this machine supports.
    const std::int64_t supported = hwy::SupportedTargets();
    return hwy::TargetName(supported & -supported);
}

void exp_array(const float* x, float* y, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(exp_array)(x, y, count);
}
void silu_array(const float* x, float* y, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(silu_array)(x, y, count);
}
void bounded_array(const float* x, float* y, std::size_t count, float bound) {
    HWY_DYNAMIC_DISPATCH(bounded_array)(x, y, count, bound);
}
void linear(const LinearArgs& args, std::size_t rows) { HWY_DYNAMIC_DISPATCH(linear)(args, rows); }
void column_statistics(const float* x, std::size_t rows, std::size_t columns, float* mean,
                       float* deviation) {
    HWY_DYNAMIC_DISPATCH(column_statistics)(x, rows, columns, mean, deviation);
}
void scale_shift(const float* x, std::size_t rows, std::size_t columns, const float* scale,
                 const float* shift, bool replace, float* h) {
    HWY_DYNAMIC_DISPATCH(scale_shift)(x, rows, columns, scale, shift, replace, h);
}

}  // namespace odgear::policy::kernels
#endif
