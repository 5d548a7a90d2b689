// The work of one thread on one instance: the gradient of a policy step, an imitation step, or a
// discriminator step. It owns the network's buffers, so that it allocates little from instance to
// instance. Results depend only on the arguments, never on the thread.
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
    double entropy = 0;      // mean over the steps
    double log_forward = 0;  // log P_F, mean
    double log_z = 0;
    double reward = 0;         // R, mean; 0 without discriminator
    std::vector<Route> first;  // the first trajectory: the discriminator's next negative sample
};

struct PolicyTask {
    std::shared_ptr<const Instance> instance;
    std::span<const float> generator;
    std::span<const float> discriminator;  // empty: no discriminator
    ObjectiveState objective;
    int group = 20;
    std::uint64_t seed = 0;
};

struct DiscriminatorStatistics {
    double loss = 0;
    double negative = 0;  // R of the generator's own trajectory
    double positive = 0;  // R of the expert's trajectory; 0 without one
};

// A negative sample, and the expert's refinement of it (empty if none was requested).
struct DiscriminatorTask {
    std::shared_ptr<const Instance> instance;
    std::span<const Route> negative;
    std::span<const Route> positive;
    double positive_weight = 1;  // weight of the positive sample's loss; that of the negative is 1
    std::span<const float> discriminator;
};

class InstanceWorker {
public:
    InstanceWorker(const Recipe& recipe, std::unique_ptr<Network> generator,
                   std::unique_ptr<Network> discriminator);

    // These functions add to `gradient`.
    GroupStatistics policy_gradient(const PolicyTask& task, std::span<float> gradient);
    double imitation_gradient(const std::shared_ptr<const Instance>& instance,
                              std::span<const Route> routes, std::span<const float> generator,
                              std::uint64_t seed, std::span<float> gradient);
    DiscriminatorStatistics discriminator_gradient(const DiscriminatorTask& task,
                                                   std::span<float> gradient);

    // Time of this worker; the trainer also adds the expert's work to it.
    TimeUse& time_use() { return time_; }

private:
    TrainingGraph make_graph(const std::shared_ptr<const Instance>& instance) const;
    std::vector<double> rewards(const TrainingGraph& graph, std::span<const float> parameters);

    const Recipe& recipe_;
    std::unique_ptr<Network> generator_;
    std::unique_ptr<Network> discriminator_;
    std::vector<Trajectory> group_;
    WalkScratch walk_;
    TimeUse time_;
    std::vector<float> d_logits_;
};

}  // namespace odgear::train
