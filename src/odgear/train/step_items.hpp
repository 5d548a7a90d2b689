// The independent items of a training step: gradients of instances, solutions of the expert,
// instances to validate on. Each depends only on its order and its index, so it does not matter
// which thread of which process computes it.
//
// Gradients are summed in the order of the items, from process to process, so the sum is the same
// bit for bit for any number of processes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "odgear/parallel/workers.hpp"
#include "odgear/train/checkpoint.hpp"
#include "odgear/train/expert_cache.hpp"
#include "odgear/train/instance_source.hpp"
#include "odgear/train/instance_worker.hpp"
#include "odgear/train/recipe.hpp"
#include "odgear/train/team.hpp"

namespace odgear::train {

enum class StepKind : std::uint8_t { expert, imitation, policy, discriminator, validation };

// The inputs of a step, besides recipe and seed.
struct StepOrder {
    StepKind kind = StepKind::policy;
    std::uint64_t count = 0;  // of items
    // expert: solves the instances `indices` of a stream.
    Stream stream = Stream::labels;
    int iterations = 0;
    std::vector<std::uint64_t> indices{};
    // imitation, policy: the step within its stage.
    std::int64_t step = 0;
    std::vector<float> generator{};  // validation: the weights to validate
    std::vector<float> discriminator{};
    std::vector<std::vector<Route>> labels{};  // imitation: the routes of each item
    // policy: the first `refined` items refine these samples. discriminator: one item per sample.
    std::vector<PendingSample> samples{};
    std::uint64_t refined = 0;
    std::vector<Solution> positives{};  // discriminator: the refined samples
};

// The result of an item. Each kind fills its own fields.
struct ItemResult {
    Solution solution{};                      // expert; policy: a refined sample
    double loss = 0;                          // imitation
    GroupStatistics group{};                  // policy
    DiscriminatorStatistics discriminator{};  // discriminator
    double gain = 0;                          // discriminator: of the expert, relative
    double best = 0, mean = 0, greedy = 0;    // validation: costs
};

struct StepResult {
    std::vector<ItemResult> items;
    std::vector<float> gradient;  // the sum
};

// The item of the policy stage that draws this label, and its mirroring.
struct LabelDraw {
    std::uint32_t label = 0;
    int symmetry = 0;
    std::uint64_t seed = 0;
};
LabelDraw draw_label(const Recipe& recipe, std::uint64_t seed, std::int64_t step,
                     std::uint64_t item);

struct StepTools {
    const Recipe* recipe = nullptr;
    std::uint64_t seed = 1;
    const InstanceSource* source = nullptr;
    const Workers* workers = nullptr;
    std::vector<std::unique_ptr<InstanceWorker>>* instance_workers = nullptr;  // one per thread
    Expert solver{};
    Expert refiner{};
    // Makes the network of given weights, for validation.
    std::function<policy::Model(const std::vector<float>&)> model{};
    std::size_t generator_size = 0;
    std::size_t discriminator_size = 0;
};

class StepItems {
public:
    StepItems(StepTools tools, Team* team) : tools_(std::move(tools)), team_(team) {}

    // Called by the chief: computes all items with the help of the others.
    StepResult run(const StepOrder& order) const;
    // Called by the others: computes shares of orders until there are no more.
    void help() const;

private:
    struct Done;

    Done do_share(const StepOrder& order, int rank, int size) const;
    ItemResult do_item(const StepOrder& order, std::size_t item, InstanceWorker& instance_worker,
                       std::vector<float>& gradient) const;
    Solution refine(const StepOrder& order, std::size_t item,
                    InstanceWorker& instance_worker) const;
    GroupStatistics policy_gradient(const StepOrder& order, std::size_t b,
                                    InstanceWorker& instance_worker,
                                    std::vector<float>& gradient) const;
    ItemResult discriminator_item(const StepOrder& order, std::size_t item,
                                  InstanceWorker& instance_worker,
                                  std::vector<float>& gradient) const;
    std::size_t gradient_size(const StepOrder& order) const;

    StepTools tools_;
    Team* team_;
};

}  // namespace odgear::train
