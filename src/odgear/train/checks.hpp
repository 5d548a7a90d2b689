// What a run takes from files is checked before its first step: the state of a checkpoint, and
// solutions of the expert that a cache holds.
#pragma once

#include <filesystem>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/train/checkpoint.hpp"
#include "odgear/train/instance_source.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

// Numbers of parameters of the two networks.
struct NetworkSizes {
    std::size_t generator = 0;
    std::size_t discriminator = 0;
};

// InputError, naming `path`, unless a run of this recipe can go on from the state.
void require_state(const TrainingState& state, const Recipe& recipe, const NetworkSizes& sizes,
                   const InstanceSource& source, const std::filesystem::path& path);

// Whether it is a feasible solution of the instance with the cost it states.
bool usable(const Instance& instance, const Solution& solution);

// InputError unless the instance teaches something: all of its distances finite, and not all 0.
void require_teachable(const Instance& instance);

}  // namespace odgear::train
