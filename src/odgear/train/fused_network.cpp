#include "odgear/train/fused_network.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/train/kernels/embedding.hpp"

namespace odgear::train {

namespace {

template <class T>
AttentionTensors<T*> layer_tensors(const ParameterLayout& layout, std::span<T> parameters,
                                   std::size_t layer) {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const auto at = [&](const char* name) { return layout.find(parameters, prefix + name); };
    return {at("project.weight"), at("source"),      at("target"),
            at("message.weight"), at("norm.weight"), at("norm.bias")};
}

template <class T>
TransformerTensors<T*> transformer_tensors(const ParameterLayout& layout, std::span<T> parameters,
                                           std::size_t layer) {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const auto at = [&](const char* name) { return layout.at(parameters, prefix + name); };
    return {at("query.weight"), at("key.weight"), at("value.weight"), at("out.weight"),
            at("norm1.weight"), at("norm1.bias"), at("up.weight"),    at("up.bias"),
            at("down.weight"),  at("down.bias"),  at("norm2.weight"), at("norm2.bias")};
}

std::string edge_tensor(std::size_t layer) { return "layers." + std::to_string(layer) + ".edge"; }

template <class T>
DecoderTensors<T*> decoder_tensors(const ParameterLayout& layout, std::span<T> parameters) {
    const auto at = [&](const char* name) {
        return layout.find(parameters, std::string("decoder.") + name);
    };
    return {at("source.weight"), at("target.weight"), at("edge.weight"), at("bias"),
            at("hidden.weight"), at("hidden.bias"),   at("out.weight"),  at("out.bias")};
}

}  // namespace

bool fused_kernels_fit(const policy::Architecture& architecture) {
    return architecture.heads <= 16 && architecture.units % (8 * architecture.heads) == 0;
}

FusedNetwork::FusedNetwork(const ParameterLayout& layout)
    : layout_(layout),
      units_(static_cast<std::size_t>(layout.architecture().units)),
      layers_(static_cast<std::size_t>(layout.architecture().layers)),
      heads_(static_cast<std::size_t>(layout.architecture().heads)),
      gat_(layout.architecture().backbone == policy::Backbone::gat),
      hidden_(layers_ + 1),
      attention_(gat_ ? layers_ : 0),
      transformer_(gat_ ? 0 : layers_) {
    if (!fused_kernels_fit(layout.architecture()))
        throw ConfigurationError(
            "the fused kernels need at most 16 heads whose width is a multiple of 8");
}

AttentionShape FusedNetwork::layer_shape(std::size_t layer) const {
    return {units_, heads_, layer + 1 == layers_, layout_.architecture().edge_messages};
}

DecoderShape FusedNetwork::decoder_shape() const {
    const policy::Architecture& a = layout_.architecture();
    return {units_, static_cast<std::size_t>(a.outputs()), a.decoder_hidden == 2,
            static_cast<float>(a.bound)};
}

LogitView FusedNetwork::logits() const {
    return {decoder_.outputs.data(), decoder_.stride,
            static_cast<std::size_t>(layout_.architecture().state_terms)};
}

void FusedNetwork::forward(const TrainingGraph& graph, std::span<const float> parameters,
                           std::span<const std::int32_t> edges) {
    view_ = graph.view();
    parameters_ = parameters;
    for (auto& h : hidden_) h.resize(view_.nodes * units_);
    node_slope_.resize(view_.nodes * units_);
    edge_.resize(view_.edges() * units_);
    edge_slope_.resize(view_.edges() * units_);
    embed({view_.nodes, view_.node_inputs, units_}, view_.node_features,
          layout_.at(parameters, "node.weight"), layout_.at(parameters, "node.bias"),
          hidden_[0].data(), node_slope_.data());
    embed({view_.edges(), view_.edge_inputs, units_}, view_.edge_features,
          layout_.at(parameters, "edge.weight"), layout_.at(parameters, "edge.bias"), edge_.data(),
          edge_slope_.data());
    if (gat_)
        forward_gat();
    else
        for (std::size_t k = 0; k < layers_; ++k)
            transform({view_.nodes, units_, heads_}, transformer_tensors(layout_, parameters, k),
                      hidden_[k].data(), transformer_[k], hidden_[k + 1].data());
    decoder_.chosen.assign(edges.begin(), edges.end());
    decode(view_, decoder_shape(), decoder_tensors(layout_, parameters), hidden_[layers_].data(),
           edge_.data(), decoder_);
    forward_log_z(parameters);
}

void FusedNetwork::backward(std::span<const float> d_logits, double d_log_z,
                            std::span<float> gradient) {
    d_hidden_.assign(view_.nodes * units_, 0.0f);
    d_edge_.resize(view_.edges() * units_);
    if (d_log_z != 0) backward_log_z(d_log_z, gradient);
    decode_backward(view_, decoder_shape(), decoder_tensors(layout_, parameters_),
                    hidden_[layers_].data(), edge_.data(), decoder_, d_logits.data(),
                    decoder_tensors(layout_, gradient), d_hidden_.data(), d_edge_.data());
    if (gat_)
        backward_gat(gradient);
    else
        for (std::size_t k = layers_; k-- > 0;)
            transform_backward({view_.nodes, units_, heads_},
                               transformer_tensors(layout_, parameters_, k), hidden_[k].data(),
                               transformer_[k], d_hidden_.data(),
                               transformer_tensors(layout_, gradient, k));
    embed_backward({view_.nodes, view_.node_inputs, units_}, view_.node_features,
                   node_slope_.data(), d_hidden_.data(), layout_.at(gradient, "node.weight"),
                   layout_.at(gradient, "node.bias"));
    embed_backward({view_.edges(), view_.edge_inputs, units_}, view_.edge_features,
                   edge_slope_.data(), d_edge_.data(), layout_.at(gradient, "edge.weight"),
                   layout_.at(gradient, "edge.bias"));
}

void FusedNetwork::forward_gat() {
    gather_score_weights();
    score_edges(view_, units_, score_weights_.data(), edge_.data(), scores_);
    for (std::size_t k = 0; k < layers_; ++k)
        attend(view_, layer_shape(k), layer_tensors(layout_, parameters_, k), hidden_[k].data(),
               attention_edges(k), attention_[k], hidden_[k + 1].data());
}

void FusedNetwork::backward_gat(std::span<float> gradient) {
    d_scores_.width = scores_.width;
    d_scores_.values.resize(scores_.values.size());
    for (std::size_t k = layers_; k-- > 0;)
        attend_backward(view_, layer_shape(k), layer_tensors(layout_, parameters_, k),
                        hidden_[k].data(), attention_edges(k), attention_[k], d_hidden_.data(),
                        layer_tensors(layout_, gradient, k), d_scores_, d_edge_.data());
    backward_scores(gradient);
}

AttentionEdges FusedNetwork::attention_edges(std::size_t layer) const {
    return {edge_.data(), scores_, layer * heads_};
}

// Stacks the `edge` tensors of the layers.
void FusedNetwork::gather_score_weights() {
    scores_.width = layers_ * heads_;
    score_weights_.resize(scores_.width * units_);
    for (std::size_t k = 0; k < layers_; ++k)
        std::copy_n(layout_.at(parameters_, edge_tensor(k)), heads_ * units_,
                    score_weights_.data() + k * heads_ * units_);
}

void FusedNetwork::backward_scores(std::span<float> gradient) {
    std::vector<float> d_weights(score_weights_.size(), 0.0f);
    score_edges_backward(view_, units_, score_weights_.data(), edge_.data(), d_scores_,
                         d_weights.data(), d_edge_.data());
    for (std::size_t k = 0; k < layers_; ++k) {
        float* to = layout_.at(gradient, edge_tensor(k));
        for (std::size_t i = 0; i < heads_ * units_; ++i)
            to[i] += d_weights[k * heads_ * units_ + i];
    }
}

void FusedNetwork::forward_log_z(std::span<const float> parameters) {
    mean_.assign(units_, 0.0f);
    const std::vector<float>& h = hidden_[layers_];
    for (std::size_t i = 0; i < view_.nodes; ++i)
        for (std::size_t c = 0; c < units_; ++c) mean_[c] += h[i * units_ + c];
    for (float& m : mean_) m /= static_cast<float>(view_.nodes);
    z_hidden_.resize(units_);
    z_slope_.resize(units_);
    embed({1, units_, units_}, mean_.data(), layout_.at(parameters, "logz.0.weight"),
          layout_.at(parameters, "logz.0.bias"), z_hidden_.data(), z_slope_.data());
    const float* weight = layout_.at(parameters, "logz.1.weight");
    log_z_ = double(*layout_.at(parameters, "logz.1.bias"));
    for (std::size_t c = 0; c < units_; ++c) log_z_ += double(weight[c]) * double(z_hidden_[c]);
}

void FusedNetwork::backward_log_z(double d_log_z, std::span<float> gradient) {
    const auto d = static_cast<float>(d_log_z);
    const float* weight = layout_.at(parameters_, "logz.1.weight");
    float* d_weight = layout_.at(gradient, "logz.1.weight");
    *layout_.at(gradient, "logz.1.bias") += d;
    std::vector<float> d_value(units_);
    for (std::size_t c = 0; c < units_; ++c) {
        d_weight[c] += d * z_hidden_[c];
        d_value[c] = d * weight[c];
    }
    embed_backward({1, units_, units_}, mean_.data(), z_slope_.data(), d_value.data(),
                   layout_.at(gradient, "logz.0.weight"), layout_.at(gradient, "logz.0.bias"));
    const float* inner = layout_.at(parameters_, "logz.0.weight");
    std::vector<float> d_mean(units_, 0.0f);
    for (std::size_t r = 0; r < units_; ++r)
        for (std::size_t c = 0; c < units_; ++c) d_mean[c] += d_value[r] * inner[r * units_ + c];
    for (std::size_t i = 0; i < view_.nodes; ++i)
        for (std::size_t c = 0; c < units_; ++c)
            d_hidden_[i * units_ + c] += d_mean[c] / static_cast<float>(view_.nodes);
}

}  // namespace odgear::train
