// Measures the stages of the policy one by one, for the six sizes of the paper, at K = 40 and at
// the paper's K: odgear_micro --benchmark_filter=rollouts/N:10000. Arguments: customers, K (0: the
// paper's rule), threads. `odgear bench latency` measures all stages together.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "odgear/generate/uniform.hpp"
#include "odgear/policy/latency.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/policy/rollout/rollout.hpp"

namespace odgear::policy {
namespace {

// The data that the stages pass on, made once for each benchmark.
struct Setting {
    explicit Setting(const benchmark::State& state)
        : instance(made(static_cast<int>(state.range(0)))),
          model(default_model(instance)),
          network(model),
          workers(static_cast<int>(state.range(2))) {
        const NeighborRule rule{static_cast<int>(state.range(1))};
        k_decode = rule.at(instance.customers());
        k_attention = (state.range(1) == 0 ? rule : model.attention).at(instance.customers());
    }

    static Instance made(int customers) {
        UniformShape shape;
        shape.customers = customers;
        Random random = Random::stream(1, static_cast<std::uint64_t>(customers));
        return uniform_instance(shape, random);
    }

    Graph graph() const {
        return build_graph(instance,
                           {.neighbors = std::max(k_attention, k_decode),
                            .features = model.architecture.features,
                            .reorder = true},
                           workers);
    }

    Instance instance;
    Model model;
    Network network;
    Workers workers;
    int k_attention = 0;
    int k_decode = 0;
};

void graph(benchmark::State& state) {
    const Setting setting(state);
    for (auto _ : state) benchmark::DoNotOptimize(setting.graph());
}

void encode(benchmark::State& state) {
    const Setting setting(state);
    const Graph graph = setting.graph();
    for (auto _ : state)
        benchmark::DoNotOptimize(
            setting.network.encode(graph, setting.k_attention, setting.workers));
}

void decode(benchmark::State& state) {
    const Setting setting(state);
    const Graph graph = setting.graph();
    const Encoding encoding = setting.network.encode(graph, setting.k_attention, setting.workers);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            setting.network.decode(graph, encoding, setting.k_decode, setting.workers));
}

// 100 trajectories, as in the paper.
void rollouts(benchmark::State& state) {
    const Setting setting(state);
    const Graph graph = setting.graph();
    const Encoding encoding = setting.network.encode(graph, setting.k_attention, setting.workers);
    const EdgeTable table =
        setting.network.decode(graph, encoding, setting.k_decode, setting.workers);
    const RolloutOptions options{.rho = setting.model.rho};
    for (auto _ : state) {
        const RolloutProblem problem(setting.instance, graph, table);
        benchmark::DoNotOptimize(rollout(problem, options, setting.workers));
    }
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"N", "K", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const int threads : {1, 2})
        for (const int k : {40, 0})
            for (const int customers : {200, 500, 1000, 2000, 5000, 10000})
                bench->Args({customers, k, threads});
}

BENCHMARK(graph)->Apply(sizes);
BENCHMARK(encode)->Apply(sizes);
BENCHMARK(decode)->Apply(sizes);
BENCHMARK(rollouts)->Apply(sizes);

}  // namespace
}  // namespace odgear::policy
