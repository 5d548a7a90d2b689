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
    // Stops when an iteration reduces the sum of squared distances by less than this share. The
    // share is relative, so the unit of the coordinates does not matter.
    double tolerance = 1e-4;
};

// The cluster of each point, 0 .. min(clusters, points) - 1. Every cluster has at least one point,
// even if points coincide. With more clusters than points, each point has its own.
std::vector<int> kmeans(std::span<const Point> points, int clusters, Random& random,
                        const KMeansParameters& parameters = {});

}  // namespace odgear
