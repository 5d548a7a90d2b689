// The source of training, label and validation instances: the generators, by size and kind, or the
// user's own files, re-sampled. Instance `index` of a stream is always the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

enum class Stream : std::uint64_t { training = 1, labels = 2, validation = 3 };

class InstanceSource {
public:
    // Reads the user's files if the recipe names a folder. Throws InputError if they cannot be
    // used.
    InstanceSource(const InstancesRecipe& recipe, std::uint64_t seed,
                   Problem problem = Problem::cvrp);

    std::shared_ptr<const Instance> draw(Stream stream, std::uint64_t index) const;

    // Describes the instances, for the key of cached labels and references.
    std::string description() const;

private:
    double draw_route_size(Random& random, int customers) const;
    Instance draw_uniform(Random& random, int customers) const;
    Instance draw_like(Random& random) const;
    int draw_size(Random& random) const;

    InstancesRecipe recipe_;
    std::uint64_t seed_;
    Problem problem_;
    std::vector<std::shared_ptr<const Instance>> originals_;
};

// Applies one of the eight symmetries of the square, 0..7. Routes keep their cost. Instances
// without coordinates are returned unchanged.
std::shared_ptr<const Instance> mirrored(const std::shared_ptr<const Instance>& instance,
                                         int symmetry);

}  // namespace odgear::train
