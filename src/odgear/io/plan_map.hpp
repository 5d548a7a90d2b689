// A plan as a map to open and send: one HTML file that needs no network, with the routes, a list of
// them, search and a print view. O(N); about 60 bytes per customer.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct MapOptions {
    // "https://tile.example.org/{z}/{x}/{y}.png": the page then loads these tiles as background.
    // Empty: a plain background, and no network access.
    std::string tiles{};
};

// Throws ConfigurationError for tiles with plane coordinates, and for an address without {z}, {x}
// and {y}. An empty address is allowed.
void check_tiles(const Instance& instance, const std::string& tiles);

// Throws InputError if the instance has no coordinates, and the errors of check_tiles.
std::string write_map(const Instance& instance, const Solution& solution,
                      const MapOptions& options = {});

// The same page around other data, which must be JSON in the format of map.js.
std::string map_page(const std::string& title, const std::string& data);

// Throws ConfigurationError unless the address has {z}, {x} and {y} and the nodes are in degrees.
void check_tiles(bool degrees, const std::string& tiles);

// The parts of the page, embedded in the library.
struct MapPart {
    std::string_view name;
    std::span<const std::byte> bytes;
};
std::span<const MapPart> map_parts();

}  // namespace odgear
