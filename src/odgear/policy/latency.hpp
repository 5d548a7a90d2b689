// Measures the paper's table of inference times: from a parsed instance to the best of 100
// rollouts, for the six sizes, with our K and with the paper's.
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
    int neighbors = 40;  // for decoding, unless the paper's rule is used
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
    double seconds = 0;        // of the whole call, median of the repeats
    StageSeconds stages;       // of the repeat with the median time
    double paper_seconds = 0;  // RTX 3090 Ti; 0 for a size that is not in the paper
};

// Measures on uniform instances like the paper's (capacity 50, demands 1..9), generated from the
// seed.
std::vector<LatencyRow> measure_latency(std::span<const LatencyCase> cases,
                                        const LatencyOptions& options = {},
                                        const StopRule& stop = {});

// For a terminal: the paper's time, our time, the ratio, and the share of each stage.
std::string format_latency(const std::vector<LatencyRow>& rows);

// Seconds in the paper's table for this number of customers; 0 if it has none.
double paper_latency(int customers);

// Random weights in the default architecture. They are as fast as trained ones, so time can be
// measured without a trained model.
Model untrained_model(const Architecture& architecture = {}, std::uint64_t seed = 1);

}  // namespace odgear::policy
