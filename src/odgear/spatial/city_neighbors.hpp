// Candidate edges of a TSP: for every city, including the first one, its nearest cities and the
// nearest ones in each quadrant around it. The quadrants matter for clustered cities: the nearest
// cities alone would leave a cluster without an edge to the next cluster. From coordinates with a
// k-d tree: O(N K log N). From a matrix: O(N^2), nearest cities only.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

struct CityNeighborParameters {
    int nearest = 5;
    int per_quadrant = 2;
};

// Row i lists cities by their cost from city i, cheapest first. Rows differ in length.
class CityNeighbors {
public:
    CityNeighbors(int cities, int width)
        : width_(static_cast<std::size_t>(width)),
          size_(static_cast<std::size_t>(cities)),
          flat_(static_cast<std::size_t>(cities) * width_) {}

    int width() const { return static_cast<int>(width_); }
    std::span<const int> of(int city) const {
        const auto row = static_cast<std::size_t>(city);
        return {flat_.data() + row * width_, static_cast<std::size_t>(size_[row])};
    }
    // At most width() cities.
    void set(int city, std::span<const int> cities);

private:
    std::size_t width_;
    std::vector<int> size_;
    std::vector<int> flat_;
};

CityNeighbors city_neighbors(const Instance& instance, const CityNeighborParameters& parameters,
                             const ParallelFor& parallel = {});

// The k nearest of the given cities among themselves. Rows and entries are indices into `cities`.
CityNeighbors nearest_among(const Instance& instance, std::span<const int> cities, int k);

}  // namespace odgear
