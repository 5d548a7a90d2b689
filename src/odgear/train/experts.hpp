// The experts a recipe can name, as functions for the trainer.
#pragma once

#include "odgear/train/expert_cache.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

// Labels and validation references, from scratch: HGS; above 400 customers annealing, where an
// eighth of an iteration for each customer stands for one of HGS.
Expert make_solver();

// What makes the discriminator's positives of the generator's routes; never worse than those.
Expert make_refiner(const ExpertRecipe& recipe);

}  // namespace odgear::train
