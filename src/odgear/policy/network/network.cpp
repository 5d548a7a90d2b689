#include "odgear/policy/network/network.hpp"

#include <algorithm>

namespace odgear::policy {

using kernels::AlignedVector;

Network::Network(const Model& model)
    : model_(model),
      units_(kernels::padded(static_cast<std::size_t>(model.architecture.units))),
      edges_(model),
      encoder_(model.architecture.backbone == Backbone::gat ? make_gat(model)
                                                            : make_transformer(model)) {
    const Architecture& a = model.architecture;
    const auto d = static_cast<std::size_t>(a.units);
    const auto features = static_cast<std::size_t>(a.node_features());
    node_ = kernels::pack(model.tensor("node.weight"), d, features, features,
                          model.tensor("node.bias"));
    const auto square = [&](const char* weight, std::span<const float> bias) {
        return kernels::pack(model.tensor(weight), d, d, units_, bias);
    };
    decoder_source_ = square("decoder.source.weight", model.tensor("decoder.bias"));
    decoder_target_ = square("decoder.target.weight", {});
    decoder_edge_ = square("decoder.edge.weight", {});
    if (a.decoder_hidden == 2)
        decoder_hidden_ = square("decoder.hidden.weight", model.tensor("decoder.hidden.bias"));
    const auto out = model.tensor("decoder.out.weight");
    const auto outputs = static_cast<std::size_t>(a.outputs());
    out_.assign(outputs * units_, 0);
    for (std::size_t t = 0; t < outputs; ++t)
        std::copy_n(out.data() + t * d, d, out_.data() + t * units_);
    const auto out_bias = model.tensor("decoder.out.bias");
    out_bias_.assign(out_bias.begin(), out_bias.end());
    logz_hidden_ = square("logz.0.weight", model.tensor("logz.0.bias"));
    logz_out_ =
        kernels::pack(model.tensor("logz.1.weight"), 1, d, units_, model.tensor("logz.1.bias"));
}

Encoding Network::encode(const Graph& graph, int k_attention, const Workers& workers) const {
    Encoding encoding;
    encoding.stride = units_;
    encoding.ends = edges_.ends(graph, workers);
    embed_nodes(graph, workers, encoding);
    encoder_->run(graph, edges_.args(graph, encoding.ends), k_attention, workers, encoding.h);
    encoding.log_z = log_z(graph, encoding);
    return encoding;
}

void Network::embed_nodes(const Graph& graph, const Workers& workers, Encoding& encoding) const {
    const auto features = static_cast<std::size_t>(model_.architecture.node_features());
    encoding.h.resize(static_cast<std::size_t>(graph.nodes()) * units_);
    workers.run(graph.nodes(), 64, [&](int begin, int end, int) {
        const auto first = static_cast<std::size_t>(begin);
        kernels::linear({&node_, graph.node_features.data() + first * features, features,
                         encoding.h.data() + first * units_, units_, kernels::Activation::silu},
                        static_cast<std::size_t>(end - begin));
    });
}

double Network::log_z(const Graph& graph, const Encoding& encoding) const {
    const auto nodes = static_cast<std::size_t>(graph.nodes());
    std::vector<double> sums(units_, 0.0);
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t c = 0; c < units_; ++c)
            sums[c] += static_cast<double>(encoding.h[i * units_ + c]);
    AlignedVector<float> mean(units_);
    AlignedVector<float> hidden(units_);
    AlignedVector<float> out(logz_out_.outputs);
    for (std::size_t c = 0; c < units_; ++c)
        mean[c] = static_cast<float>(sums[c] / static_cast<double>(nodes));
    kernels::linear(
        {&logz_hidden_, mean.data(), units_, hidden.data(), units_, kernels::Activation::silu}, 1);
    kernels::linear({&logz_out_, hidden.data(), units_, out.data(), out.size()}, 1);
    return static_cast<double>(out[0]);
}

EdgeTable Network::decode(const Graph& graph, const Encoding& encoding, int k_decode,
                          const Workers& workers) const {
    const auto nodes = static_cast<std::size_t>(graph.nodes());
    AlignedVector<float> source(nodes * units_);
    AlignedVector<float> target(nodes * units_);
    workers.run(graph.nodes(), 64, [&](int begin, int end, int) {
        const std::size_t first = static_cast<std::size_t>(begin) * units_;
        const auto rows = static_cast<std::size_t>(end - begin);
        const float* h = encoding.h.data() + first;
        kernels::linear({&decoder_source_, h, units_, source.data() + first, units_}, rows);
        kernels::linear({&decoder_target_, h, units_, target.data() + first, units_}, rows);
    });
    EdgeTable table(graph, k_decode, model_.architecture.state_terms, EdgeTable::Unfilled());
    const kernels::EmbeddingArgs embedding = edges_.args(graph, encoding.ends);
    kernels::DistanceTable edge_terms = embedding.table;
    AlignedVector<float> terms(edge_terms.exists() ? edge_terms.knots * units_ : 0);
    if (edge_terms.exists()) {
        kernels::linear({&decoder_edge_, edge_terms.values, units_, terms.data(), units_},
                        edge_terms.knots);
        edge_terms.values = terms.data();
    }
    const kernels::DecoderArgs args{
        .embedding = embedding,
        .source = source.data(),
        .target = target.data(),
        .edge = &decoder_edge_,
        .hidden = model_.architecture.decoder_hidden == 2 ? &decoder_hidden_ : nullptr,
        .outputs = out_bias_.size(),
        .out = out_.data(),
        .out_bias = out_bias_.data(),
        .bound = static_cast<float>(model_.architecture.bound),
        .edge_terms = edge_terms};
    std::vector<AlignedVector<float>> scratch(static_cast<std::size_t>(workers.threads()));
    for (auto& memory : scratch) memory.resize(kernels::decoder_scratch(units_));
    const auto decode_edges = [&](int node, int first, int count, int worker) {
        const std::size_t row = graph.row(node) + static_cast<std::size_t>(first);
        kernels::decode(args,
                        {node, first, static_cast<std::size_t>(count), graph.target.data() + row,
                         graph.distance.data() + row},
                        scratch[static_cast<std::size_t>(worker)].data(),
                        table.planes(node) + first, table.stride(node));
    };
    constexpr int rows_per_block = 8;
    const int depot_parts = (graph.customers + depot_part - 1) / depot_part;
    const int blocks = (graph.customers + rows_per_block - 1) / rows_per_block;
    workers.run(depot_parts + blocks, 1, [&](int begin, int end, int worker) {
        for (int index = begin; index < end; ++index) {
            if (index < depot_parts) {
                const int first = index * depot_part;
                decode_edges(0, first, std::min(depot_part, graph.customers - first), worker);
                continue;
            }
            const int first = 1 + (index - depot_parts) * rows_per_block;
            const int last = std::min(first + rows_per_block, graph.nodes());
            for (int i = first; i < last; ++i) {
                table.begin_row(graph, i);
                decode_edges(i, 0, table.row_size(i), worker);
            }
        }
    });
    return table;
}

}  // namespace odgear::policy
