// A training run (Algorithm 2 of the paper, after an imitation warm start): draws instances,
// computes gradients on all threads, updates, validates, logs, writes checkpoints. The result
// depends only on recipe and seed, not on threads, processes or interruptions.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/train/checkpoint.hpp"
#include "odgear/train/expert_cache.hpp"
#include "odgear/train/instance_source.hpp"
#include "odgear/train/instance_worker.hpp"
#include "odgear/train/recipe.hpp"
#include "odgear/train/run_log.hpp"
#include "odgear/train/step_items.hpp"
#include "odgear/train/team.hpp"
#include "odgear/train/time_use.hpp"

namespace odgear::train {

struct TrainerOptions {
    std::filesystem::path folder;   // of the run
    std::filesystem::path cache{};  // of labels and references; empty: in the folder of the run
    std::uint64_t seed = 1;
    int threads = 1;
    std::string device = "cpu";  // another device uses the plain torch expression
    bool plain = false;          // use the torch expression on the CPU too
    Team* team = nullptr;        // other processes that help; the result is the same
};

struct TrainingProgress {
    std::string stage;  // "labels", "references", "imitation", "policy"
    std::int64_t step = 0, steps = 0;
    double seconds = 0;           // of this stage, in this process
    double seconds_left = 0;      // estimated from the pace so far
    const LogRow* row = nullptr;  // set when a row was just written
    double best_gap = 0;
    std::int64_t best_step = -1;
};

struct TrainerHooks {
    Expert solver;   // computes labels and references from scratch
    Expert refiner;  // makes positive samples of the discriminator from the generator's routes
    std::function<void(const TrainingProgress&)> observer;  // may be empty
};

class Trainer {
public:
    // Begins the run in its folder, or with `resume` continues from its checkpoint; then recipe and
    // seed are those of the folder. Throws ConfigurationError if the folder of a new run already
    // has a checkpoint.
    Trainer(const Recipe& recipe, const TrainerOptions& options, TrainerHooks hooks, bool resume);
    ~Trainer();

    // Returns when all steps are done or the flag is raised; the checkpoint is then written. Throws
    // InternalError after too many non-finite steps.
    void run(const StopFlag* stop);

    const TrainingState& state() const { return state_; }
    // CPU seconds of this process, by part.
    TimeUse time_use() const;
    // Instances that this process trained on.
    std::int64_t instances_here() const { return state_.instances - first_instances_; }

    // The recipe and the seed stored in a run's folder.
    static Recipe folder_recipe(const std::filesystem::path& folder);
    static std::uint64_t folder_seed(const std::filesystem::path& folder);

private:
    struct Optimizers;
    struct StepSums;

    void begin_folder() const;
    void make_optimizers();
    void ensure_expert(ExpertCache& cache, Stream stream, int count, int iterations,
                       const std::string& stage, const StopFlag* stop);
    void log_start();
    void imitation_step(StepSums& sums);
    void policy_step(StepSums& sums);
    void update_discriminator(const std::vector<PendingSample>& samples,
                              const std::vector<Solution>& refined, StepSums& sums);
    std::size_t refined_samples(std::size_t samples) const;
    void fit_log_z(StepOrder& order);
    void apply(const std::vector<float>& gradient, double learning_rate, double loss,
               StepSums& sums);
    void finish_step(StepSums& sums, const StopFlag* stop);
    void validate(LogRow& row);
    void checkpoint();
    const std::vector<float>& weights() const;  // for validation and for the final model
    policy::Model model() const;
    bool stopped(const StopFlag* stop) const { return stop != nullptr && stop->raised(); }

    Recipe recipe_;
    TrainerOptions options_;
    TrainerHooks hooks_;
    ParameterLayout layout_;
    ParameterLayout discriminator_layout_;  // of the discriminator: the same network with T = 0
    InstanceSource source_;
    Workers workers_;
    std::vector<std::unique_ptr<InstanceWorker>> instance_workers_;  // one per thread
    std::unique_ptr<StepItems> items_;
    TrainingState state_;
    TimeUse time_;  // of the calling thread between the parallel parts
    std::unique_ptr<Optimizers> optimizers_;
    RunLog log_;
    ExpertCache labels_, references_;
    Clock::time_point started_ = Clock::now();
    double seconds_before_ = 0;  // of earlier processes
    std::int64_t first_step_ = 0;
    std::int64_t first_instances_ = 0;
    double logged_seconds_ = 0;
    std::int64_t logged_instances_ = 0;
};

// Runs one of the other processes of a team: computes its share of every step until the run is
// over. Recipe, seed and device must be those of the run.
void help_training(const Recipe& recipe, const TrainerOptions& options, TrainerHooks hooks);

}  // namespace odgear::train
