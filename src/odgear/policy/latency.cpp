#include "odgear/policy/latency.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "odgear/generate/uniform.hpp"

namespace odgear::policy {

namespace {

struct Measured {
    double seconds = 0;
    StageSeconds stages;
};

LatencyRow measure(const Instance& instance, const Network& network, int threads, bool paper_rule,
                   const LatencyOptions& options, const StopRule& stop) {
    PolicySettings settings;
    settings.rollouts = options.rollouts;
    settings.neighbors = NeighborRule{paper_rule ? 0 : options.neighbors};
    if (paper_rule) settings.attention = NeighborRule{0};
    const Workers workers(threads);
    LatencyRow row;
    std::vector<Measured> repeats;
    for (int k = 0; k < std::max(1, options.repeats); ++k) {
        if (k > 0 && stop.out_of_time()) break;
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(k);
        const Clock::time_point start = Clock::now();
        const PolicyResult result = run(instance, network, settings, {.seed = seed}, {}, workers);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        repeats.push_back({seconds, result.seconds});
        row.k_attention = result.k_attention;
        row.k_decode = result.k_decode;
    }
    std::sort(repeats.begin(), repeats.end(),
              [](const Measured& a, const Measured& b) { return a.seconds < b.seconds; });
    const Measured& median = repeats[repeats.size() / 2];
    row.model = network.model().name;
    row.customers = instance.customers();
    row.threads = threads;
    row.paper_rule = paper_rule;
    row.seconds = median.seconds;
    row.stages = median.stages;
    row.paper_seconds = paper_latency(row.customers);
    return row;
}

}  // namespace

double paper_latency(int customers) {
    switch (customers) {
        case 200: return 0.13;
        case 500: return 0.33;
        case 1000: return 0.68;
        case 2000: return 1.46;
        case 5000: return 4.88;
        case 10000: return 9.74;
        default: return 0;
    }
}

std::vector<LatencyRow> measure_latency(std::span<const LatencyCase> cases,
                                        const LatencyOptions& options, const StopRule& stop) {
    std::vector<LatencyRow> rows;
    for (const LatencyCase& each : cases) {
        const Network network(*each.model);
        for (const int customers : options.sizes) {
            UniformShape shape;
            shape.customers = customers;
            Random random = Random::stream(options.seed, static_cast<std::uint64_t>(customers));
            const Instance instance = uniform_instance(shape, random);
            for (const int threads : options.threads) {
                if (stop.out_of_time()) return rows;
                rows.push_back(measure(instance, network, threads, each.paper_rule, options, stop));
            }
        }
    }
    return rows;
}

std::string format_latency(const std::vector<LatencyRow>& rows) {
    std::string text =
        "      N     K  threads  paper ms    our ms   ratio   graph encode decode rollout (ms)  "
        "model\n";
    for (const LatencyRow& row : rows) {
        char line[256];
        char paper[32] = "        -";
        char ratio[32] = "      -";
        if (row.paper_seconds > 0) {
            std::snprintf(paper, sizeof paper, "%9.0f", row.paper_seconds * 1e3);
            std::snprintf(ratio, sizeof ratio, "%7.1f", row.paper_seconds / row.seconds);
        }
        std::snprintf(line, sizeof line,
                      "%7d %5d %8d %s %9.2f %s %7.2f %6.2f %6.2f %7.2f       %s\n", row.customers,
                      row.k_decode, row.threads, paper, row.seconds * 1e3, ratio,
                      row.stages.graph * 1e3, row.stages.encode * 1e3, row.stages.decode * 1e3,
                      row.stages.rollout * 1e3, row.model.c_str());
        text += line;
    }
    return text;
}

Model untrained_model(const Architecture& architecture, std::uint64_t seed) {
    Random random(seed);
    Model model;
    model.architecture = architecture;
    model.name = "untrained";
    for (const TensorSpec& spec : tensors(architecture)) {
        Tensor tensor{spec.shape, std::vector<float>(static_cast<std::size_t>(spec.size()))};
        const bool is_norm = spec.name.find("norm") != std::string::npos;
        const bool is_scale = is_norm && spec.name.ends_with("weight");
        const double spread = std::sqrt(3.0 / static_cast<double>(spec.shape.back()));
        for (float& value : tensor.data)
            value = static_cast<float>((is_scale ? 1 : 0) +
                                       (is_norm ? 0.1 : spread) * (2 * random.unit() - 1));
        model.tensors[spec.name] = std::move(tensor);
    }
    return model;
}

}  // namespace odgear::policy
