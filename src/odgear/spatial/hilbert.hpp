// The Hilbert curve: an order of points in which near points stay near. It keeps the inner loops of
// the searches and of the network within the cache.
#pragma once

#include <cstdint>
#include <utility>

namespace odgear {

constexpr std::uint32_t hilbert_side = 1U << 16;  // cells of the grid along each side

// Position of a cell of the grid along the curve. O(16).
constexpr std::uint32_t hilbert_position(std::uint32_t x, std::uint32_t y) {
    std::uint32_t position = 0;
    for (std::uint32_t half = hilbert_side / 2; half > 0; half /= 2) {
        const std::uint32_t right = (x & half) != 0 ? 1 : 0;
        const std::uint32_t upper = (y & half) != 0 ? 1 : 0;
        position = position << 2 | ((3 * right) ^ upper);
        if (upper != 0) continue;
        if (right != 0) {
            x = ~x;
            y = ~y;
        }
        std::swap(x, y);
    }
    return position;
}

}  // namespace odgear
