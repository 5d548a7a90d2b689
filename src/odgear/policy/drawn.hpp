// Details of policy rollouts as plain values, in the numbering of the instance.
#pragma once

#include <vector>

namespace odgear::policy {

// One rollout as it was drawn.
struct DrawnTrajectory {
    std::vector<int> nodes;  // routes one after another, each ended by a 0; for a TSP its cities
    double cost = 0;
    double log_probability = 0;  // log P_F of these steps, however they were chosen
};

// The edges of the decoded graph, one per entry: from rows[e] to columns[e] with values[e]. From a
// customer, the value is the probability of that step for a vehicle that left the depot full and is
// at its first customer, with no other customer visited. From the depot, it is the probability of
// the first step. If a row sums to less than 1, the rest belongs to customers outside of the graph.
struct EdgeProbabilities {
    std::vector<int> rows;
    std::vector<int> columns;
    std::vector<float> values;
};

}  // namespace odgear::policy
