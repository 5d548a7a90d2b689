// What the policy can tell about itself, as plain values in the numbering of the instance.
#pragma once

#include <vector>

namespace odgear::policy {

// One rollout as it was drawn.
struct DrawnTrajectory {
    std::vector<int> nodes;  // routes one after another, each ended by a 0; of a TSP its cities
    double cost = 0;
    double log_probability = 0;  // log P_F of these steps, however they were chosen
};

// The edges of the decoded graph, entry by entry: from rows[e] to columns[e] with values[e]. A
// value is the probability of that step for a vehicle that left the depot full and stands at its
// first customer, with nobody else visited; from the depot it is that of the first step. What a row
// lacks to 1 goes to customers outside of the graph.
struct EdgeProbabilities {
    std::vector<int> rows;
    std::vector<int> columns;
    std::vector<float> values;
};

}  // namespace odgear::policy
