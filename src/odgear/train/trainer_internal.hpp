// Internal parts of the trainer, apart from trainer.cpp: its optimizers, and the sums between two
// rows of the log.
#pragma once

#include <memory>
#include <vector>

#include "odgear/train/instance_worker.hpp"
#include "odgear/train/optimizer.hpp"
#include "odgear/train/trainer.hpp"

namespace odgear::train {

// Setup shared by the chief and its helpers (helper.cpp).
policy::Architecture without_state_terms(policy::Architecture architecture);
std::vector<std::unique_ptr<InstanceWorker>> make_instance_workers(
    const Recipe& recipe, const TrainerOptions& options, const ParameterLayout& layout,
    const ParameterLayout& discriminator_layout, int threads);
StepTools step_tools(const Recipe& recipe, const TrainerOptions& options, const TrainerHooks& hooks,
                     const ParameterLayout& layout, const ParameterLayout& discriminator_layout,
                     const InstanceSource& source, const Workers& workers,
                     std::vector<std::unique_ptr<InstanceWorker>>& instance_workers);
// The model of these weights, without its training record.
policy::Model bare_model(const Recipe& recipe, const ParameterLayout& layout,
                         const std::vector<float>& weights);

inline std::vector<float> mean_of(std::vector<float> sum, std::size_t count) {
    for (float& value : sum) value /= static_cast<float>(count);
    return sum;
}

struct Trainer::Optimizers {
    std::unique_ptr<Optimizer> generator, discriminator;
};

struct Trainer::StepSums {
    int steps = 0;
    int discriminator_updates = 0;
    double learning_rate = 0, gradient_norm = 0, imitation = 0;
    GroupStatistics group;
    DiscriminatorStatistics discriminator;
    double gain = 0;
    double share = 0;  // of policy steps summed in `group`

    void add(const GroupStatistics& s, double weight) {
        share += weight;
        group.parts.total += weight * s.parts.total;
        group.parts.balance += weight * s.parts.balance;
        group.parts.policy_gradient += weight * s.parts.policy_gradient;
        group.parts.detailed += weight * s.parts.detailed;
        group.mean_cost += weight * s.mean_cost;
        group.best_cost += weight * s.best_cost;
        group.deviation += weight * s.deviation;
        group.entropy += weight * s.entropy;
        group.log_forward += weight * s.log_forward;
        group.log_z += weight * s.log_z;
        group.reward += weight * s.reward;
    }

    LogRow row() const {
        LogRow row;
        row.learning_rate = learning_rate;
        row.gradient_norm = steps > 0 ? gradient_norm / steps : 0;
        if (share > 0) {
            const auto mean = [&](double sum) { return sum / share; };
            row.loss = mean(group.parts.total);
            row.balance = mean(group.parts.balance);
            row.policy_gradient = mean(group.parts.policy_gradient);
            row.detailed = mean(group.parts.detailed);
            row.cost = mean(group.mean_cost);
            row.best_cost = mean(group.best_cost);
            row.deviation = mean(group.deviation);
            row.entropy = mean(group.entropy);
            row.log_forward = mean(group.log_forward);
            row.log_z = mean(group.log_z);
            row.reward = mean(group.reward);
        } else if (steps > 0) {
            row.imitation = imitation / steps;
        }
        if (discriminator_updates > 0) {
            row.discriminator_loss = discriminator.loss / discriminator_updates;
            row.negative = discriminator.negative / discriminator_updates;
            row.positive = discriminator.positive / discriminator_updates;
            row.expert_gain = gain / discriminator_updates;
        }
        return row;
    }
};

}  // namespace odgear::train
