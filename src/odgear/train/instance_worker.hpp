// What one thread does with one instance: a policy step's gradient, an imitation step's, a
// discriminator step's. Holds the network's buffers, so that work from instance
// to instance allocates little. Results depend on the arguments only, never on the thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "odgear/train/network.hpp"
#include "odgear/train/objective.hpp"
#include "odgear/train/recipe.hpp"
#include "odgear/train/time_use.hpp"

namespace odgear::train {

struct GroupStatistics {
    LossParts parts;
    double mean_cost = 0;  // scaled
    double best_cost = 0;
    double deviation = 0;    // σ_C
    double entropy = 0;      // of a step, mean
    double log_forward = 0;  // log P_F, mean
    double log_z = 0;
    double reward = 0;         // R, mean; 0 without discriminator
    std::vector<Route> first;  // the first trajectory: the discriminator's next negative sample
};

struct PolicyTask {
    std::shared_ptr<const Instance> instance;
    std::span<const float> generator;
    std::span<const float> discriminator;  // empty: none
    ObjectiveState objective;
    int group = 20;
    std::uint64_t seed = 0;
};

struct DiscriminatorStatistics {
    double loss = 0;
    double negative = 0;  // R of the generator's own trajectory
    double positive = 0;  // R of the expert's; 0 without
};

// A negative sample, and the expert's refinement of it (empty: none was asked for).
struct DiscriminatorTask {
    std::shared_ptr<const Instance> instance;
    std::span<const Route> negative;
    std::span<const Route> positive;
    double positive_weight = 1;  // of the positive's loss; the negative's is 1
    std::span<const float> discriminator;
};

class InstanceWorker {
public:
    InstanceWorker(const Recipe& recipe, std::unique_ptr<Network> generator,
                   std::unique_ptr<Network> discriminator);

    // Each adds to `gradient`.
    GroupStatistics policy_gradient(const PolicyTask& task, std::span<float> gradient);
    double imitation_gradient(const std::shared_ptr<const Instance>& instance,
                              std::span<const Route> routes, std::span<const float> generator,
                              std::uint64_t seed, std::span<float> gradient);
    DiscriminatorStatistics discriminator_gradient(const DiscriminatorTask& task,
                                                   std::span<float> gradient);

    // Of all that this worker did; the trainer charges the expert's work to it too.
    TimeUse& time_use() { return time_; }

private:
    TrainingGraph make_graph(const std::shared_ptr<const Instance>& instance) const;
    std::vector<double> rewards(const TrainingGraph& graph, std::span<const float> parameters);

    const Recipe& recipe_;
    std::unique_ptr<Network> generator_;
    std::unique_ptr<Network> discriminator_;
    std::vector<Trajectory> group_;
    WalkState walk_;
    TimeUse time_;
    std::vector<float> d_logits_;
};

}  // namespace odgear::train
