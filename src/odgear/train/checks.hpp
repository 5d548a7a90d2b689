// Checks of what a run reads from files, before its first step: the state in a checkpoint, and
// solutions of the expert in a cache.
#pragma once

#include <filesystem>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/train/checkpoint.hpp"
#include "odgear/train/instance_source.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

// The numbers of parameters of the two networks.
struct NetworkSizes {
    std::size_t generator = 0;
    std::size_t discriminator = 0;
};

// Throws InputError, which names `path`, unless a run of this recipe can continue from the state.
void require_state(const TrainingState& state, const Recipe& recipe, const NetworkSizes& sizes,
                   const InstanceSource& source, const std::filesystem::path& path);

// Whether it is a feasible solution of the instance with the cost it states.
bool usable(const Instance& instance, const Solution& solution);

// Throws InputError if nothing can be learned from the instance: a distance is not finite, or all
// are 0.
void require_teachable(const Instance& instance);

}  // namespace odgear::train
