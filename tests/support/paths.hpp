// Where the test data are.
#pragma once

#include <filesystem>
#include <optional>

namespace odgear::testing {

// tests/data of the source tree.
std::filesystem::path test_data();

// The public benchmark sets: ODGEAR_DATA, else ../shared/data beside the project; empty if missing.
std::optional<std::filesystem::path> shared_data();

}  // namespace odgear::testing
