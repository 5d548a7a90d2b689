// A plan as a map to open and send: one HTML file that needs no network, with the routes, a list of
// them, search and a print view. O(N); about 60 bytes a customer.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct MapOptions {
    // "https://tile.example.org/{z}/{x}/{y}.png": the page then loads these tiles as background.
    // Empty: a plain background and no network.
    std::string tiles{};
};

// ConfigurationError for tiles under an instance of the plane, or an address without {z}, {x} and
// {y}. An empty address passes.
void check_tiles(const Instance& instance, const std::string& tiles);

// InputError when the instance has no coordinates; else what check_tiles throws.
std::string write_map(const Instance& instance, const Solution& solution,
                      const MapOptions& options = {});

// The page around other data, which must be JSON as map.js reads it.
std::string map_page(const std::string& title, const std::string& data);

// ConfigurationError unless the address holds {z}, {x} and {y} and the nodes are degrees.
void check_tiles(bool degrees, const std::string& tiles);

// The parts of the page, carried inside the library.
struct MapPart {
    std::string_view name;
    std::span<const std::byte> bytes;
};
std::span<const MapPart> map_parts();

}  // namespace odgear
