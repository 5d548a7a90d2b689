// The Transformer backbone of the paper's ablation: full attention of all nodes, post-norm.
#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/policy/network/encoder.hpp"

namespace odgear::policy {

namespace {

using kernels::AlignedVector;
using kernels::PackedMatrix;
using kernels::padded;

class Transformer final : public Encoder {
    static constexpr int rows_per_block = 24;

    struct Layer {
        PackedMatrix query, key, value;  // each head padded
        PackedMatrix out;                // from the padded heads
        PackedMatrix up, down;
        std::span<const float> norm1_weight, norm1_bias, norm2_weight, norm2_bias;
    };

public:
    explicit Transformer(const Model& model)
        : heads_(static_cast<std::size_t>(model.architecture.heads)),
          real_units_(static_cast<std::size_t>(model.architecture.units)),
          units_(padded(real_units_)),
          width_(real_units_ / heads_),
          head_(padded(width_)) {
        for (int k = 0; k < model.architecture.layers; ++k)
            layers_.push_back(make_layer(model, "layers." + std::to_string(k) + "."));
    }

    void run(const Graph& graph, const kernels::EmbeddingArgs&, int, const Workers& workers,
             AlignedVector<float>& h) const override {
        for (const Layer& layer : layers_) {
            AlignedVector<float> x = attention(layer, graph.nodes(), workers, h);
            normalize(x, layer.norm1_weight, layer.norm1_bias, graph.nodes(), workers, h);
            feed_forward(layer, graph.nodes(), workers, h, x);
            normalize(x, layer.norm2_weight, layer.norm2_bias, graph.nodes(), workers, h);
        }
    }

private:
    Layer make_layer(const Model& model, const std::string& prefix) const {
        Layer layer;
        const auto heads_apart = [&](const char* name, float scale) {
            const auto weight = model.tensor(prefix + name + ".weight");
            PackedMatrix packed(units_, heads_ * head_);
            for (std::size_t o = 0; o < real_units_; ++o)
                for (std::size_t i = 0; i < real_units_; ++i)
                    packed.at(o / width_ * head_ + o % width_, i) =
                        scale * weight[o * real_units_ + i];
            return packed;
        };
        layer.query = heads_apart("query", 1 / std::sqrt(static_cast<float>(width_)));
        layer.key = heads_apart("key", 1);
        layer.value = heads_apart("value", 1);
        const auto out = model.tensor(prefix + "out.weight");
        layer.out = PackedMatrix(heads_ * head_, units_);
        for (std::size_t o = 0; o < real_units_; ++o)
            for (std::size_t i = 0; i < real_units_; ++i)
                layer.out.at(o, i / width_ * head_ + i % width_) = out[o * real_units_ + i];
        layer.up = kernels::pack(model.tensor(prefix + "up.weight"), 4 * real_units_, real_units_,
                                 units_, model.tensor(prefix + "up.bias"));
        layer.down =
            kernels::pack(model.tensor(prefix + "down.weight"), real_units_, 4 * real_units_,
                          padded(4 * real_units_), model.tensor(prefix + "down.bias"));
        layer.norm1_weight = model.tensor(prefix + "norm1.weight");
        layer.norm1_bias = model.tensor(prefix + "norm1.bias");
        layer.norm2_weight = model.tensor(prefix + "norm2.weight");
        layer.norm2_bias = model.tensor(prefix + "norm2.bias");
        return layer;
    }

    // Keys and values of one head as matrices to multiply by: h_i . keys, weights . values.
    struct Head {
        PackedMatrix keys;    // head_ -> nodes
        PackedMatrix values;  // nodes -> head_
    };

    std::vector<Head> pack_heads(const Layer& layer, std::size_t nodes,
                                 const AlignedVector<float>& h) const {
        AlignedVector<float> key(nodes * heads_ * head_);
        AlignedVector<float> value(nodes * heads_ * head_);
        kernels::linear({&layer.key, h.data(), units_, key.data(), heads_ * head_}, nodes);
        kernels::linear({&layer.value, h.data(), units_, value.data(), heads_ * head_}, nodes);
        std::vector<Head> heads(heads_);
        for (std::size_t k = 0; k < heads_; ++k) {
            heads[k] = {PackedMatrix(head_, nodes), PackedMatrix(padded(nodes), head_)};
            for (std::size_t i = 0; i < nodes; ++i)
                for (std::size_t c = 0; c < width_; ++c) {
                    heads[k].keys.at(i, c) = key[(i * heads_ + k) * head_ + c];
                    heads[k].values.at(c, i) = value[(i * heads_ + k) * head_ + c];
                }
        }
        return heads;
    }

    // h + attention(h).
    AlignedVector<float> attention(const Layer& layer, int count, const Workers& workers,
                                   const AlignedVector<float>& h) const {
        const auto nodes = static_cast<std::size_t>(count);
        const std::size_t wide = heads_ * head_;
        const std::vector<Head> heads = pack_heads(layer, nodes, h);
        AlignedVector<float> x = h;
        std::vector<AlignedVector<float>> scratch(static_cast<std::size_t>(workers.threads()));
        for (auto& memory : scratch) memory.resize(rows_per_block * (2 * wide + padded(nodes)));
        workers.run(count, rows_per_block, [&](int begin, int end, int worker) {
            const auto first = static_cast<std::size_t>(begin);
            const auto rows = static_cast<std::size_t>(end - begin);
            float* query = scratch[static_cast<std::size_t>(worker)].data();
            float* mixed = query + rows_per_block * wide;
            float* scores = mixed + rows_per_block * wide;
            kernels::linear({&layer.query, h.data() + first * units_, units_, query, wide}, rows);
            for (std::size_t k = 0; k < heads_; ++k) {
                kernels::linear({&heads[k].keys, query + k * head_, wide, scores, padded(nodes)},
                                rows);
                for (std::size_t r = 0; r < rows; ++r) softmax(scores + r * padded(nodes), nodes);
                kernels::linear({&heads[k].values, scores, padded(nodes), mixed + k * head_, wide},
                                rows);
            }
            kernels::linear({&layer.out, mixed, wide, x.data() + first * units_, units_,
                             kernels::Activation::none, true},
                            rows);
        });
        return x;
    }

    static void softmax(float* row, std::size_t nodes) {
        const float largest = *std::max_element(row, row + nodes);
        std::fill(row + nodes, row + padded(nodes), -std::numeric_limits<float>::infinity());
        kernels::softmax_weights(row, padded(nodes), 1, largest, row);
        double total = 0;
        for (std::size_t j = 0; j < nodes; ++j) total += static_cast<double>(row[j]);
        const float share = static_cast<float>(1 / total);
        for (std::size_t j = 0; j < nodes; ++j) row[j] *= share;
    }

    // x = h + W_2 SiLU(W_1 h + b_1) + b_2
    void feed_forward(const Layer& layer, int count, const Workers& workers,
                      const AlignedVector<float>& h, AlignedVector<float>& x) const {
        const std::size_t hidden_width = layer.up.outputs;
        std::vector<AlignedVector<float>> scratch(static_cast<std::size_t>(workers.threads()));
        for (auto& memory : scratch) memory.resize(rows_per_block * hidden_width);
        workers.run(count, rows_per_block, [&](int begin, int end, int worker) {
            const std::size_t first = static_cast<std::size_t>(begin) * units_;
            const auto rows = static_cast<std::size_t>(end - begin);
            float* hidden = scratch[static_cast<std::size_t>(worker)].data();
            std::copy_n(h.data() + first, rows * units_, x.data() + first);
            kernels::linear({&layer.up, h.data() + first, units_, hidden, hidden_width,
                             kernels::Activation::silu},
                            rows);
            kernels::linear({&layer.down, hidden, hidden_width, x.data() + first, units_,
                             kernels::Activation::none, true},
                            rows);
        });
    }

    // h = BN(x)
    void normalize(const AlignedVector<float>& x, std::span<const float> weight,
                   std::span<const float> bias, int count, const Workers& workers,
                   AlignedVector<float>& h) const {
        constexpr int block = 64;
        ColumnMoments moments(static_cast<std::size_t>((count + block - 1) / block), units_);
        workers.run(count, block, [&](int begin, int end, int) {
            moments.measure(static_cast<std::size_t>(begin / block),
                            x.data() + static_cast<std::size_t>(begin) * units_,
                            static_cast<std::size_t>(end - begin));
        });
        const Normalization norm = moments.normalization(weight, bias);
        workers.run(count, block, [&](int begin, int end, int) {
            const std::size_t first = static_cast<std::size_t>(begin) * units_;
            kernels::scale_shift(x.data() + first, static_cast<std::size_t>(end - begin), units_,
                                 norm.scale.data(), norm.shift.data(), true, h.data() + first);
        });
    }

    std::size_t heads_;
    std::size_t real_units_;
    std::size_t units_;
    std::size_t width_;  // of one head
    std::size_t head_;   // padded
    std::vector<Layer> layers_;
};

}  // namespace

std::unique_ptr<Encoder> make_transformer(const Model& model) {
    return std::make_unique<Transformer>(model);
}

}  // namespace odgear::policy
