#include "odgear/train/kernels/attention.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/policy/kernels/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "odgear/train/kernels/attention.cpp"
#include "hwy/foreach_target.h"
// clang-format off: must follow foreach_target
#include "odgear/train/kernels/dense-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace odgear::train::HWY_NAMESPACE {

using policy::kernels::leaky_slope;
constexpr float norm_epsilon = 1e-5f;

// ---- forward ----

void project_nodes(const GraphView& graph, const AttentionShape& shape,
                   const AttentionWeights& weights, const float* input, AttentionState& state) {
    const std::size_t width = shape.projected();
    const std::size_t head = shape.head_width();
    state.projected.resize(graph.nodes * width);
    state.from.resize(graph.nodes * shape.heads);
    state.to.resize(graph.nodes * shape.heads);
    std::vector<float> flipped(shape.units * width);
    transpose(weights.project, width, shape.units, flipped.data());
    product<false>(graph.nodes, width, shape.units, {input, shape.units, 1}, flipped.data(), width,
                   state.projected.data(), width);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t h = 0; h < shape.heads; ++h) {
            const float* z = state.projected.data() + i * width + h * head;
            state.from[i * shape.heads + h] = dot(weights.source + h * head, z, head);
            state.to[i * shape.heads + h] = dot(weights.target + h * head, z, head);
        }
}

using Four = hn::CappedTag<float, 4>;

// Calls body(tag, h) for four heads at a time while that is possible, then one by one.
template <class Body>
HWY_INLINE void for_each_head(std::size_t heads, Body body) {
    const Four four;
    std::size_t h = 0;
    for (; h + hn::Lanes(four) <= heads; h += hn::Lanes(four)) body(four, h);
    for (; h < heads; ++h) body(hn::FixedTag<float, 1>(), h);
}

// Turns the scores of one row into shares: leaky ReLU, then softmax, head by head.
void normalize_row(const GraphView& graph, std::size_t heads, std::size_t node,
                   const AttentionEdges& edges, AttentionState& state) {
    const std::size_t begin = graph.attention_begin(node);
    const std::size_t size = graph.attention_size(node);
    const std::int32_t* targets = graph.targets + graph.row_begin(node);
    float* share = state.share.data() + begin * heads;
    float* leak = state.leak.data() + begin * heads;
    const float* from = state.from.data() + node * heads;
    for_each_head(heads, [&](auto d, std::size_t h) HWY_ATTR {
        const auto own = hn::LoadU(d, from + h);
        const auto low = hn::Set(d, leaky_slope);
        const auto one = hn::Set(d, 1.0f);
        auto highest = hn::Set(d, -3e38f);
        for (std::size_t k = 0; k < size; ++k) {
            const float* to = state.to.data() + static_cast<std::size_t>(targets[k]) * heads + h;
            const auto edge = hn::LoadU(d, edges.scores.row(begin + k) + edges.first_score + h);
            const auto score = hn::Add(hn::Add(edge, own), hn::LoadU(d, to));
            const auto slope = hn::IfThenElse(hn::Gt(score, hn::Zero(d)), one, low);
            hn::StoreU(slope, d, leak + k * heads + h);
            const auto bent = hn::Mul(score, slope);
            hn::StoreU(bent, d, share + k * heads + h);
            highest = hn::Max(highest, bent);
        }
        for (std::size_t k = 0; k < size; ++k)
            hn::StoreU(hn::Sub(hn::LoadU(d, share + k * heads + h), highest), d,
                       share + k * heads + h);
    });
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t whole = size * heads / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes)
        hn::StoreU(hn::Exp(d, hn::LoadU(d, share + i)), d, share + i);
    for (std::size_t i = whole; i < size * heads; ++i) share[i] = std::exp(share[i]);
    for_each_head(heads, [&](auto four, std::size_t h) HWY_ATTR {
        auto sum = hn::Zero(four);
        for (std::size_t k = 0; k < size; ++k)
            sum = hn::Add(sum, hn::LoadU(four, share + k * heads + h));
        const auto inverse = hn::Div(hn::Set(four, 1.0f), sum);
        for (std::size_t k = 0; k < size; ++k)
            hn::StoreU(hn::Mul(hn::LoadU(four, share + k * heads + h), inverse), four,
                       share + k * heads + h);
    });
}

// message[h·w ..] += Σ_j a_ij^h z_j^h
void gather_row(const GraphView& graph, const AttentionShape& shape, std::size_t node,
                const AttentionState& state, float* message) {
    const std::size_t width = shape.projected();
    const std::size_t head = shape.head_width();
    const float* share = state.share.data() + graph.attention_begin(node) * shape.heads;
    const std::int32_t* targets = graph.targets + graph.row_begin(node);
    for (std::size_t k = 0; k < graph.attention_size(node); ++k) {
        const float* z = state.projected.data() + static_cast<std::size_t>(targets[k]) * width;
        for (std::size_t h = 0; h < shape.heads; ++h)
            add_scaled(message + h * head, z + h * head, share[k * shape.heads + h], head);
    }
}

// m_i of all nodes, [nodes, D].
void aggregate(const GraphView& graph, const AttentionShape& shape, const AttentionWeights& weights,
               const AttentionEdges& edges, AttentionState& state, float* out) {
    const std::size_t heads = shape.heads;
    const std::size_t units = shape.units;
    const std::size_t head = shape.head_width();
    const std::size_t width = shape.projected();
    state.share.resize(graph.attention_edges() * heads);
    state.leak.resize(graph.attention_edges() * heads);
    state.mean_edge.resize(shape.edge_messages ? graph.nodes * heads * units : 0);
    std::vector<float> messages(graph.nodes * width, 0.0f);
    for (std::size_t i = 0; i < graph.nodes; ++i) {
        normalize_row(graph, heads, i, edges, state);
        gather_row(graph, shape, i, state, messages.data() + i * width);
        const float* share = state.share.data() + graph.attention_begin(i) * heads;
        if (shape.edge_messages)
            product<false>(heads, units, graph.attention_size(i), {share, 1, heads},
                           edges.e + graph.row_begin(i) * units, units,
                           state.mean_edge.data() + i * heads * units, units);
    }
    if (shape.edge_messages) {
        std::vector<float> flipped(units * head);
        for (std::size_t h = 0; h < heads; ++h) {
            transpose(weights.message + h * head * units, head, units, flipped.data());
            product<true>(graph.nodes, head, units,
                          {state.mean_edge.data() + h * units, heads * units, 1}, flipped.data(),
                          head, messages.data() + h * head, width);
        }
    }
    if (!shape.last) {
        std::copy(messages.begin(), messages.end(), out);
        return;
    }
    std::fill_n(out, graph.nodes * units, 0.0f);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t h = 0; h < heads; ++h)
            add_scaled(out + i * units, messages.data() + i * width + h * units,
                       1.0f / static_cast<float>(heads), units);
}

// output = input + weight · (x − mean) / std + bias, over the nodes of this instance.
void normalize_nodes(const GraphView& graph, std::size_t units, const AttentionWeights& weights,
                     const float* input, AttentionState& state, float* output) {
    const auto nodes = static_cast<double>(graph.nodes);
    state.normalized.resize(graph.nodes * units);
    state.inverse_std.resize(units);
    std::vector<double> mean(units, 0.0), variance(units, 0.0);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t c = 0; c < units; ++c) mean[c] += double(output[i * units + c]);
    for (double& m : mean) m /= nodes;
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const double difference = double(output[i * units + c]) - mean[c];
            variance[c] += difference * difference;
        }
    for (std::size_t c = 0; c < units; ++c)
        state.inverse_std[c] =
            static_cast<float>(1.0 / std::sqrt(variance[c] / nodes + double(norm_epsilon)));
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const std::size_t at = i * units + c;
            const float x = (output[at] - static_cast<float>(mean[c])) * state.inverse_std[c];
            state.normalized[at] = x;
            output[at] = input[at] + weights.norm_weight[c] * x + weights.norm_bias[c];
        }
}

void attend_target(const GraphView& graph, const AttentionShape& shape,
                   const AttentionWeights& weights, const float* input, const AttentionEdges& edges,
                   AttentionState& state, float* output) {
    project_nodes(graph, shape, weights, input, state);
    aggregate(graph, shape, weights, edges, state, output);
    state.slope.resize(graph.nodes * shape.units);
    silu(output, state.slope.data(), graph.nodes * shape.units);
    normalize_nodes(graph, shape.units, weights, input, state, output);
}

// ---- backward ----

// d_message [nodes, D] from the gradient of the output, through normalisation and SiLU.
void normalize_backward(const GraphView& graph, std::size_t units, const AttentionWeights& weights,
                        const AttentionState& state, const float* d_output,
                        const AttentionGradients& gradients, float* d_message) {
    std::vector<double> sum(units, 0.0), projected(units, 0.0);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const double d = double(d_output[i * units + c]);
            sum[c] += d;
            projected[c] += d * double(state.normalized[i * units + c]);
        }
    const float inverse = 1.0f / static_cast<float>(graph.nodes);
    std::vector<float> mean(units), along(units);
    for (std::size_t c = 0; c < units; ++c) {
        gradients.norm_bias[c] += static_cast<float>(sum[c]);
        gradients.norm_weight[c] += static_cast<float>(projected[c]);
        mean[c] = static_cast<float>(sum[c]) * inverse;
        along[c] = static_cast<float>(projected[c]) * inverse;
    }
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t c = 0; c < units; ++c) {
            const std::size_t at = i * units + c;
            const float d = d_output[at] - mean[c] - state.normalized[at] * along[c];
            d_message[at] = d * weights.norm_weight[c] * state.inverse_std[c] * state.slope[at];
        }
}

// d_heads [nodes, H·w]: the gradient of concatenated heads as it is; averaged heads get an equal
// share.
std::vector<float> spread_heads(const GraphView& graph, const AttentionShape& shape,
                                const std::vector<float>& d_message) {
    if (!shape.last) return d_message;
    const std::size_t units = shape.units;
    std::vector<float> d_heads(graph.nodes * shape.projected());
    const float share = 1.0f / static_cast<float>(shape.heads);
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t h = 0; h < shape.heads; ++h)
            for (std::size_t c = 0; c < units; ++c)
                d_heads[(i * shape.heads + h) * units + c] = d_message[i * units + c] * share;
    return d_heads;
}

// d(mean edge) [nodes, H, D] and the gradient of the message weights.
std::vector<float> message_backward(const GraphView& graph, const AttentionShape& shape,
                                    const AttentionWeights& weights, const AttentionState& state,
                                    const std::vector<float>& d_heads,
                                    const AttentionGradients& gradients) {
    const std::size_t units = shape.units;
    const std::size_t head = shape.head_width();
    const std::size_t width = shape.projected();
    std::vector<float> d_mean(graph.nodes * shape.heads * units);
    for (std::size_t h = 0; h < shape.heads; ++h) {
        product<true>(head, units, graph.nodes, {d_heads.data() + h * head, 1, width},
                      state.mean_edge.data() + h * units, shape.heads * units,
                      gradients.message + h * head * units, units);
        product<false>(graph.nodes, units, head, {d_heads.data() + h * head, width, 1},
                       weights.message + h * head * units, units, d_mean.data() + h * units,
                       shape.heads * units);
    }
    return d_mean;
}

struct RowScratch {
    std::vector<float> d_mean_flipped;  // [D, H]
    std::vector<float> d_share;         // [size, H]
};

// d_share = d_heads_i·z_j (+ d_mean_i·e_ij). Also adds the shares' part of d_z.
void share_backward(const GraphView& graph, const AttentionShape& shape, std::size_t node,
                    const float* edges, const AttentionState& state, const float* d_heads,
                    const float* d_mean, RowScratch& scratch, float* d_z) {
    const std::size_t heads = shape.heads;
    const std::size_t head = shape.head_width();
    const std::size_t width = shape.projected();
    const std::size_t size = graph.attention_size(node);
    const float* share = state.share.data() + graph.attention_begin(node) * heads;
    const std::int32_t* targets = graph.targets + graph.row_begin(node);
    scratch.d_share.resize(size * heads);
    if (shape.edge_messages) {
        transpose(d_mean, heads, shape.units, scratch.d_mean_flipped.data());
        product<false>(size, heads, shape.units, {edges, shape.units, 1},
                       scratch.d_mean_flipped.data(), heads, scratch.d_share.data(), heads);
    } else {
        std::fill(scratch.d_share.begin(), scratch.d_share.end(), 0.0f);
    }
    for (std::size_t k = 0; k < size; ++k) {
        const auto j = static_cast<std::size_t>(targets[k]);
        for (std::size_t h = 0; h < heads; ++h) {
            const float* d = d_heads + h * head;
            scratch.d_share[k * heads + h] +=
                dot(d, state.projected.data() + j * width + h * head, head);
            add_scaled(d_z + j * width + h * head, d, share[k * heads + h], head);
        }
    }
}

// Back through softmax and leaky ReLU: sets the gradients of the scores in d_from, d_to and
// d_scores.
void score_backward(const GraphView& graph, const AttentionShape& shape, std::size_t node,
                    const AttentionEdges& edges, const AttentionState& state,
                    const RowScratch& scratch, float* d_from, float* d_to, EdgeScores& d_scores) {
    const std::size_t heads = shape.heads;
    const std::size_t begin = graph.attention_begin(node);
    const std::size_t size = graph.attention_size(node);
    const float* share = state.share.data() + begin * heads;
    const float* leak = state.leak.data() + begin * heads;
    const float* d_share = scratch.d_share.data();
    const std::int32_t* targets = graph.targets + graph.row_begin(node);
    for_each_head(heads, [&](auto d, std::size_t h) HWY_ATTR {
        auto mean = hn::Zero(d);
        for (std::size_t k = 0; k < size; ++k)
            mean = hn::MulAdd(hn::LoadU(d, share + k * heads + h),
                              hn::LoadU(d, d_share + k * heads + h), mean);
        auto sum = hn::Zero(d);
        for (std::size_t k = 0; k < size; ++k) {
            const std::size_t at = k * heads + h;
            const auto centred = hn::Sub(hn::LoadU(d, d_share + at), mean);
            const auto slope = hn::Mul(hn::LoadU(d, share + at), hn::LoadU(d, leak + at));
            const auto value = hn::Mul(slope, centred);
            hn::StoreU(value, d, d_scores.row(begin + k) + edges.first_score + h);
            sum = hn::Add(sum, value);
            float* to = d_to + static_cast<std::size_t>(targets[k]) * heads + h;
            hn::StoreU(hn::Add(hn::LoadU(d, to), value), d, to);
        }
        hn::StoreU(hn::Add(hn::LoadU(d, d_from + h), sum), d, d_from + h);
    });
}

// Back through z = W·h and the per-node halves of the scores; adds to d_h.
void project_backward(const GraphView& graph, const AttentionShape& shape,
                      const AttentionWeights& weights, const float* input,
                      const AttentionState& state, const std::vector<float>& d_from,
                      const std::vector<float>& d_to, std::vector<float>& d_z,
                      const AttentionGradients& gradients, float* d_h) {
    const std::size_t heads = shape.heads;
    const std::size_t head = shape.head_width();
    const std::size_t width = shape.projected();
    for (std::size_t i = 0; i < graph.nodes; ++i)
        for (std::size_t h = 0; h < heads; ++h) {
            const float* z = state.projected.data() + i * width + h * head;
            const float from = d_from[i * heads + h];
            const float to = d_to[i * heads + h];
            add_scaled(gradients.source + h * head, z, from, head);
            add_scaled(gradients.target + h * head, z, to, head);
            add_scaled(d_z.data() + i * width + h * head, weights.source + h * head, from, head);
            add_scaled(d_z.data() + i * width + h * head, weights.target + h * head, to, head);
        }
    product<true>(width, shape.units, graph.nodes, {d_z.data(), 1, width}, input, shape.units,
                  gradients.project, shape.units);
    product<true>(graph.nodes, shape.units, width, {d_z.data(), width, 1}, weights.project,
                  shape.units, d_h, shape.units);
}

void attend_backward_target(const GraphView& graph, const AttentionShape& shape,
                            const AttentionWeights& weights, const float* input,
                            const AttentionEdges& edges, const AttentionState& state,
                            float* d_output, const AttentionGradients& gradients,
                            EdgeScores& d_scores, float* d_e) {
    const std::size_t heads = shape.heads;
    const std::size_t units = shape.units;
    const std::size_t width = shape.projected();
    std::vector<float> d_message(graph.nodes * units);
    normalize_backward(graph, units, weights, state, d_output, gradients, d_message.data());
    const std::vector<float> d_heads = spread_heads(graph, shape, d_message);
    std::vector<float> d_mean;
    if (shape.edge_messages)
        d_mean = message_backward(graph, shape, weights, state, d_heads, gradients);
    std::vector<float> d_z(graph.nodes * width, 0.0f);
    std::vector<float> d_from(graph.nodes * heads, 0.0f), d_to(graph.nodes * heads, 0.0f);
    RowScratch scratch;
    scratch.d_mean_flipped.resize(units * heads);
    for (std::size_t i = 0; i < graph.nodes; ++i) {
        const std::size_t place = graph.row_begin(i) * units;
        const float* d_mean_row = shape.edge_messages ? d_mean.data() + i * heads * units : nullptr;
        share_backward(graph, shape, i, edges.e + place, state, d_heads.data() + i * width,
                       d_mean_row, scratch, d_z.data());
        score_backward(graph, shape, i, edges, state, scratch, d_from.data() + i * heads,
                       d_to.data(), d_scores);
        if (shape.edge_messages)
            product<true>(graph.attention_size(i), units, heads,
                          {state.share.data() + graph.attention_begin(i) * heads, heads, 1},
                          d_mean_row, units, d_e + place, units);
    }
    project_backward(graph, shape, weights, input, state, d_from, d_to, d_z, gradients, d_output);
}

// ---- the edges' share of the scores ----

void score_edges_target(const GraphView& graph, std::size_t units, const float* weights,
                        const float* e, EdgeScores& scores) {
    const std::size_t width = scores.width;
    scores.values.resize(graph.attention_edges() * width);
    std::vector<float> flipped(units * width);
    transpose(weights, width, units, flipped.data());
    for (std::size_t i = 0; i < graph.nodes; ++i)
        product<false>(graph.attention_size(i), width, units,
                       {e + graph.row_begin(i) * units, units, 1}, flipped.data(), width,
                       scores.row(graph.attention_begin(i)), width);
}

void score_edges_backward_target(const GraphView& graph, std::size_t units, const float* weights,
                                 const float* e, const EdgeScores& d_scores, float* d_weights,
                                 float* d_e) {
    const std::size_t width = d_scores.width;
    for (std::size_t i = 0; i < graph.nodes; ++i) {
        const std::size_t size = graph.attention_size(i);
        const std::size_t place = graph.row_begin(i) * units;
        const float* d = d_scores.row(graph.attention_begin(i));
        product<true>(width, units, size, {d, 1, width}, e + place, units, d_weights, units);
        product<true>(size, units, width, {d, width, 1}, weights, units, d_e + place, units);
    }
}

}  // namespace odgear::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace odgear::train {

HWY_EXPORT(attend_target);
HWY_EXPORT(attend_backward_target);
HWY_EXPORT(score_edges_target);
HWY_EXPORT(score_edges_backward_target);

void score_edges(const GraphView& graph, std::size_t units, const float* weights, const float* e,
                 EdgeScores& scores) {
    HWY_DYNAMIC_DISPATCH(score_edges_target)(graph, units, weights, e, scores);
}

void score_edges_backward(const GraphView& graph, std::size_t units, const float* weights,
                          const float* e, const EdgeScores& d_scores, float* d_weights,
                          float* d_e) {
    HWY_DYNAMIC_DISPATCH(score_edges_backward_target)
    (graph, units, weights, e, d_scores, d_weights, d_e);
}

void attend(const GraphView& graph, const AttentionShape& shape, const AttentionWeights& weights,
            const float* input, const AttentionEdges& edges, AttentionState& state, float* output) {
    HWY_DYNAMIC_DISPATCH(attend_target)(graph, shape, weights, input, edges, state, output);
}

void attend_backward(const GraphView& graph, const AttentionShape& shape,
                     const AttentionWeights& weights, const float* input,
                     const AttentionEdges& edges, const AttentionState& state, float* d_output,
                     const AttentionGradients& gradients, EdgeScores& d_scores, float* d_e) {
    HWY_DYNAMIC_DISPATCH(attend_backward_target)
    (graph, shape, weights, input, edges, state, d_output, gradients, d_scores, d_e);
}

}  // namespace odgear::train
#endif
