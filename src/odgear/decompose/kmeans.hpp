// Lloyd's k-means with k-means++ seeding (Arthur and Vassilvitskii, 2007), the KMeans(B, k) of the
// paper's Algorithm 1. O(rounds * points * clusters) time, O(points) memory.
#pragma once

#include <span>
#include <vector>

#include "odgear/core/distance.hpp"
#include "odgear/core/random.hpp"

namespace odgear {

struct KMeansParameters {
    int max_rounds = 100;
    // Stops when the sum of squared distances falls by less than this share of itself: relative, so
    // that the unit of the coordinates does not matter.
    double tolerance = 1e-4;
};

// The cluster of each point, 0 .. min(clusters, points) - 1. Every cluster has at least one point,
// coincident points included; more clusters than points give each point its own.
std::vector<int> kmeans(std::span<const Point> points, int clusters, Random& random,
                        const KMeansParameters& parameters = {});

}  // namespace odgear
