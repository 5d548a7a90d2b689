#include "odgear/train/instance_worker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/train/losses/discriminator.hpp"
#include "odgear/train/losses/imitation.hpp"

namespace odgear::train {

namespace {

std::size_t planes(const LogitView& logits) { return (1 + logits.state_terms) * logits.stride; }

bool all_finite(const LogitView& logits) {
    return std::all_of(logits.planes, logits.planes + planes(logits),
                       [](float value) { return std::isfinite(value); });
}

// A random trajectory that builds these routes; all of them are equally likely.
Trajectory shuffled_trajectory(const TrainingGraph& graph, std::span<const Route> routes,
                               Random& random) {
    const bool reversible = graph.instance().symmetric();
    if (!graph.rules().tour())
        return trajectory_of(graph, shuffled_routes(routes, reversible, random));
    const std::size_t start = random.below(static_cast<std::uint32_t>(graph.customers()));
    return tour_trajectory(graph, routes.front(), start, reversible && random.below(2) == 1);
}

Trajectory plain_trajectory(const TrainingGraph& graph, std::span<const Route> routes) {
    return graph.rules().tour() ? tour_trajectory(graph, routes.front(), 0, false)
                                : trajectory_of(graph, routes);
}

}  // namespace

InstanceWorker::InstanceWorker(const Recipe& recipe, std::unique_ptr<Network> generator,
                               std::unique_ptr<Network> discriminator)
    : recipe_(recipe), generator_(std::move(generator)), discriminator_(std::move(discriminator)) {}

TrainingGraph InstanceWorker::make_graph(const std::shared_ptr<const Instance>& instance) const {
    const int customers = instance->customers() + (instance->is_tsp() ? 1 : 0);
    return {instance,
            recipe_.architecture().features,
            {policy::NeighborRule{recipe_.network.attention_neighbors}.at(customers),
             policy::NeighborRule{recipe_.network.decode_neighbors}.at(customers)}};
}

std::vector<double> InstanceWorker::rewards(const TrainingGraph& graph,
                                            std::span<const float> parameters) {
    std::vector<double> values;
    if (parameters.empty()) return values;
    discriminator_->forward(graph, parameters, traversed_edges(graph, group_));
    for (const Trajectory& trajectory : group_)
        values.push_back(discriminator_reward(graph, discriminator_->logits(), trajectory));
    return values;
}

GroupStatistics InstanceWorker::policy_gradient(const PolicyTask& task, std::span<float> gradient) {
    CpuWatch watch(time_);
    const TrainingGraph graph = make_graph(task.instance);
    watch.lap(Part::graph);
    generator_->forward(graph, task.generator);
    watch.lap(Part::forward);
    const LogitView logits = generator_->logits();
    GroupStatistics statistics;
    if (!all_finite(logits)) {  // nothing can be drawn from these logits; the step will be skipped
        statistics.parts.total = std::numeric_limits<double>::quiet_NaN();
        return statistics;
    }
    SamplingOptions options;
    options.inverse_temperature = static_cast<float>(task.objective.inverse_temperature);
    options.states =
        recipe_.policy.objective == "step-credit" || recipe_.policy.detailed_balance > 0;
    group_.resize(static_cast<std::size_t>(task.group));
    for (std::size_t g = 0; g < group_.size(); ++g) {
        Random random = Random::stream(task.seed, g);
        sample(graph, logits, options, random, walk_, group_[g]);
        // The loss is that of the policy itself, not of the tempered policy that drew the steps.
        if (options.inverse_temperature != 1) evaluate(graph, logits, walk_, group_[g]);
    }
    watch.lap(Part::rollouts);
    const std::vector<double> reward = rewards(graph, task.discriminator);
    watch.lap(Part::reward);
    const GroupGradient loss =
        group_gradient(graph, group_, reward, generator_->log_z(), recipe_.policy, task.objective);
    d_logits_.assign(planes(logits), 0.0f);
    for (std::size_t g = 0; g < group_.size(); ++g)
        add_gradient(graph, logits, group_[g], loss.d_log_prob[g], walk_, d_logits_.data());
    watch.lap(Part::rollout_gradient);
    generator_->backward(d_logits_, loss.d_log_z, gradient);
    watch.lap(Part::backward);

    statistics.parts = loss.parts;
    statistics.log_z = generator_->log_z();
    statistics.best_cost = group_[0].cost;
    if (!reward.empty()) statistics.first = routes_of(graph, group_[0]);
    const auto count = static_cast<double>(group_.size());
    double squares = 0;
    for (std::size_t g = 0; g < group_.size(); ++g) {
        statistics.mean_cost += group_[g].cost / count;
        squares += group_[g].cost * group_[g].cost / count;
        statistics.best_cost = std::min(statistics.best_cost, group_[g].cost);
        statistics.entropy += group_[g].entropy / count;
        statistics.log_forward += group_[g].log_prob / count;
        if (!reward.empty()) statistics.reward += reward[g] / count;
    }
    statistics.deviation =
        std::sqrt(std::max(0.0, squares - statistics.mean_cost * statistics.mean_cost));
    return statistics;
}

double InstanceWorker::imitation_gradient(const std::shared_ptr<const Instance>& instance,
                                          std::span<const Route> routes,
                                          std::span<const float> generator, std::uint64_t seed,
                                          std::span<float> gradient) {
    const TrainingGraph graph = make_graph(instance);
    generator_->forward(graph, generator);
    const LogitView logits = generator_->logits();
    Random random(seed);
    Trajectory trajectory = shuffled_trajectory(graph, routes, random);
    evaluate(graph, logits, walk_, trajectory);
    const ImitationLoss loss = imitation_loss(trajectory.log_probs);
    d_logits_.assign(planes(logits), 0.0f);
    add_gradient(graph, logits, trajectory, loss.d_log_prob, walk_, d_logits_.data());
    generator_->backward(d_logits_, 0, gradient);
    return loss.loss;
}

DiscriminatorStatistics InstanceWorker::discriminator_gradient(const DiscriminatorTask& task,
                                                               std::span<float> gradient) {
    CpuWatch watch(time_);
    const TrainingGraph graph = make_graph(task.instance);
    std::vector<Trajectory> samples{plain_trajectory(graph, task.negative)};
    if (!task.positive.empty()) samples.push_back(plain_trajectory(graph, task.positive));
    discriminator_->forward(graph, task.discriminator, traversed_edges(graph, samples));
    const LogitView logits = discriminator_->logits();
    d_logits_.assign(planes(logits), 0.0f);
    DiscriminatorStatistics statistics;
    const auto add = [&](const Trajectory& trajectory, Sample sample, double weight) {
        statistics.loss += weight * add_discriminator_gradient(graph, logits, trajectory, sample,
                                                               weight, d_logits_.data());
        return discriminator_reward(graph, logits, trajectory);
    };
    statistics.negative = add(samples[0], Sample::negative, 1);
    if (samples.size() > 1)
        statistics.positive = add(samples[1], Sample::positive, task.positive_weight);
    discriminator_->backward(d_logits_, 0, gradient);
    watch.lap(Part::discriminator);
    return statistics;
}

}  // namespace odgear::train
