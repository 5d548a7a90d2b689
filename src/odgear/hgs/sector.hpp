// A stretch of the circle around the depot (65536 units), for the test whether two routes overlap.
#pragma once

#include <cstdint>

namespace odgear::hgs {

struct Sector {
    std::uint16_t begin = 0;
    std::uint16_t end = 0;  // included

    static Sector at(std::uint16_t angle) { return {angle, angle}; }

    bool contains(std::uint16_t angle) const {
        return static_cast<std::uint16_t>(angle - begin) <= static_cast<std::uint16_t>(end - begin);
    }
    // Grows on the shorter side until it includes the angle.
    void extend(std::uint16_t angle) {
        if (contains(angle)) return;
        const auto forward = static_cast<std::uint16_t>(angle - end);
        const auto backward = static_cast<std::uint16_t>(begin - angle);
        (forward <= backward ? end : begin) = angle;
    }
    bool overlaps(const Sector& other) const {
        return contains(other.begin) || other.contains(begin);
    }
};

}  // namespace odgear::hgs
