#include "odgear/train/kernels/transformer.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/train/kernels/transformer.cpp"
#include "hwy/foreach_target.h"
// clang-format off: must follow foreach_target
#include "odgear/train/kernels/dense-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

constexpr float norm_epsilon = 1e-5f;

// y = x·Wᵀ with x [rows, in], W [out, in]; y += x·Wᵀ if `accumulate`.
template <bool accumulate>
void dense(const float* x, std::size_t rows, std::size_t in, const float* weight, std::size_t out,
           float* y) {
    std::vector<float> flipped(in * out);
    transpose(weight, out, in, flipped.data());
    product<accumulate>(rows, out, in, {x, in, 1}, flipped.data(), out, y, out);
}

// d_weight += d_yᵀ·x, d_x += d_y·W.
void dense_backward(const float* x, std::size_t rows, std::size_t in, const float* weight,
                    std::size_t out, const float* d_y, float* d_weight, float* d_x) {
    product<true>(out, in, rows, {d_y, 1, out}, x, in, d_weight, in);
    product<true>(rows, in, out, {d_y, out, 1}, weight, in, d_x, in);
}

// Replaces x by weight · (x − mean) / std + bias, with mean and std over its rows.
void normalize(std::size_t rows, std::size_t units, const float* weight, const float* bias,
               NormState& state, float* x) {
    const auto count = static_cast<double>(rows);
    state.normalized.resize(rows * units);
    state.inverse_std.resize(units);
    std::vector<double> mean(units, 0.0), variance(units, 0.0);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < units; ++c) mean[c] += double(x[i * units + c]) / count;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const double difference = double(x[i * units + c]) - mean[c];
            variance[c] += difference * difference / count;
        }
    for (std::size_t c = 0; c < units; ++c)
        state.inverse_std[c] =
            static_cast<float>(1.0 / std::sqrt(variance[c] + double(norm_epsilon)));
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            float& value = x[i * units + c];
            const float scaled = (value - static_cast<float>(mean[c])) * state.inverse_std[c];
            state.normalized[i * units + c] = scaled;
            value = weight[c] * scaled + bias[c];
        }
}

// Replaces d, the gradient of the result, by that of x.
void normalize_backward(std::size_t rows, std::size_t units, const float* weight,
                        const NormState& state, float* d, float* d_weight, float* d_bias) {
    std::vector<double> sum(units, 0.0), along(units, 0.0);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const double value = double(d[i * units + c]);
            sum[c] += value;
            along[c] += value * double(state.normalized[i * units + c]);
        }
    const double inverse = 1.0 / static_cast<double>(rows);
    for (std::size_t c = 0; c < units; ++c) {
        d_bias[c] += static_cast<float>(sum[c]);
        d_weight[c] += static_cast<float>(along[c]);
    }
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const std::size_t at = i * units + c;
            const double centred =
                double(d[at]) - inverse * (sum[c] + double(state.normalized[at]) * along[c]);
            d[at] = static_cast<float>(centred) * weight[c] * state.inverse_std[c];
        }
}

// Replaces each row of scores [n, n] by its softmax.
void softmax_rows(std::size_t nodes, float scale, float* scores) {
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t whole = nodes / lanes * lanes;
    for (std::size_t i = 0; i < nodes; ++i) {
        float* row = scores + i * nodes;
        const float highest = *std::max_element(row, row + nodes);
        const auto factor = hn::Set(d, scale);
        const auto top = hn::Set(d, highest);
        auto sums = hn::Zero(d);
        for (std::size_t k = 0; k < whole; k += lanes) {
            const auto value = hn::Exp(d, hn::Mul(hn::Sub(hn::LoadU(d, row + k), top), factor));
            hn::StoreU(value, d, row + k);
            sums = hn::Add(sums, value);
        }
        float sum = hn::GetLane(hn::SumOfLanes(d, sums));
        for (std::size_t k = whole; k < nodes; ++k)
            sum += row[k] = std::exp((row[k] - highest) * scale);
        for (std::size_t k = 0; k < nodes; ++k) row[k] /= sum;
    }
}

float score_scale(const TransformerShape& shape) {
    return 1.0f / std::sqrt(static_cast<float>(shape.head_width()));
}

void attention_forward(const TransformerShape& shape, TransformerState& state) {
    const std::size_t nodes = shape.nodes;
    const std::size_t units = shape.units;
    const std::size_t width = shape.head_width();
    state.share.resize(shape.heads * nodes * nodes);
    state.mixed.resize(nodes * units);
    std::vector<float> key_flipped(units * nodes);
    transpose(state.key.data(), nodes, units, key_flipped.data());
    for (std::size_t h = 0; h < shape.heads; ++h) {
        float* share = state.share.data() + h * nodes * nodes;
        product<false>(nodes, nodes, width, {state.query.data() + h * width, units, 1},
                       key_flipped.data() + h * width * nodes, nodes, share, nodes);
        softmax_rows(nodes, score_scale(shape), share);
        product<false>(nodes, width, nodes, {share, nodes, 1}, state.value.data() + h * width,
                       units, state.mixed.data() + h * width, units);
    }
}

// Gradients of query, key and value, [n, D] each, from that of the mixture.
struct AttentionGradient {
    std::vector<float> query, key, value;
};

AttentionGradient attention_backward(const TransformerShape& shape, const TransformerState& state,
                                     const float* d_mixed) {
    const std::size_t nodes = shape.nodes;
    const std::size_t units = shape.units;
    const std::size_t width = shape.head_width();
    AttentionGradient d{std::vector<float>(nodes * units), std::vector<float>(nodes * units),
                        std::vector<float>(nodes * units)};
    std::vector<float> value_flipped(units * nodes), d_score(nodes * nodes);
    transpose(state.value.data(), nodes, units, value_flipped.data());
    for (std::size_t h = 0; h < shape.heads; ++h) {
        const std::size_t at = h * width;
        const float* share = state.share.data() + h * nodes * nodes;
        product<false>(nodes, width, nodes, {share, 1, nodes}, d_mixed + at, units,
                       d.value.data() + at, units);
        product<false>(nodes, nodes, width, {d_mixed + at, units, 1},
                       value_flipped.data() + at * nodes, nodes, d_score.data(), nodes);
        for (std::size_t i = 0; i < nodes; ++i) {
            const float* row = share + i * nodes;
            float* out = d_score.data() + i * nodes;
            float mean = 0;
            for (std::size_t k = 0; k < nodes; ++k) mean += row[k] * out[k];
            for (std::size_t k = 0; k < nodes; ++k)
                out[k] = row[k] * (out[k] - mean) * score_scale(shape);
        }
        product<false>(nodes, width, nodes, {d_score.data(), nodes, 1}, state.key.data() + at,
                       units, d.query.data() + at, units);
        product<false>(nodes, width, nodes, {d_score.data(), 1, nodes}, state.query.data() + at,
                       units, d.key.data() + at, units);
    }
    return d;
}

void transform_target(const TransformerShape& shape, const TransformerWeights& weights,
                      const float* input, TransformerState& state, float* output) {
    const std::size_t nodes = shape.nodes;
    const std::size_t units = shape.units;
    const std::size_t inner = shape.inner();
    const auto project = [&](const float* weight, std::vector<float>& to) {
        to.resize(nodes * units);
        dense<false>(input, nodes, units, weight, units, to.data());
    };
    project(weights.query, state.query);
    project(weights.key, state.key);
    project(weights.value, state.value);
    attention_forward(shape, state);
    state.middle.assign(input, input + nodes * units);
    dense<true>(state.mixed.data(), nodes, units, weights.out, units, state.middle.data());
    normalize(nodes, units, weights.norm1_weight, weights.norm1_bias, state.norm1,
              state.middle.data());
    state.up.resize(nodes * inner);
    state.up_slope.resize(nodes * inner);
    for (std::size_t i = 0; i < nodes; ++i) {
        std::copy_n(weights.up_bias, inner, state.up.data() + i * inner);
        for (std::size_t c = 0; c < units; ++c)
            output[i * units + c] = state.middle[i * units + c] + weights.down_bias[c];
    }
    dense<true>(state.middle.data(), nodes, units, weights.up_weight, inner, state.up.data());
    silu(state.up.data(), state.up_slope.data(), nodes * inner);
    dense<true>(state.up.data(), nodes, inner, weights.down_weight, units, output);
    normalize(nodes, units, weights.norm2_weight, weights.norm2_bias, state.norm2, output);
}

void transform_backward_target(const TransformerShape& shape, const TransformerWeights& weights,
                               const float* input, const TransformerState& state, float* d_output,
                               const TransformerGradients& gradients) {
    const std::size_t nodes = shape.nodes;
    const std::size_t units = shape.units;
    const std::size_t inner = shape.inner();
    normalize_backward(nodes, units, weights.norm2_weight, state.norm2, d_output,
                       gradients.norm2_weight, gradients.norm2_bias);
    // Back through the dense layers; the residual passes d_output on unchanged.
    std::vector<float> d_up(nodes * inner, 0.0f);
    add_column_sums(d_output, nodes, units, gradients.down_bias);
    dense_backward(state.up.data(), nodes, inner, weights.down_weight, units, d_output,
                   gradients.down_weight, d_up.data());
    multiply_into(d_up.data(), state.up_slope.data(), nodes * inner);
    add_column_sums(d_up.data(), nodes, inner, gradients.up_bias);
    dense_backward(state.middle.data(), nodes, units, weights.up_weight, inner, d_up.data(),
                   gradients.up_weight, d_output);
    normalize_backward(nodes, units, weights.norm1_weight, state.norm1, d_output,
                       gradients.norm1_weight, gradients.norm1_bias);
    // Back through the attention.
    std::vector<float> d_mixed(nodes * units, 0.0f);
    dense_backward(state.mixed.data(), nodes, units, weights.out, units, d_output, gradients.out,
                   d_mixed.data());
    const AttentionGradient d = attention_backward(shape, state, d_mixed.data());
    const auto project = [&](const float* weight, const std::vector<float>& from, float* d_weight) {
        dense_backward(input, nodes, units, weight, units, from.data(), d_weight, d_output);
    };
    project(weights.query, d.query, gradients.query);
    project(weights.key, d.key, gradients.key);
    project(weights.value, d.value, gradients.value);
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::train {

HWY_EXPORT(transform_target);
HWY_EXPORT(transform_backward_target);

void transform(const TransformerShape& shape, const TransformerWeights& weights, const float* input,
               TransformerState& state, float* output) {
    HWY_DYNAMIC_DISPATCH(transform_target)(shape, weights, input, state, output);
}

void transform_backward(const TransformerShape& shape, const TransformerWeights& weights,
                        const float* input, const TransformerState& state, float* d_output,
                        const TransformerGradients& gradients) {
    HWY_DYNAMIC_DISPATCH(transform_backward_target)
    (shape, weights, input, state, d_output, gradients);
}

}  // namespace odgear::train
#endif
