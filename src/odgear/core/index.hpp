#pragma once

#include <cstddef>

namespace odgear {

// Customers, routes and positions are numbered by int; containers are indexed by std::size_t.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace odgear
