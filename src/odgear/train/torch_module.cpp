#include "odgear/train/torch_module.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/policy/kernels/kernels.hpp"

namespace odgear::train {

namespace {

// Module parameters may not have dots in their names.
std::string registered(std::string name) {
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

// Normalises over the nodes of this instance, both in training and at inference.
torch::Tensor normalize(const torch::Tensor& x, const torch::Tensor& weight,
                        const torch::Tensor& bias) {
    const torch::Tensor mean = x.mean(0, true);
    const torch::Tensor variance = (x - mean).pow(2).mean(0, true);
    return (x - mean) / (variance + 1e-5).sqrt() * weight + bias;
}

// Softmax over the edges that share a source; scores [E, H].
torch::Tensor row_softmax(const torch::Tensor& scores, const torch::Tensor& source,
                          std::int64_t nodes) {
    // The largest score of the instance is as good a shift as that of the row.
    const torch::Tensor weights = (scores - scores.max().detach()).exp();
    const torch::Tensor sums =
        torch::zeros({nodes, scores.size(1)}, scores.options()).index_add(0, source, weights);
    return weights / sums.index_select(0, source);
}

template <class T>
torch::Tensor copied(const T* data, std::vector<std::int64_t> shape, torch::ScalarType type,
                     const torch::Device& device) {
    // from_blob only reads, although its type is not const.
    return torch::from_blob(const_cast<T*>(data), shape, type).clone().to(device);
}

}  // namespace

GraphTensors graph_tensors(const GraphView& view, const torch::Device& device) {
    const auto edges = static_cast<std::int64_t>(view.edges());
    std::vector<std::int64_t> source(view.edges()), target(view.edges()), attended;
    for (std::size_t e = 0; e < view.edges(); ++e) {
        source[e] = static_cast<std::int64_t>(view.source(e));
        target[e] = view.targets[e];
    }
    for (std::size_t i = 0; i < view.nodes; ++i)
        for (std::size_t k = 0; k < view.attention_size(i); ++k)
            attended.push_back(static_cast<std::int64_t>(view.row_begin(i) + k));
    return {
        copied(view.node_features,
               {static_cast<std::int64_t>(view.nodes), static_cast<std::int64_t>(view.node_inputs)},
               torch::kFloat32, device),
        copied(view.edge_features, {edges, static_cast<std::int64_t>(view.edge_inputs)},
               torch::kFloat32, device),
        copied(source.data(), {edges}, torch::kInt64, device),
        copied(target.data(), {edges}, torch::kInt64, device),
        copied(attended.data(), {static_cast<std::int64_t>(attended.size())}, torch::kInt64,
               device)};
}

NetworkModule::NetworkModule(const policy::Architecture& architecture)
    : architecture_(architecture) {
    for (const policy::TensorSpec& spec : policy::tensors(architecture))
        tensors_[spec.name] =
            register_parameter(registered(spec.name), torch::zeros(spec.shape, torch::kFloat32));
}

torch::Tensor NetworkModule::attention_layer(int layer, const torch::Tensor& h,
                                             const torch::Tensor& e,
                                             const GraphTensors& graph) const {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const auto tensor = [&](const char* name) { return tensors_.at(prefix + name); };
    const std::int64_t nodes = h.size(0);
    const std::int64_t heads = architecture_.heads;
    const std::int64_t width = architecture_.head_width(layer);
    const torch::Tensor source = graph.source.index_select(0, graph.attended);
    const torch::Tensor target = graph.target.index_select(0, graph.attended);
    const torch::Tensor edges = e.index_select(0, graph.attended);
    const torch::Tensor z = h.matmul(tensor("project.weight").t()).view({nodes, heads, width});
    const torch::Tensor from = (z * tensor("source")).sum(2);
    const torch::Tensor to = (z * tensor("target")).sum(2);
    const torch::Tensor score =
        torch::leaky_relu(from.index_select(0, source) + to.index_select(0, target) +
                              edges.matmul(tensor("edge").t()),
                          policy::kernels::leaky_slope);
    const torch::Tensor share = row_softmax(score, source, nodes);  // [E', H]
    torch::Tensor message =
        torch::zeros({nodes, heads, width}, h.options())
            .index_add(0, source, share.unsqueeze(2) * z.index_select(0, target));
    if (architecture_.edge_messages) {
        const torch::Tensor mean_edge =
            torch::zeros({nodes, heads, e.size(1)}, h.options())
                .index_add(0, source, share.unsqueeze(2) * edges.unsqueeze(1));
        message = message + torch::einsum("nhd,hwd->nhw", {mean_edge, tensor("message.weight")});
    }
    const bool last = layer + 1 == architecture_.layers;
    const torch::Tensor joined = last ? message.mean(1) : message.reshape({nodes, heads * width});
    return h + normalize(torch::silu(joined), tensor("norm.weight"), tensor("norm.bias"));
}

torch::Tensor NetworkModule::transformer_layer(int layer, const torch::Tensor& h) const {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const auto tensor = [&](const char* name) { return tensors_.at(prefix + name); };
    const std::int64_t nodes = h.size(0);
    const std::int64_t heads = architecture_.heads;
    const std::int64_t width = architecture_.units / heads;
    const auto split = [&](const char* name) {
        return h.matmul(tensor(name).t()).view({nodes, heads, width}).transpose(0, 1);
    };
    const torch::Tensor scores = split("query.weight").matmul(split("key.weight").transpose(1, 2)) /
                                 std::sqrt(double(width));
    const torch::Tensor mixed = torch::softmax(scores, -1).matmul(split("value.weight"));
    const torch::Tensor attended =
        mixed.transpose(0, 1).reshape({nodes, heads * width}).matmul(tensor("out.weight").t());
    const torch::Tensor middle =
        normalize(h + attended, tensor("norm1.weight"), tensor("norm1.bias"));
    const torch::Tensor up =
        torch::silu(middle.matmul(tensor("up.weight").t()) + tensor("up.bias"));
    return normalize(middle + up.matmul(tensor("down.weight").t()) + tensor("down.bias"),
                     tensor("norm2.weight"), tensor("norm2.bias"));
}

torch::Tensor NetworkModule::decode(const torch::Tensor& h, const torch::Tensor& e,
                                    const GraphTensors& graph) const {
    const auto tensor = [&](const char* name) {
        return tensors_.at(std::string("decoder.") + name);
    };
    const torch::Tensor from = h.matmul(tensor("source.weight").t());
    const torch::Tensor to = h.matmul(tensor("target.weight").t());
    torch::Tensor f =
        torch::silu(from.index_select(0, graph.source) + to.index_select(0, graph.target) +
                    e.matmul(tensor("edge.weight").t()) + tensor("bias"));
    if (architecture_.decoder_hidden == 2)
        f = torch::silu(f.matmul(tensor("hidden.weight").t()) + tensor("hidden.bias"));
    const torch::Tensor x = f.matmul(tensor("out.weight").t()) + tensor("out.bias");
    const double bound = architecture_.bound;
    return bound > 0 ? bound * torch::tanh(x / bound) : x;
}

NetworkOutput NetworkModule::forward(const GraphTensors& graph) {
    const auto tensor = [&](const char* name) { return tensors_.at(name); };
    torch::Tensor h =
        torch::silu(graph.nodes.matmul(tensor("node.weight").t()) + tensor("node.bias"));
    const torch::Tensor e =
        torch::silu(graph.edges.matmul(tensor("edge.weight").t()) + tensor("edge.bias"));
    for (int layer = 0; layer < architecture_.layers; ++layer)
        h = architecture_.backbone == policy::Backbone::gat ? attention_layer(layer, h, e, graph)
                                                            : transformer_layer(layer, h);
    const torch::Tensor hidden = torch::silu(
        h.mean(0).unsqueeze(0).matmul(tensor("logz.0.weight").t()) + tensor("logz.0.bias"));
    const torch::Tensor log_z =
        (hidden.matmul(tensor("logz.1.weight").t()) + tensor("logz.1.bias")).squeeze();
    return {decode(h, e, graph), log_z};
}

void load_parameters(NetworkModule& module, const ParameterLayout& layout,
                     std::span<const float> parameters) {
    const torch::NoGradGuard no_gradient;
    for (const ParameterLayout::Entry& entry : layout.entries()) {
        torch::Tensor to = module.parameter(entry.spec.name);
        to.copy_(copied(parameters.data() + entry.offset, entry.spec.shape, torch::kFloat32,
                        to.device()));
    }
}

}  // namespace odgear::train
