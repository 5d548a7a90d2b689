#include "odgear/train/throughput.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <functional>

#include "odgear/core/stop.hpp"
#include "odgear/train/fused_network.hpp"
#include "odgear/train/instance_source.hpp"
#include "odgear/train/instance_worker.hpp"
#include "odgear/train/losses/group_advantage.hpp"
#include "odgear/train/torch_module.hpp"
#include "odgear/train/torch_network.hpp"

namespace odgear::train {

namespace {

using torch::Tensor;

// A group of trajectories as one batch of tensor operations. The tape covers every step.
class TensorRollouts {
public:
    TensorRollouts(const TrainingGraph& graph, const Tensor& logits, int group)
        : group_(group), nodes_(graph.customers() + 1) {
        const GraphView view = graph.view();
        std::vector<std::int64_t> places(view.edges());
        for (std::size_t e = 0; e < view.edges(); ++e)
            places[e] = static_cast<std::int64_t>(view.source(e)) * nodes_ + view.targets[e];
        const Tensor index = torch::tensor(places);
        for (std::int64_t t = 0; t < logits.size(1); ++t)
            planes_.push_back(
                torch::full({nodes_ * nodes_}, t == 0 ? policy::kernels::log_outside_weight : 0.0)
                    .index_copy(0, index, logits.select(1, t))
                    .view({nodes_, nodes_}));
        const policy::Graph& g = graph.graph();
        const auto size = static_cast<std::size_t>(nodes_);
        std::vector<float> near(size * size, 0.0f), distance(size * size);
        for (std::size_t j = 1; j < size; ++j)
            for (std::size_t k = 0; k < static_cast<std::size_t>(g.iso_width); ++k) {
                const int seen = g.iso_neighbors[j * static_cast<std::size_t>(g.iso_width) + k];
                near[j * size + static_cast<std::size_t>(seen)] =
                    1.0f / static_cast<float>(g.iso_width);
            }
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                distance[i * size + j] =
                    static_cast<float>(graph.distance(static_cast<int>(i), static_cast<int>(j)));
        near_ = torch::tensor(near).view({nodes_, nodes_});
        distance_ = torch::tensor(distance).view({nodes_, nodes_});
        demand_ = torch::tensor(g.demand);
    }

    // The policy gradient's surrogate loss.
    Tensor loss() {
        Tensor at = torch::zeros({group_}, torch::kInt64);
        Tensor visited = torch::zeros({group_, nodes_});
        Tensor room = torch::ones({group_});
        Tensor log_prob = torch::zeros({group_});
        Tensor cost = torch::zeros({group_});
        for (int step = 0; step < 2 * nodes_; ++step) {
            const Tensor open = visited.slice(1, 1).sum(1) < nodes_ - 1.5;
            if (!open.any().item<bool>() && (at == 0).all().item<bool>()) break;
            const Tensor logit = masked_logits(at, visited, room, open);
            const Tensor log_row = torch::log_softmax(logit, 1);
            const Tensor next = torch::multinomial(log_row.detach().exp(), 1).squeeze(1);
            log_prob = log_prob + log_row.gather(1, next.unsqueeze(1)).squeeze(1);
            cost = cost + distance_.flatten().index_select(0, at * nodes_ + next);
            const Tensor home = next == 0;
            room = torch::where(home, torch::ones_like(room), room - demand_.index_select(0, next));
            visited = visited.scatter(1, next.unsqueeze(1), 1.0);
            visited.select(1, 0).zero_();
            at = next;
        }
        std::vector<double> costs;
        for (int g = 0; g < group_; ++g) costs.push_back(cost[g].item<double>());
        const std::vector<double> advantage = group_advantage(costs, {});
        return -(log_prob * torch::tensor(std::vector<float>(advantage.begin(), advantage.end())))
                    .mean();
    }

private:
    Tensor masked_logits(const Tensor& at, const Tensor& visited, const Tensor& room,
                         const Tensor& open) const {
        Tensor logit = planes_[0].index_select(0, at);
        if (planes_.size() > 1) {
            const Tensor away = (at != 0).to(torch::kFloat32).unsqueeze(1);
            const Tensor load = (room - 0.5).unsqueeze(1) * away;
            const Tensor low = ((0.3 - room).clamp_min(0) / 0.3).unsqueeze(1) * away;
            logit = logit + load * planes_[1].index_select(0, at) +
                    visited.matmul(near_.t()) * planes_[2].index_select(0, at) +
                    low * planes_[3].index_select(0, at);
        }
        const Tensor blocked = (visited > 0.5) | (demand_.unsqueeze(0) > room.unsqueeze(1) + 1e-6);
        // The depot: never twice in a row, but always once all customers are visited.
        blocked.select(1, 0).copy_((at == 0) & open);
        return logit.masked_fill(blocked, -1e9);
    }

    std::int64_t group_;
    std::int64_t nodes_;
    std::vector<Tensor> planes_;  // dense, [nodes, nodes]
    Tensor near_, demand_, distance_;
};

// One training step on one instance, in one of the three ways.
using Step = std::function<void(const std::shared_ptr<const Instance>&, std::uint64_t seed)>;

Step worker_step(const Recipe& recipe, std::unique_ptr<Network> network,
                 const std::vector<float>& parameters) {
    const auto worker = std::make_shared<InstanceWorker>(recipe, std::move(network), nullptr);
    const auto gradient = std::make_shared<std::vector<float>>(parameters.size());
    return [&recipe, &parameters, worker, gradient](const auto& instance, std::uint64_t seed) {
        PolicyTask task;
        task.instance = instance;
        task.generator = parameters;
        task.group = recipe.policy.group;
        task.seed = seed;
        worker->policy_gradient(task, *gradient);
    };
}

Step tensor_step(const Recipe& recipe, const ParameterLayout& layout,
                 const std::vector<float>& parameters) {
    const auto module = std::make_shared<NetworkModule>(recipe.architecture());
    load_parameters(*module, layout, parameters);
    return [&recipe, module](const std::shared_ptr<const Instance>& instance, std::uint64_t) {
        const int customers = instance->customers();
        const TrainingGraph graph(
            instance, recipe.architecture().features,
            {policy::NeighborRule{recipe.network.attention_neighbors}.at(customers),
             policy::NeighborRule{recipe.network.decode_neighbors}.at(customers)});
        module->zero_grad();
        const NetworkOutput output =
            module->forward(graph_tensors(graph.view(), torch::Device("cpu")));
        TensorRollouts(graph, output.logits, recipe.policy.group).loss().backward();
    };
}

}  // namespace

std::vector<Throughput> measure_throughput(const Recipe& recipe, double seconds,
                                           std::uint64_t seed) {
    use_single_threaded_torch();
    const ParameterLayout layout(recipe.architecture());
    Random random(seed);
    const std::vector<float> parameters = initial_parameters(layout, random);
    const InstanceSource source(recipe.instances, seed, policy::problem_from(recipe.problem));
    std::vector<std::pair<Throughput, Step>> ways;
    if (fused_kernels_fit(recipe.architecture()))
        ways.push_back({{"fused kernels", 0, 0},
                        worker_step(recipe, std::make_unique<FusedNetwork>(layout), parameters)});
    ways.push_back(
        {{"torch network, C++ rollouts", 0, 0},
         worker_step(recipe, std::make_unique<TorchNetwork>(layout, "cpu"), parameters)});
    ways.push_back({{"all tensors", 0, 0}, tensor_step(recipe, layout, parameters)});
    std::vector<double> spent(ways.size(), 0.0);
    for (std::uint64_t index = 0; *std::min_element(spent.begin(), spent.end()) < seconds; ++index)
        for (std::size_t w = 0; w < ways.size(); ++w) {
            if (spent[w] >= seconds) continue;
            // The ways take turns of a tenth of a second: many instances of the fast one, one of
            // the slow one.
            const Clock::time_point begin = Clock::now();
            double elapsed = 0;
            for (std::uint64_t turn = 0; elapsed < 0.1; ++turn) {
                ways[w].second(source.draw(Stream::training, index * 100 + turn), index);
                ++ways[w].first.instances;
                elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
            }
            spent[w] += elapsed;
        }
    std::vector<Throughput> result;
    for (std::size_t w = 0; w < ways.size(); ++w) {
        ways[w].first.instances_per_second = ways[w].first.instances / spent[w];
        result.push_back(ways[w].first);
    }
    return result;
}

}  // namespace odgear::train
