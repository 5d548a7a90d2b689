// The paper's table of inference times, measured: from a parsed instance to the best of 100
// rollouts, the six sizes, at our K and at the paper's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "odgear/policy/policy.hpp"

namespace odgear::policy {

struct LatencyOptions {
    std::vector<int> sizes{200, 500, 1000, 2000, 5000, 10000};
    std::vector<int> threads{1, 2};
    int neighbors = 40;  // to decode over, unless by the paper's rule
    int rollouts = 100;
    int repeats = 5;  // the median is reported
    std::uint64_t seed = 1;
};

// What is measured at every size.
struct LatencyCase {
    const Model* model = nullptr;
    bool paper_rule = false;  // attend and decode over N / 5 and N / 10 neighbours, as the paper
};

struct LatencyRow {
    std::string model;
    int customers = 0;
    int threads = 1;
    int k_attention = 0;
    int k_decode = 0;
    bool paper_rule = false;
    double seconds = 0;        // the whole call, the median of the repeats
    StageSeconds stages;       // of the repeat that is the median
    double paper_seconds = 0;  // RTX 3090 Ti; 0 for a size the paper does not have
};

// On uniform instances like the paper's (capacity 50, demands 1..9), made from the seed.
std::vector<LatencyRow> measure_latency(std::span<const LatencyCase> cases,
                                        const LatencyOptions& options = {},
                                        const StopRule& stop = {});

// For a terminal: the paper's figure, ours, the ratio, and the share of each stage.
std::string format_latency(const std::vector<LatencyRow>& rows);

// Seconds in the paper's table for that many customers; 0 where it has none.
double paper_latency(int customers);

// Weights drawn at random in the default architecture: as fast as trained ones, for measuring
// without any.
Model untrained_model(const Architecture& architecture = {}, std::uint64_t seed = 1);

}  // namespace odgear::policy
