// What all trajectories of one instance share: the rules of a step, and the edge table.
#pragma once

#include "odgear/policy/rollout/edge_table.hpp"
#include "odgear/policy/rollout/step_rules.hpp"

namespace odgear::policy {

class RolloutProblem : public StepRules {
public:
    // Refers to all three arguments, which must outlive it.
    RolloutProblem(const Instance& instance, const Graph& graph, const EdgeTable& table)
        : StepRules(instance, graph), table_(table) {}

    const EdgeTable& table() const { return table_; }

private:
    const EdgeTable& table_;
};

}  // namespace odgear::policy
