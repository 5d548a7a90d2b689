// The network on the fused kernels: three to eight times as fast as with tensor operations. It
// requires head widths that are multiples of eight; all other networks use the torch expression.
#pragma once

#include "odgear/train/kernels/attention.hpp"
#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/kernels/transformer.hpp"
#include "odgear/train/network.hpp"

namespace odgear::train {

bool fused_kernels_fit(const policy::Architecture& architecture);

class FusedNetwork final : public Network {
public:
    // Throws ConfigurationError if the kernels do not support the architecture.
    explicit FusedNetwork(const ParameterLayout& layout);

    using Network::forward;
    void forward(const TrainingGraph& graph, std::span<const float> parameters,
                 std::span<const std::int32_t> edges) override;
    LogitView logits() const override;
    double log_z() const override { return log_z_; }
    void backward(std::span<const float> d_logits, double d_log_z,
                  std::span<float> gradient) override;

private:
    AttentionShape layer_shape(std::size_t layer) const;
    DecoderShape decoder_shape() const;
    AttentionEdges attention_edges(std::size_t layer) const;
    void forward_gat();
    void backward_gat(std::span<float> gradient);
    void gather_score_weights();
    void backward_scores(std::span<float> gradient);
    void forward_log_z(std::span<const float> parameters);
    void backward_log_z(double d_log_z, std::span<float> gradient);

    const ParameterLayout& layout_;
    std::size_t units_;
    std::size_t layers_;
    std::size_t heads_;
    bool gat_;  // false: transformer
    GraphView view_;
    std::span<const float> parameters_;
    std::vector<float> node_slope_;           // [nodes, D]
    std::vector<std::vector<float>> hidden_;  // h before layer k, and after the last; [nodes, D]
    std::vector<float> edge_, edge_slope_;    // e, [edges, D]
    std::vector<float> score_weights_;        // [layers·H, D]
    EdgeScores scores_, d_scores_;
    std::vector<AttentionState> attention_;  // of the gat backbone
    std::vector<TransformerState> transformer_;
    DecoderState decoder_;
    std::vector<float> mean_, z_hidden_, z_slope_;  // of log Z, [D]
    double log_z_ = 0;
    std::vector<float> d_hidden_, d_edge_;
};

}  // namespace odgear::train
