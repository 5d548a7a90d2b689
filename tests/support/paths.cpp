#include "support/paths.hpp"

#include <cstdlib>

namespace odgear::testing {

std::filesystem::path test_data() { return ODGEAR_TEST_DATA; }

std::optional<std::filesystem::path> shared_data() {
    const char* named = std::getenv("ODGEAR_DATA");
    const std::filesystem::path path = named != nullptr ? named : ODGEAR_SHARED_DATA;
    if (!std::filesystem::is_directory(path)) return std::nullopt;
    return path;
}

}  // namespace odgear::testing
