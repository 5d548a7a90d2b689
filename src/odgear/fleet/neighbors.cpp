#include "odgear/fleet/neighbors.hpp"

#include <algorithm>
#include <utility>

#include "odgear/core/index.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::fleet {

namespace {

constexpr int full_scan_limit = 3000;
constexpr int spatial_width = 150;
constexpr double waiting_weight = 0.2;

// Cost of an arc, including waiting and unavoidable lateness.
double arc(const route::Model& model, const route::TypeData& type, int from, int to) {
    const route::StopData& a = model.stop(from);
    const route::StopData& b = model.stop(to);
    const double travel = model.duration(type, a.location, b.location) + a.service;
    const double wait = std::max(0.0, b.open - travel - a.close);
    const double late = std::max(0.0, a.open + travel - b.close);
    if (model.backhauls() && !model.may_follow(from, to)) return 1e300;
    return model.distance(type, a.location, b.location) + waiting_weight * wait + late;
}

// The nearest stops in space. They are the candidates where looking at all pairs would take too
// long.
std::vector<std::vector<int>> spatial_candidates(const route::Model& model) {
    const auto& locations = model.problem().data().locations;
    InstanceData data;
    data.tabulate = false;
    data.rule = model.problem().data().profiles[0].rule;
    data.points.push_back(locations[0].point);
    for (int i = 0; i < model.stops(); ++i)
        data.points.push_back(locations[at(model.stop(i).location)].point);
    data.demands.assign(data.points.size(), 0);
    const NeighborLists lists = nearest_neighbors(Instance(std::move(data)), spatial_width);
    std::vector<std::vector<int>> result(at(model.stops()));
    for (int i = 0; i < model.stops(); ++i)
        for (const int n : lists.of(i + 1)) result[at(i)].push_back(n - 1);
    return result;
}

}  // namespace

Neighbors::Neighbors(const route::Model& model, int width)
    : width_(at(std::max(0, std::min(width, model.stops() - 1)))),
      flat_(at(model.stops()) * width_),
      sizes_(at(model.stops()), width_) {
    if (width_ == 0) return;
    const route::TypeData& type = model.type(0);
    const bool by_matrix =
        model.problem().data().profiles[at(type.profile)].rule.metric == Metric::matrix ||
        !model.problem().data().profiles[at(type.profile)].distances.empty();
    std::vector<std::vector<int>> near;
    if (model.stops() > full_scan_limit && !by_matrix) near = spatial_candidates(model);
    std::vector<std::pair<double, int>> row;
    for (int i = 0; i < model.stops(); ++i) {
        row.clear();
        const auto add = [&](int j) {
            if (j != i)
                row.emplace_back(std::min(arc(model, type, i, j), arc(model, type, j, i)), j);
        };
        if (near.empty())
            for (int j = 0; j < model.stops(); ++j) add(j);
        else
            for (const int j : near[at(i)]) add(j);
        std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(width_),
                          row.end());
        for (std::size_t n = 0; n < width_; ++n) flat_[at(i) * width_ + n] = row[n].second;
    }
}

Neighbors::Neighbors(const Neighbors& whole, std::span<const int> stops, std::span<const int> own)
    : width_(whole.width_), flat_(stops.size() * width_), sizes_(stops.size(), 0) {
    for (std::size_t i = 0; i < stops.size(); ++i)
        for (const int near : whole.of(stops[i]))
            if (own[at(near)] >= 0) flat_[i * width_ + sizes_[i]++] = own[at(near)];
}

}  // namespace odgear::fleet
