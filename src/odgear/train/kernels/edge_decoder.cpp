#include "odgear/train/kernels/edge_decoder.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/train/kernels/edge_decoder.cpp"
#include "hwy/foreach_target.h"
// clang-format off: must follow foreach_target
#include "odgear/train/kernels/dense-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

constexpr std::size_t block = 96;  // edges processed together, so that their values stay in cache

struct DecoderTransposed {
    std::vector<float> source, target, edge, hidden, out;
};

DecoderTransposed flip(const DecoderShape& shape, const DecoderWeights& weights) {
    const std::size_t units = shape.units;
    DecoderTransposed flipped;
    const auto turn = [&](std::vector<float>& to, const float* from, std::size_t rows) {
        to.resize(rows * units);
        transpose(from, rows, units, to.data());
    };
    turn(flipped.source, weights.source, units);
    turn(flipped.target, weights.target, units);
    turn(flipped.edge, weights.edge, units);
    if (shape.hidden) turn(flipped.hidden, weights.hidden_weight, units);
    turn(flipped.out, weights.out_weight, shape.outputs);
    return flipped;
}

std::size_t decoded(const GraphView& graph, const DecoderState& state) {
    return state.chosen.empty() ? graph.edges() : state.chosen.size();
}

std::size_t edge_at(const DecoderState& state, std::size_t k) {
    return state.chosen.empty() ? k : static_cast<std::size_t>(state.chosen[k]);
}

// The embeddings of decoded edges from `begin` on, as contiguous rows.
const float* edge_rows(DecoderState& state, const float* e, std::size_t begin, std::size_t count,
                       std::size_t units) {
    if (state.chosen.empty()) return e + begin * units;
    for (std::size_t k = 0; k < count; ++k)
        std::copy_n(e + edge_at(state, begin + k) * units, units,
                    state.scratch_edge.data() + k * units);
    return state.scratch_edge.data();
}

// b·tanh(x / b), as 2b·sigmoid(2x / b) − b.
void bound_plane(float* x, std::size_t count, float bound) {
    const Eight d;
    const std::size_t lanes = hn::Lanes(d);
    const auto slope = hn::Set(d, 2.0f / bound);
    const auto height = hn::Set(d, 2.0f * bound);
    const auto shift = hn::Set(d, bound);
    for (std::size_t i = 0; i < count; i += lanes) {
        const auto s = sigmoid(d, hn::Mul(hn::LoadU(d, x + i), slope));
        hn::StoreU(hn::Sub(hn::Mul(height, s), shift), d, x + i);
    }
}

void decode_block(const GraphView& graph, const DecoderShape& shape, const DecoderWeights& weights,
                  const DecoderTransposed& flipped, const float* e, DecoderState& state,
                  std::size_t begin, std::size_t count) {
    const std::size_t units = shape.units;
    float* first = state.first.data() + begin * units;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t edge = edge_at(state, begin + k);
        const std::size_t i = graph.source(edge);
        const auto j = static_cast<std::size_t>(graph.targets[edge]);
        std::copy_n(state.from.data() + i * units, units, first + k * units);
        add_into(first + k * units, state.to.data() + j * units, units);
    }
    product<true>(count, units, units, {edge_rows(state, e, begin, count, units), units, 1},
                  flipped.edge.data(), units, first, units);
    silu(first, state.first_slope.data() + begin * units, count * units);
    const float* last = first;
    if (shape.hidden) {
        float* second = state.second.data() + begin * units;
        for (std::size_t k = 0; k < count; ++k)
            std::copy_n(weights.hidden_bias, units, second + k * units);
        product<true>(count, units, units, {first, units, 1}, flipped.hidden.data(), units, second,
                      units);
        silu(second, state.second_slope.data() + begin * units, count * units);
        last = second;
    }
    float* raw = state.scratch.data();
    product<false>(count, shape.outputs, units, {last, units, 1}, flipped.out.data(), shape.outputs,
                   raw, shape.outputs);
    for (std::size_t t = 0; t < shape.outputs; ++t)
        for (std::size_t k = 0; k < count; ++k)
            state.outputs[t * state.stride + edge_at(state, begin + k)] =
                raw[k * shape.outputs + t] + weights.out_bias[t];
}

void decode_target(const GraphView& graph, const DecoderShape& shape, const DecoderWeights& weights,
                   const float* h, const float* e, DecoderState& state) {
    const std::size_t units = shape.units;
    const std::size_t edges = decoded(graph, state);
    state.from.resize(graph.nodes * units);
    state.to.resize(graph.nodes * units);
    state.first.resize(edges * units);
    state.first_slope.resize(edges * units);
    state.second.resize(shape.hidden ? edges * units : 0);
    state.second_slope.resize(shape.hidden ? edges * units : 0);
    state.scratch.resize(block * std::max(units, shape.outputs));
    state.scratch_edge.resize(block * units);
    state.stride = padded(graph.edges());
    state.outputs.assign(shape.outputs * state.stride, 0.0f);

    const DecoderTransposed flipped = flip(shape, weights);
    product<false>(graph.nodes, units, units, {h, units, 1}, flipped.source.data(), units,
                   state.from.data(), units);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        std::copy_n(weights.bias, units, state.to.data() + i * units);
    product<true>(graph.nodes, units, units, {h, units, 1}, flipped.target.data(), units,
                  state.to.data(), units);
    for (std::size_t begin = 0; begin < edges; begin += block)
        decode_block(graph, shape, weights, flipped, e, state, begin,
                     std::min(block, edges - begin));
    if (shape.bound > 0)
        bound_plane(state.outputs.data(), shape.outputs * state.stride, shape.bound);
}

// The gradient before the bound, edge-major: d_raw[k, t].
void unbound(const DecoderShape& shape, const DecoderState& state, const float* d_outputs,
             std::size_t begin, std::size_t count, float* d_raw) {
    for (std::size_t t = 0; t < shape.outputs; ++t) {
        const float* value = state.outputs.data() + t * state.stride;
        const float* d = d_outputs + t * state.stride;
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t edge = edge_at(state, begin + k);
            const float share = shape.bound > 0 ? value[edge] / shape.bound : 0.0f;
            d_raw[k * shape.outputs + t] = d[edge] * (1.0f - share * share);
        }
    }
}

// d_first of one block from the gradient of the outputs. It is stored in `d`, after multiplication
// by the activation's slope.
void decode_backward_block(const DecoderShape& shape, const DecoderWeights& weights,
                           const DecoderState& state, const DecoderGradients& gradients,
                           std::size_t begin, std::size_t count, const float* d_raw, float* d,
                           float* d_hidden) {
    const std::size_t units = shape.units;
    const float* first = state.first.data() + begin * units;
    const float* last = shape.hidden ? state.second.data() + begin * units : first;
    product<true>(shape.outputs, units, count, {d_raw, 1, shape.outputs}, last, units,
                  gradients.out_weight, units);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t t = 0; t < shape.outputs; ++t)
            gradients.out_bias[t] += d_raw[k * shape.outputs + t];
    float* d_last = shape.hidden ? d_hidden : d;
    product<false>(count, units, shape.outputs, {d_raw, shape.outputs, 1}, weights.out_weight,
                   units, d_last, units);
    if (shape.hidden) {
        multiply_into(d_hidden, state.second_slope.data() + begin * units, count * units);
        product<true>(units, units, count, {d_hidden, 1, units}, first, units,
                      gradients.hidden_weight, units);
        add_column_sums(d_hidden, count, units, gradients.hidden_bias);
        product<false>(count, units, units, {d_hidden, units, 1}, weights.hidden_weight, units, d,
                       units);
    }
    multiply_into(d, state.first_slope.data() + begin * units, count * units);
}

// Back through A·h_i and B·h_j + bias, after all edges have added to them.
void decode_backward_nodes(const GraphView& graph, const DecoderShape& shape,
                           const DecoderWeights& weights, const float* h, const float* d_from,
                           const float* d_to, const DecoderGradients& gradients, float* d_h) {
    const std::size_t units = shape.units;
    product<true>(units, units, graph.nodes, {d_from, 1, units}, h, units, gradients.source, units);
    product<true>(units, units, graph.nodes, {d_to, 1, units}, h, units, gradients.target, units);
    add_column_sums(d_to, graph.nodes, units, gradients.bias);
    product<true>(graph.nodes, units, units, {d_from, units, 1}, weights.source, units, d_h, units);
    product<true>(graph.nodes, units, units, {d_to, units, 1}, weights.target, units, d_h, units);
}

void decode_backward_target(const GraphView& graph, const DecoderShape& shape,
                            const DecoderWeights& weights, const float* h, const float* e,
                            DecoderState& state, const float* d_outputs,
                            const DecoderGradients& gradients, float* d_h, float* d_e) {
    const std::size_t units = shape.units;
    const std::size_t edges = decoded(graph, state);
    if (!state.chosen.empty()) std::fill_n(d_e, graph.edges() * units, 0.0f);
    std::vector<float> d_nodes(2 * graph.nodes * units, 0.0f);
    float* d_from = d_nodes.data();
    float* d_to = d_from + graph.nodes * units;
    state.scratch_slope.resize(2 * block * units + block * shape.outputs);
    float* d = state.scratch_slope.data();
    float* d_hidden = d + block * units;
    float* d_raw = d_hidden + block * units;
    for (std::size_t begin = 0; begin < edges; begin += block) {
        const std::size_t count = std::min(block, edges - begin);
        unbound(shape, state, d_outputs, begin, count, d_raw);
        decode_backward_block(shape, weights, state, gradients, begin, count, d_raw, d, d_hidden);
        product<true>(units, units, count, {d, 1, units}, edge_rows(state, e, begin, count, units),
                      units, gradients.edge, units);
        float* d_rows = state.chosen.empty() ? d_e + begin * units : state.scratch_edge.data();
        product<false>(count, units, units, {d, units, 1}, weights.edge, units, d_rows, units);
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t edge = edge_at(state, begin + k);
            if (!state.chosen.empty()) std::copy_n(d_rows + k * units, units, d_e + edge * units);
            const std::size_t i = graph.source(edge);
            const auto j = static_cast<std::size_t>(graph.targets[edge]);
            add_into(d_from + i * units, d + k * units, units);
            add_into(d_to + j * units, d + k * units, units);
        }
    }
    decode_backward_nodes(graph, shape, weights, h, d_from, d_to, gradients, d_h);
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::train {

HWY_EXPORT(decode_target);
HWY_EXPORT(decode_backward_target);

void decode(const GraphView& graph, const DecoderShape& shape, const DecoderWeights& weights,
            const float* h, const float* e, DecoderState& state) {
    HWY_DYNAMIC_DISPATCH(decode_target)(graph, shape, weights, h, e, state);
}

void decode_backward(const GraphView& graph, const DecoderShape& shape,
                     const DecoderWeights& weights, const float* h, const float* e,
                     DecoderState& state, const float* d_outputs, const DecoderGradients& gradients,
                     float* d_h, float* d_e) {
    HWY_DYNAMIC_DISPATCH(decode_backward_target)
    (graph, shape, weights, h, e, state, d_outputs, gradients, d_h, d_e);
}

}  // namespace odgear::train
#endif
