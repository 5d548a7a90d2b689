// The experts that a recipe can name, as functions for the trainer.
#pragma once

#include "odgear/train/expert_cache.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

// Computes labels and validation references from scratch: with HGS; above 400 customers with
// annealing, where one iteration of HGS corresponds to an eighth of an iteration per customer.
Expert make_solver();

// Makes the discriminator's positive samples from the generator's routes; they are never worse.
Expert make_refiner(const ExpertRecipe& recipe);

}  // namespace odgear::train
