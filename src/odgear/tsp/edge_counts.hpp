// How many tours of a population have an edge: an open hash table, keyed by the edge's two cities.
// Edges that no tour has any more lose their slot when the table grows. O(1) per operation on
// average; memory O(edges that differ), a few N for a population of good tours.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace odgear::tsp {

class EdgeCounts {
public:
    explicit EdgeCounts(int cities) : slots_(std::bit_ceil(std::size_t(cities) * 4)) {}

    int of(int a, int b) const { return slots_[place(key(a, b))].count; }
    void add(int a, int b, int change) {
        Slot& slot = slots_[place(key(a, b))];
        if (slot.key == none) {
            slot.key = key(a, b);
            ++used_;
        }
        slot.count += change;
        if (2 * used_ > slots_.size()) grow();
    }
    void add_tour(std::span<const int> tour, int change) {
        int before = tour.back();
        for (const int city : tour) {
            add(before, city, change);
            before = city;
        }
    }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t key = none;
        int count = 0;
    };

    static std::uint64_t key(int a, int b) {
        const auto [low, high] = std::minmax(a, b);
        return std::uint64_t(low) << 32 | std::uint32_t(high);
    }
    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = std::size_t((key * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
        while (slots_[i].key != key && slots_[i].key != none) i = (i + 1) & mask;
        return i;
    }
    void grow() {
        std::vector<Slot> old(slots_.size());
        old.swap(slots_);
        const auto kept = std::size_t(
            std::count_if(old.begin(), old.end(), [](const Slot& s) { return s.count > 0; }));
        if (4 * kept > slots_.size()) slots_.assign(2 * old.size(), {});
        used_ = kept;
        for (const Slot& slot : old)
            if (slot.count > 0) slots_[place(slot.key)] = slot;
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

}  // namespace odgear::tsp
