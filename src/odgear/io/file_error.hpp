// Messages for files that cannot be used.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "odgear/core/errors.hpp"

namespace odgear {

[[noreturn]] inline void fail(const std::filesystem::path& path, const std::string& what) {
    throw InputError(Place{path.string(), 0, ""}, what);
}

// The system's text for an error number.
inline std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace odgear
