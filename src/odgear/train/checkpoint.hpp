// Everything a run needs to continue bit for bit, in one safetensors file that is replaced
// atomically: after kill -9 either the old or the new file is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/solution.hpp"
#include "odgear/train/optimizer.hpp"

namespace odgear::train {

// A trajectory of the generator that waits for the expert and then for the discriminator.
struct PendingSample {
    std::uint64_t index = 0;  // of its training instance
    std::vector<Route> routes;
};

struct TrainingState {
    std::int64_t step = 0;  // finished steps over all stages
    std::int64_t instances = 0;
    std::int64_t skipped = 0;
    double seconds = 0;
    double best_gap = 0;          // validation, the best so far
    std::int64_t best_step = -1;  // -1: not validated yet
    std::vector<float> generator, discriminator;
    std::vector<float> average;  // of the generator's weights, if the recipe asks for it
    OptimizerState generator_optimizer, discriminator_optimizer;
    std::vector<PendingSample> pending;
};

// Reads everything except the arrays of a state from the JSON text in a checkpoint. Throws
// InputError, which names `file`, if a value is missing, not finite, or not whole where it must be.
TrainingState parse_state(std::string_view text, const std::string& file);

void save_checkpoint(const std::filesystem::path& path, const TrainingState& state);
TrainingState load_checkpoint(const std::filesystem::path& path);

}  // namespace odgear::train
