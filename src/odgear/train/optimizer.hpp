// AdamW (torch's) over a flat array of parameters. log Z has a learning rate of its own, and the
// norm of the gradient is clipped.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "odgear/train/parameters.hpp"

namespace odgear::train {

struct OptimizerOptions {
    double weight_decay = 0.01;
    double clip = 3;
    double log_z_rate = 1;  // learning rate of log Z divided by that of the rest
};

// The part of a checkpoint: first and second moments, and the number of steps.
struct OptimizerState {
    std::vector<float> first, second;
    std::int64_t steps = 0;
};

class Optimizer {
public:
    // Updates `parameters` in place; they must outlive the optimizer.
    Optimizer(const ParameterLayout& layout, std::span<float> parameters,
              const OptimizerOptions& options);
    ~Optimizer();

    // Returns the norm of the gradient before clipping. A non-finite gradient changes nothing.
    double step(std::span<const float> gradient, double learning_rate);

    OptimizerState state() const;
    void restore(const OptimizerState& state);

private:
    struct Torch;
    OptimizerOptions options_;
    std::size_t size_;
    std::size_t split_;  // where log Z begins
    std::unique_ptr<Torch> torch_;
};

}  // namespace odgear::train
