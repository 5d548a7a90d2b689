#include "odgear/solve/record.hpp"

#include "odgear/io/instance_file.hpp"

namespace odgear {

ResultRecord record_of(const Instance& instance, const Result& result, std::uint64_t seed) {
    ResultRecord record;
    record.instance = instance.name();
    record.cost = result.solution.cost;
    record.routes = result.solution.routes;
    record.feasible = true;
    record.rounding = rounding_name(instance);
    record.mode = name_of(result.mode);
    record.model = result.model;
    record.seed = seed;
    record.threads = result.threads;
    const StageSeconds& seconds = result.seconds;
    record.seconds = {seconds.load,    seconds.graph,   seconds.encode,
                      seconds.rollout, seconds.improve, seconds.total};
    record.iterations = result.iterations;
    bool labelled = false;
    for (int i = 1; i < instance.nodes(); ++i) labelled = labelled || instance.label(i) != i;
    if (labelled)
        for (const Route& route : result.solution.routes) {
            auto& ids = record.ids.emplace_back();
            for (const int customer : route) ids.push_back(instance.label(customer));
        }
    if (result.rollouts) {
        record.rollouts = result.rollouts->count;
        record.best_rollout_cost = result.rollouts->best;
        record.mean_rollout_cost = result.rollouts->mean;
    }
    if (result.start)
        record.start = {std::string(name_of(result.start->taken)), result.start->policy,
                        result.start->construction};
    return record;
}

}  // namespace odgear
