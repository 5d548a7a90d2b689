#include "odgear/tsp/greedy.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <tuple>

namespace odgear::tsp {

namespace {

struct Edge {
    double length;
    int a, b;
};

class Greedy {
public:
    Greedy(const Instance& instance, double noise, Random random)
        : instance_(instance),
          noise_(noise),
          random_(random),
          link_(std::size_t(instance.nodes()), {-1, -1}),
          other_end_(std::size_t(instance.nodes())),
          pieces_(instance.nodes()) {
        for (int city = 0; city < instance.nodes(); ++city) other_end_[std::size_t(city)] = city;
    }

    std::vector<int> run(const CityNeighbors& neighbors) {
        collect_all(neighbors);
        take();
        while (pieces_ > 1) {
            const std::vector<int> ends = loose_ends();
            // The nearest neighbours of an end often lie on its own piece. More neighbours in each
            // round ensure that other pieces are among them in the end.
            reach_ = std::min(2 * reach_, static_cast<int>(ends.size()));
            collect_among(ends, nearest_among(instance_, ends, reach_));
            take();
        }
        return walk();
    }

private:
    bool is_end(int city) const { return link_[std::size_t(city)][1] < 0; }

    void collect(int a, int b) {
        if (other_end_[std::size_t(a)] == b) return;
        const double factor = noise_ > 0 ? 1 + noise_ * random_.unit() : 1;
        edges_.push_back({factor * instance_.distance(a, b), a, b});
    }
    void collect_all(const CityNeighbors& neighbors) {
        for (int a = 0; a < instance_.nodes(); ++a)
            for (const int b : neighbors.of(a)) collect(std::min(a, b), std::max(a, b));
    }
    void collect_among(const std::vector<int>& ends, const CityNeighbors& near) {
        edges_.clear();
        for (int a = 0; a < static_cast<int>(ends.size()); ++a)
            for (const int b : near.of(a)) collect(ends[std::size_t(a)], ends[std::size_t(b)]);
    }

    void take() {
        std::sort(edges_.begin(), edges_.end(), [](const Edge& x, const Edge& y) {
            return std::tie(x.length, x.a, x.b) < std::tie(y.length, y.a, y.b);
        });
        for (const Edge& edge : edges_)
            if (is_end(edge.a) && is_end(edge.b) && other_end_[std::size_t(edge.a)] != edge.b)
                join(edge.a, edge.b);
    }
    void join(int a, int b) {
        const int from = other_end_[std::size_t(a)];
        const int to = other_end_[std::size_t(b)];
        for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
            auto& link = link_[std::size_t(x)];
            link[link[0] < 0 ? 0 : 1] = y;
        }
        other_end_[std::size_t(from)] = to;
        other_end_[std::size_t(to)] = from;
        --pieces_;
    }

    std::vector<int> loose_ends() const {
        std::vector<int> ends;
        for (int city = 0; city < instance_.nodes(); ++city)
            if (is_end(city)) ends.push_back(city);
        return ends;
    }

    std::vector<int> walk() const {
        std::vector<int> tour;
        tour.reserve(link_.size());
        int city = 0;
        while (!is_end(city)) ++city;
        for (int before = -1; city >= 0;) {
            tour.push_back(city);
            const auto& link = link_[std::size_t(city)];
            const int next = link[0] == before ? link[1] : link[0];
            before = city;
            city = next;
        }
        return tour;
    }

    const Instance& instance_;
    double noise_;
    Random random_;
    std::vector<std::array<int, 2>> link_;
    std::vector<int> other_end_;  // valid for the ends of a piece
    std::vector<Edge> edges_;
    int pieces_;
    int reach_ = 4;
};

}  // namespace

std::vector<int> greedy_tour(const Instance& instance, const CityNeighbors& neighbors) {
    return Greedy(instance, 0, Random()).run(neighbors);
}

std::vector<int> greedy_tour(const Instance& instance, const CityNeighbors& neighbors, double noise,
                             Random random) {
    return Greedy(instance, noise, random).run(neighbors);
}

}  // namespace odgear::tsp
