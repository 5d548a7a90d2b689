#include "support/policy/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odgear::policy {

namespace {

// T is the type of all numbers.
template <class T>
T silu(T x) {
    return x / (1 + std::exp(-x));
}

template <class T>
class Reference {
public:
    using Matrix = std::vector<T>;  // row-major; the width is known where it is used

    Reference(const Model& model, const Graph& graph, int k_attention)
        : model_(model),
          a_(model.architecture),
          graph_(graph),
          k_attention_(std::min(k_attention, graph.neighbors)),
          d_(static_cast<std::size_t>(a_.units)),
          nodes_(static_cast<std::size_t>(graph.nodes())) {}

    ReferenceOutput run() {
        embed();
        for (int layer = 0; layer < a_.layers; ++layer) {
            if (a_.backbone == Backbone::gat)
                gat_layer(layer);
            else
                transformer_layer(layer);
        }
        const Matrix logits = decode();
        return {{h_.begin(), h_.end()}, {logits.begin(), logits.end()}, double(log_z())};
    }

private:
    // rows of x times the transpose of the weight [out, in], plus the bias if it is named.
    Matrix linear(const Matrix& x, const std::string& weight, const std::string& bias,
                  std::size_t out) const {
        const auto w = model_.tensor(weight);
        const std::size_t in = w.size() / out;
        const std::size_t rows = x.size() / in;
        Matrix y(rows * out);
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t o = 0; o < out; ++o) {
                T sum = bias.empty() ? 0 : model_.tensor(bias)[o];
                for (std::size_t i = 0; i < in; ++i) sum += x[r * in + i] * w[o * in + i];
                y[r * out + o] = sum;
            }
        return y;
    }

    void embed() {
        const std::vector<float> edges = graph_.edge_features();
        h_ = linear({graph_.node_features.begin(), graph_.node_features.end()}, "node.weight",
                    "node.bias", d_);
        e_ = linear({edges.begin(), edges.end()}, "edge.weight", "edge.bias", d_);
        for (T& v : h_) v = silu(v);
        for (T& v : e_) v = silu(v);
    }

    Matrix normalized(Matrix x, const std::string& prefix) const {
        const auto weight = model_.tensor(prefix + ".weight");
        const auto bias = model_.tensor(prefix + ".bias");
        for (std::size_t c = 0; c < d_; ++c) {
            T mean = 0;
            T variance = 0;
            for (std::size_t i = 0; i < nodes_; ++i) mean += x[i * d_ + c] / T(nodes_);
            for (std::size_t i = 0; i < nodes_; ++i)
                variance += (x[i * d_ + c] - mean) * (x[i * d_ + c] - mean) / T(nodes_);
            for (std::size_t i = 0; i < nodes_; ++i)
                x[i * d_ + c] =
                    (x[i * d_ + c] - mean) / std::sqrt(variance + T(1e-5)) * weight[c] + bias[c];
        }
        return x;
    }

    Matrix attention(int layer, std::size_t head, int i, const Matrix& z) const {
        const std::string prefix = "layers." + std::to_string(layer) + ".";
        const auto w = static_cast<std::size_t>(a_.head_width(layer));
        const std::size_t wide = w * static_cast<std::size_t>(a_.heads);
        const auto source = model_.tensor(prefix + "source");
        const auto target = model_.tensor(prefix + "target");
        const auto edge = model_.tensor(prefix + "edge");
        Matrix scores;
        T largest = std::numeric_limits<T>::lowest();
        for (std::size_t s = 0; s < attended(i); ++s) {
            const std::size_t e = graph_.row(i) + s;
            const auto j = static_cast<std::size_t>(graph_.target[e]);
            T score = 0;
            for (std::size_t c = 0; c < w; ++c)
                score += source[head * w + c] * z[std::size_t(i) * wide + head * w + c] +
                         target[head * w + c] * z[j * wide + head * w + c];
            for (std::size_t c = 0; c < d_; ++c) score += edge[head * d_ + c] * e_[e * d_ + c];
            scores.push_back(score > 0 ? score : T(0.2) * score);
            largest = std::max(largest, scores.back());
        }
        T total = 0;
        for (T& s : scores) total += s = std::exp(s - largest);
        for (T& s : scores) s /= total;
        return scores;
    }

    std::size_t attended(int i) const {
        return static_cast<std::size_t>(i == 0 ? graph_.customers : 1 + k_attention_);
    }

    void gat_layer(int layer) {
        const std::string prefix = "layers." + std::to_string(layer) + ".";
        const auto w = static_cast<std::size_t>(a_.head_width(layer));
        const auto heads = static_cast<std::size_t>(a_.heads);
        const bool last = layer + 1 == a_.layers;
        const Matrix z = linear(h_, prefix + "project.weight", "", heads * w);
        Matrix m(nodes_ * d_);
        for (int i = 0; i < graph_.nodes(); ++i)
            for (std::size_t head = 0; head < heads; ++head) {
                const auto alpha = attention(layer, head, i, z);
                Matrix message(w);
                Matrix edges(d_);
                for (std::size_t s = 0; s < alpha.size(); ++s) {
                    const std::size_t e = graph_.row(i) + s;
                    const auto j = static_cast<std::size_t>(graph_.target[e]);
                    for (std::size_t c = 0; c < w; ++c)
                        message[c] += alpha[s] * z[(j * heads + head) * w + c];
                    for (std::size_t c = 0; c < d_; ++c) edges[c] += alpha[s] * e_[e * d_ + c];
                }
                if (a_.edge_messages) {
                    const auto weight = model_.tensor(prefix + "message.weight");
                    for (std::size_t c = 0; c < w; ++c)
                        for (std::size_t k = 0; k < d_; ++k)
                            message[c] += weight[(head * w + c) * d_ + k] * edges[k];
                }
                for (std::size_t c = 0; c < w; ++c)
                    m[std::size_t(i) * d_ + (last ? c : head * w + c)] +=
                        last ? message[c] / T(heads) : message[c];
            }
        for (T& v : m) v = silu(v);
        const Matrix update = normalized(m, prefix + "norm");
        for (std::size_t k = 0; k < h_.size(); ++k) h_[k] += update[k];
    }

    void transformer_layer(int layer) {
        const std::string prefix = "layers." + std::to_string(layer) + ".";
        const auto heads = static_cast<std::size_t>(a_.heads);
        const std::size_t w = d_ / heads;
        const Matrix query = linear(h_, prefix + "query.weight", "", d_);
        const Matrix key = linear(h_, prefix + "key.weight", "", d_);
        const Matrix value = linear(h_, prefix + "value.weight", "", d_);
        Matrix mixed(h_.size());
        for (std::size_t i = 0; i < nodes_; ++i)
            for (std::size_t head = 0; head < heads; ++head) {
                Matrix scores(nodes_);
                T largest = std::numeric_limits<T>::lowest();
                for (std::size_t j = 0; j < nodes_; ++j) {
                    T dot = 0;
                    for (std::size_t c = head * w; c < (head + 1) * w; ++c)
                        dot += query[i * d_ + c] * key[j * d_ + c];
                    scores[j] = dot / std::sqrt(T(w));
                    largest = std::max(largest, scores[j]);
                }
                T total = 0;
                for (T& s : scores) total += s = std::exp(s - largest);
                for (std::size_t j = 0; j < nodes_; ++j)
                    for (std::size_t c = head * w; c < (head + 1) * w; ++c)
                        mixed[i * d_ + c] += scores[j] / total * value[j * d_ + c];
            }
        const Matrix out = linear(mixed, prefix + "out.weight", "", d_);
        for (std::size_t k = 0; k < h_.size(); ++k) h_[k] += out[k];
        h_ = normalized(h_, prefix + "norm1");
        Matrix hidden = linear(h_, prefix + "up.weight", prefix + "up.bias", 4 * d_);
        for (T& v : hidden) v = silu(v);
        const Matrix down = linear(hidden, prefix + "down.weight", prefix + "down.bias", d_);
        for (std::size_t k = 0; k < h_.size(); ++k) h_[k] += down[k];
        h_ = normalized(h_, prefix + "norm2");
    }

    Matrix decode() const {
        const Matrix source = linear(h_, "decoder.source.weight", "decoder.bias", d_);
        const Matrix target = linear(h_, "decoder.target.weight", "", d_);
        Matrix f = linear(e_, "decoder.edge.weight", "", d_);
        for (int i = 0; i < graph_.nodes(); ++i)
            for (std::size_t s = 0; s < std::size_t(graph_.row_size(i)); ++s) {
                const std::size_t e = graph_.row(i) + s;
                const auto j = static_cast<std::size_t>(graph_.target[e]);
                for (std::size_t c = 0; c < d_; ++c)
                    f[e * d_ + c] =
                        silu(f[e * d_ + c] + source[std::size_t(i) * d_ + c] + target[j * d_ + c]);
            }
        if (a_.decoder_hidden == 2) {
            f = linear(f, "decoder.hidden.weight", "decoder.hidden.bias", d_);
            for (T& v : f) v = silu(v);
        }
        Matrix x = linear(f, "decoder.out.weight", "decoder.out.bias", std::size_t(a_.outputs()));
        if (a_.bound > 0)
            for (T& v : x) v = T(a_.bound) * std::tanh(v / T(a_.bound));
        return x;
    }

    T log_z() const {
        Matrix mean(d_);
        for (std::size_t k = 0; k < h_.size(); ++k) mean[k % d_] += h_[k] / T(nodes_);
        Matrix hidden = linear(mean, "logz.0.weight", "logz.0.bias", d_);
        for (T& v : hidden) v = silu(v);
        return linear(hidden, "logz.1.weight", "logz.1.bias", 1)[0];
    }

    const Model& model_;
    const Architecture& a_;
    const Graph& graph_;
    int k_attention_;
    std::size_t d_;
    std::size_t nodes_;
    Matrix h_;  // [n, D]
    Matrix e_;  // [E, D]
};

}  // namespace

ReferenceOutput reference_network(const Model& model, const Graph& graph, int k_attention,
                                  ReferencePrecision precision) {
    if (precision == ReferencePrecision::single_precision)
        return Reference<float>(model, graph, k_attention).run();
    return Reference<double>(model, graph, k_attention).run();
}

}  // namespace odgear::policy
