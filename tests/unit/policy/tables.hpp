// Edge tables filled by hand or at random, for tests of rollouts without a network.
#pragma once

#include <functional>
#include <memory>

#include "models.hpp"
#include "odgear/policy/rollout/rollout.hpp"
#include "support/policy/replay.hpp"

namespace odgear::policy::testing {

// An instance with everything that a rollout needs, stored together.
struct Setting {
    std::unique_ptr<Instance> instance;
    std::unique_ptr<Graph> graph;
    std::unique_ptr<EdgeTable> table;
    std::unique_ptr<RolloutProblem> problem;
};

// fill(node, target, term) gives the logits.
inline Setting make_setting(Instance made, int neighbors, int terms,
                            const std::function<double(int, int, int)>& fill,
                            bool reorder = false) {
    Setting setting;
    setting.instance = std::make_unique<Instance>(std::move(made));
    setting.graph = std::make_unique<Graph>(
        build_graph(*setting.instance, {.neighbors = neighbors, .reorder = reorder}));
    setting.table = std::make_unique<EdgeTable>(*setting.graph, neighbors, terms);
    for (int i = 0; i < setting.graph->nodes(); ++i)
        for (int s = 0; s < setting.table->row_size(i); ++s)
            for (int t = 0; t <= terms; ++t) {
                const int j = i == 0 ? s + 1 : setting.table->targets(i)[s];
                setting.table->planes(
                    i)[std::size_t(t) * setting.table->stride(i) + std::size_t(s)] =
                    float(fill(i, j, t));
            }
    setting.problem =
        std::make_unique<RolloutProblem>(*setting.instance, *setting.graph, *setting.table);
    return setting;
}

inline Setting random_setting(Random& random, Instance made, int neighbors, int terms,
                              double scale = 1, double shift = 0) {
    return make_setting(std::move(made), neighbors, terms, [&](int, int, int t) {
        return scale * normal(random) + (t == 0 ? shift : 0);
    });
}

}  // namespace odgear::policy::testing
