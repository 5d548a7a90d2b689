// A recipe: all settings of a training run in one struct with defaults, read from a TOML file and
// overridden key by key. The defaults are those of the recipe `odgear`.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "odgear/policy/network/architecture.hpp"

namespace odgear::train {

struct NetworkRecipe {
    std::string backbone = "gat";   // gat or transformer
    std::string features = "rich";  // see docs/network.md
    int layers = 4;
    int units = 64;
    int heads = 4;
    bool edge_messages = true;
    int decoder_hidden = 2;
    int state_terms = 3;
    double bound = 10;
    int attention_neighbors = 20;  // 0: the paper's rule, N/5
    int decode_neighbors = 40;     // 0: the paper's rule
    std::string weights{};         // a weights file to start from; empty: random weights
};

struct InstancesRecipe {
    // uniform, uchoa, mixed (both, with capacities of all sizes), long-routes (both, with routes of
    // 20 customers or more) or like
    std::string kind = "uniform";
    int customers = 200;
    int max_customers = 0;  // if above `customers`, sizes are drawn log-uniformly between the two
    int capacity = 50;      // of uniform instances
    std::string like{};     // for kind like: a folder of .vrp files
};

struct ImitationRecipe {
    int steps = 600;  // 0: no warm start
    int labels = 768;
    int label_iterations = 800;  // of the expert for each label
    int batch = 8;
    double learning_rate = 1e-3;
};

struct PolicyRecipe {
    int steps = 20000;
    int batch = 8;       // instances per step
    int group = 32;      // G, trajectories per instance
    int late_group = 0;  // G in the last third; 0: the same
    double learning_rate = 1e-3;
    double final_rate = 0.1;  // learning rate at the end of the cosine, as a share of the first
    int warmup = 50;
    std::string objective = "step-credit";  // step-credit or balance
    // Objective step-credit:
    double lambda = 0;  // 0: by size, see credit_lambda in step_credit.hpp
    double trajectory_weight = 0.3;
    double entropy = 0.03;
    double leader = 0;  // extra advantage of the best trajectory of the group
    // Objective balance:
    double alpha_start = 500;  // for 200 customers; grows with the size of the instance
    double alpha_end = 2000;
    bool learned_log_z = true;       // false: the group mean
    double log_z_rate = 1;           // learning rate of log Z divided by that of the rest
    bool group_advantage = true;     // A_g in trajectory balance
    bool scaled_advantage = true;    // divided by the standard deviation of the group
    double policy_gradient = 0.1;    // weight of the auxiliary policy gradient
    double detailed_balance = 0;     // weight of detailed balance
    double inverse_temperature = 1;  // of sampling, at the start; grows to 1
};

struct DiscriminatorRecipe {
    bool enabled = false;
    int every = 1;       // generator steps between updates
    int batch = 2;       // instances per update; each gives a negative sample
    double refined = 1;  // share of samples that the expert refines into a positive sample
    double learning_rate = 1e-3;
};

struct ExpertRecipe {
    std::string kind = "bcc-hgs";  // bcc-hgs, hgs or local-search
    int subproblem = 50;           // m: customers of a sub-problem
    int iterations = 100;          // of HGS in each
};

struct OptimizerRecipe {
    double weight_decay = 0.01;
    double clip = 3;  // limit of the gradient's norm
    // decay of the running mean of the weights (schedule.hpp); 0: no mean is kept
    double average = 0;
};

struct ValidationRecipe {
    int instances = 64;
    int rollouts = 100;
    double rho = 0.05;
    int every = 500;                  // steps
    int reference_iterations = 5000;  // of the expert
};

struct RunRecipe {
    int log_every = 20;
    int checkpoint_every = 250;
    int max_skipped = 50;  // steps with a non-finite loss or gradient before the run is stopped
};

struct Recipe {
    std::string name = "odgear";
    std::string problem = "cvrp";  // cvrp or tsp
    NetworkRecipe network;
    InstancesRecipe instances;
    ImitationRecipe imitation;
    PolicyRecipe policy;
    DiscriminatorRecipe discriminator;
    ExpertRecipe expert;
    OptimizerRecipe optimizer;
    ValidationRecipe validation;
    RunRecipe run;

    policy::Architecture architecture() const;
    int total_steps() const { return imitation.steps + policy.steps; }
};

// Throws ConfigurationError, which names a key that is unknown, of wrong type or out of range.
Recipe parse_recipe(std::string_view toml, const std::string& source);
// A file may name another file of its folder as `base`, which is read first.
Recipe read_recipe(const std::filesystem::path& path);
// An assignment "key=value" with a key as in the file ("policy.group=40").
void override_recipe(Recipe& recipe, std::string_view assignment);
void validate(const Recipe& recipe);
// All fields, so that a run's folder contains every setting of the run.
std::string to_toml(const Recipe& recipe);

// One row of the table behind TOML, overrides and output.
struct RecipeField {
    std::string_view key;
    std::variant<int*, double*, bool*, std::string*> value;
};
std::vector<RecipeField> fields(Recipe& recipe);

}  // namespace odgear::train
