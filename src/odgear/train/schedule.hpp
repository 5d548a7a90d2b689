// How values change during a run. `progress` is the completed share of the run, 0 to 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace odgear::train {

// Logarithmic growth: start + (end − start)·log(1 + progress·(e − 1)). Fast at first, as the paper
// requires for α and for the inverse temperature.
inline double log_growth(double start, double end, double progress) {
    return start + (end - start) * std::log1p(progress * (std::numbers::e - 1));
}

// Linear from 0 over `warmup` steps, then a cosine from 1 down to `final_share` at the last step.
inline double cosine_with_warmup(long step, long steps, long warmup, double final_share) {
    if (step < warmup) return static_cast<double>(step + 1) / static_cast<double>(warmup);
    const double rest = static_cast<double>(steps - 1 - warmup);
    const double progress = rest > 0 ? static_cast<double>(step - warmup) / rest : 1.0;
    return final_share + (1 - final_share) * 0.5 * (1 + std::cos(std::numbers::pi * progress));
}

// Factor on the running mean of the weights in a step, counted from 0: small while there are few
// weights to average, `decay` later.
inline double average_decay(double decay, long step) {
    return std::min(decay, static_cast<double>(step + 1) / static_cast<double>(step + 10));
}

}  // namespace odgear::train
