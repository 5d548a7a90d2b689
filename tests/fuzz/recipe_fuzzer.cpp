#include <cmath>

#include "fuzzing.hpp"
#include "odgear/train/recipe.hpp"

using namespace odgear;

// A recipe that is accepted has finite numbers and reads back as it was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        train::Recipe recipe = train::parse_recipe(text, "fuzz");
        for (const train::RecipeField& field : train::fields(recipe))
            if (double* const* number = std::get_if<double*>(&field.value))
                fuzzing::require(std::isfinite(**number));
        const std::string written = train::to_toml(recipe);
        fuzzing::require(train::to_toml(train::parse_recipe(written, "again")) == written);
    });
}
