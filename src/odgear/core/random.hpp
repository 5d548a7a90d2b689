// The random generator of the whole program: xoshiro256++ with splitmix64 seeding. It is small,
// fast, and gives the same numbers on every machine (the standard library's distributions do not).
// Each trajectory, sub-problem and worker has its own generator, made by `stream`, so results do
// not depend on the number of threads.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace odgear {

class Random {
public:
    using result_type = std::uint64_t;

    explicit Random(std::uint64_t seed = 1) {
        for (auto& word : state_) word = splitmix(seed);
    }

    // An independent generator for part `index` of the work that belongs to `seed`.
    static Random stream(std::uint64_t seed, std::uint64_t index) {
        std::uint64_t mixed = seed;
        const std::uint64_t head = splitmix(mixed);
        return Random(head ^ (index * 0x9E3779B97F4A7C15ULL + 0xD1B54A32D192ED03ULL));
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    result_type operator()() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in [0, 1).
    double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    // Uniform in [0, bound), bound > 0. The bias of the multiply-shift is below bound / 2^32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((((*this)() >> 32) * bound) >> 32);
    }

    // Uniform in [low, high], both included.
    int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low) + 1));
    }

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }

    // For checkpoints: a generator restored from its state continues where it was.
    const std::array<std::uint64_t, 4>& state() const { return state_; }
    void restore(const std::array<std::uint64_t, 4>& state) { state_ = state; }

private:
    static std::uint64_t splitmix(std::uint64_t& seed) {
        std::uint64_t z = (seed += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace odgear
