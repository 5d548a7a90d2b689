#include "odgear/hgs/crossover.hpp"

#include <algorithm>
#include <cstdint>

namespace odgear::hgs {

void OrderedCrossover::operator()(const std::vector<int>& first, const std::vector<int>& second,
                                  Random& random, std::vector<int>& child) {
    const std::size_t size = first.size();
    child.resize(size);
    if (size < 2) {
        std::copy(first.begin(), first.end(), child.begin());
        return;
    }
    taken_.assign(size + 1, 0);
    const std::size_t begin = random.below(static_cast<std::uint32_t>(size));
    std::size_t end = random.below(static_cast<std::uint32_t>(size - 1));
    if (end >= begin) ++end;  // the two cuts differ
    std::size_t place = begin;
    const auto advance = [size](std::size_t i) { return i + 1 == size ? 0 : i + 1; };
    while (true) {
        child[place] = first[place];
        taken_[first[place]] = 1;
        if (place == end) break;
        place = advance(place);
    }
    place = advance(place);
    std::size_t source = place;
    for (std::size_t step = 0; step < size; ++step, source = advance(source)) {
        if (taken_[second[source]]) continue;
        child[place] = second[source];
        place = advance(place);
    }
}

}  // namespace odgear::hgs
