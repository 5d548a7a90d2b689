#include "odgear/train/kernels/embedding.hpp"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/train/kernels/embedding.cpp"
#include "hwy/foreach_target.h"
// clang-format off: must follow foreach_target
#include "odgear/train/kernels/dense-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

constexpr std::size_t block = 96;  // rows whose values stay in the first cache levels

void embed_target(const EmbeddingShape& shape, const float* features, const float* weight,
                  const float* bias, float* value, float* slope) {
    const std::size_t units = shape.units;
    std::vector<float> flipped(shape.inputs * units);
    transpose(weight, units, shape.inputs, flipped.data());
    for (std::size_t begin = 0; begin < shape.rows; begin += block) {
        const std::size_t rows = std::min(block, shape.rows - begin);
        float* out = value + begin * units;
        for (std::size_t r = 0; r < rows; ++r) std::copy_n(bias, units, out + r * units);
        product<true>(rows, units, shape.inputs, {features + begin * shape.inputs, shape.inputs, 1},
                      flipped.data(), units, out, units);
        silu(out, slope + begin * units, rows * units);
    }
}

void embed_backward_target(const EmbeddingShape& shape, const float* features, const float* slope,
                           float* d_value, float* d_weight, float* d_bias) {
    const std::size_t units = shape.units;
    for (std::size_t begin = 0; begin < shape.rows; begin += block) {
        const std::size_t rows = std::min(block, shape.rows - begin);
        float* d = d_value + begin * units;
        multiply_into(d, slope + begin * units, rows * units);
        product<true>(units, shape.inputs, rows, {d, 1, units}, features + begin * shape.inputs,
                      shape.inputs, d_weight, shape.inputs);
        add_column_sums(d, rows, units, d_bias);
    }
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::train {

HWY_EXPORT(embed_target);
HWY_EXPORT(embed_backward_target);

void embed(const EmbeddingShape& shape, const float* features, const float* weight,
           const float* bias, float* value, float* slope) {
    HWY_DYNAMIC_DISPATCH(embed_target)(shape, features, weight, bias, value, slope);
}

void embed_backward(const EmbeddingShape& shape, const float* features, const float* slope,
                    float* d_value, float* d_weight, float* d_bias) {
    HWY_DYNAMIC_DISPATCH(embed_backward_target)
    (shape, features, slope, d_value, d_weight, d_bias);
}

}  // namespace odgear::train
#endif
