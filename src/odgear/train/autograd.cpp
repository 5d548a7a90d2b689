#include "odgear/train/autograd.hpp"

namespace odgear::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

std::span<const float> span_of(const torch::Tensor& tensor) {
    return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

// Objects that are not tensors are passed through a context as numbers.
template <class T>
void keep(AutogradContext& context, const char* name, T& object) {
    context.saved_data[name] = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(&object));
}

template <class T>
T& kept(AutogradContext& context, const char* name) {
    return *reinterpret_cast<T*>(static_cast<std::intptr_t>(context.saved_data[name].toInt()));
}

class NetworkFunction : public torch::autograd::Function<NetworkFunction> {
public:
    static variable_list forward(AutogradContext* context, const torch::Tensor& parameters,
                                 FusedNetwork* network, const TrainingGraph* graph) {
        // Kept because the kernels read the parameters again in backward().
        const torch::Tensor flat = parameters.contiguous();
        context->save_for_backward({flat});
        keep(*context, "network", *network);
        network->forward(*graph, span_of(flat));
        const LogitView view = network->logits();
        const auto planes = static_cast<std::int64_t>(1 + view.state_terms);
        const torch::Tensor logits =
            torch::from_blob(const_cast<float*>(view.planes),
                             {planes, static_cast<std::int64_t>(view.stride)}, torch::kFloat32)
                .clone();
        return {logits, torch::full({1}, network->log_z(), torch::kFloat32)};
    }

    static variable_list backward(AutogradContext* context, variable_list d_outputs) {
        const torch::Tensor parameters = context->get_saved_variables()[0];
        torch::Tensor gradient = torch::zeros_like(parameters);
        const torch::Tensor d_logits = d_outputs[0].contiguous();
        kept<FusedNetwork>(*context, "network")
            .backward(span_of(d_logits), d_outputs[1].item<double>(),
                      {gradient.data_ptr<float>(), static_cast<std::size_t>(gradient.numel())});
        return {gradient, torch::Tensor(), torch::Tensor()};
    }
};

LogitView view_of(const torch::Tensor& logits) {
    return {logits.data_ptr<float>(), static_cast<std::size_t>(logits.size(1)),
            static_cast<std::size_t>(logits.size(0) - 1)};
}

class TrajectoryFunction : public torch::autograd::Function<TrajectoryFunction> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& logits,
                                 const TrainingGraph* graph, const Trajectory* trajectory) {
        const torch::Tensor planes = logits.contiguous();
        context->save_for_backward({planes});
        keep(*context, "graph", *graph);
        keep(*context, "trajectory", *trajectory);
        Trajectory walked = *trajectory;
        WalkScratch scratch;
        evaluate(*graph, view_of(planes), scratch, walked);
        return torch::tensor(walked.log_probs);
    }

    static variable_list backward(AutogradContext* context, variable_list d_outputs) {
        const torch::Tensor planes = context->get_saved_variables()[0];
        torch::Tensor gradient = torch::zeros_like(planes);
        const torch::Tensor weights = d_outputs[0].contiguous();
        WalkScratch scratch;
        add_gradient(kept<const TrainingGraph>(*context, "graph"), view_of(planes),
                     kept<const Trajectory>(*context, "trajectory"), span_of(weights), scratch,
                     gradient.data_ptr<float>());
        return {gradient, torch::Tensor(), torch::Tensor()};
    }
};

}  // namespace

FusedOutput fused_network(const torch::Tensor& parameters, FusedNetwork& network,
                          const TrainingGraph& graph) {
    const variable_list outputs = NetworkFunction::apply(parameters, &network, &graph);
    return {outputs[0], outputs[1]};
}

torch::Tensor trajectory_log_probs(const torch::Tensor& logits, const TrainingGraph& graph,
                                   const Trajectory& trajectory) {
    return TrajectoryFunction::apply(logits, &graph, &trajectory);
}

}  // namespace odgear::train
