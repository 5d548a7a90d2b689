#include "odgear/decompose/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "odgear/core/errors.hpp"

namespace odgear {

namespace {

double squared(Point a, Point b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

class Lloyd {
public:
    Lloyd(std::span<const Point> points, std::size_t clusters)
        : points_(points),
          centres_(clusters),
          sizes_(clusters, 0),
          label_(points.size(), 0),
          gap_(points.size(), std::numeric_limits<double>::infinity()) {}

    // Each further centre is a point drawn with probability proportional to its squared distance
    // from the nearest centre so far.
    void seed(Random& random) {
        std::size_t chosen = random.below(static_cast<std::uint32_t>(points_.size()));
        for (std::size_t c = 0;; ++c) {
            centres_[c] = points_[chosen];
            if (c + 1 == centres_.size()) return;
            double total = 0;
            for (std::size_t i = 0; i < points_.size(); ++i) {
                gap_[i] = std::min(gap_[i], squared(points_[i], centres_[c]));
                total += gap_[i];
            }
            // If there are fewer distinct points than clusters, the empty clusters are filled
            // later.
            chosen = total > 0 ? draw(random.unit() * total) : c + 1;
        }
    }

    // Assigns every point to its nearest centre. Returns the sum of squared distances.
    double assign() {
        std::fill(sizes_.begin(), sizes_.end(), 0);
        double sum = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            gap_[i] = std::numeric_limits<double>::infinity();
            for (std::size_t c = 0; c < centres_.size(); ++c) {
                const double d = squared(points_[i], centres_[c]);
                if (d < gap_[i]) {
                    gap_[i] = d;
                    label_[i] = static_cast<int>(c);
                }
            }
            ++sizes_[static_cast<std::size_t>(label_[i])];
            sum += gap_[i];
        }
        fill_empty_clusters();
        return sum;
    }

    void move_centres() {
        std::fill(centres_.begin(), centres_.end(), Point{});
        for (std::size_t i = 0; i < points_.size(); ++i) {
            Point& centre = centres_[static_cast<std::size_t>(label_[i])];
            centre.x += points_[i].x;
            centre.y += points_[i].y;
        }
        for (std::size_t c = 0; c < centres_.size(); ++c) {
            centres_[c].x /= sizes_[c];
            centres_[c].y /= sizes_[c];
        }
    }

    std::vector<int> take() { return std::move(label_); }

private:
    std::size_t draw(double mark) const {
        std::size_t last = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (gap_[i] <= 0) continue;
            last = i;
            mark -= gap_[i];
            if (mark < 0) return i;
        }
        return last;  // rounding can leave a small remainder
    }

    // An empty cluster takes the point that is farthest from its centre, from a cluster with at
    // least two points.
    void fill_empty_clusters() {
        for (std::size_t c = 0; c < centres_.size(); ++c) {
            if (sizes_[c] > 0) continue;
            std::size_t worst = points_.size();
            for (std::size_t i = 0; i < points_.size(); ++i)
                if (sizes_[static_cast<std::size_t>(label_[i])] > 1 &&
                    (worst == points_.size() || gap_[i] > gap_[worst]))
                    worst = i;
            --sizes_[static_cast<std::size_t>(label_[worst])];
            label_[worst] = static_cast<int>(c);
            gap_[worst] = 0;
            sizes_[c] = 1;
        }
    }

    std::span<const Point> points_;
    std::vector<Point> centres_;
    std::vector<int> sizes_;
    std::vector<int> label_;
    std::vector<double> gap_;  // squared distance from the nearest centre
};

}  // namespace

std::vector<int> kmeans(std::span<const Point> points, int clusters, Random& random,
                        const KMeansParameters& parameters) {
    if (clusters < 1) throw ConfigurationError("k-means needs at least one cluster");
    if (static_cast<std::size_t>(clusters) >= points.size()) {
        std::vector<int> own(points.size());
        std::iota(own.begin(), own.end(), 0);
        return own;
    }
    Lloyd lloyd(points, static_cast<std::size_t>(clusters));
    lloyd.seed(random);
    double before = lloyd.assign();
    for (int round = 0; round < parameters.max_rounds; ++round) {
        lloyd.move_centres();
        const double after = lloyd.assign();
        if (before - after <= parameters.tolerance * before) break;
        before = after;
    }
    return lloyd.take();
}

}  // namespace odgear
