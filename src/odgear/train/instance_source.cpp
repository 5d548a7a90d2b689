#include "odgear/train/instance_source.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "odgear/core/errors.hpp"
#include "odgear/generate/uchoa.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear::train {

namespace {

std::vector<std::shared_ptr<const Instance>> read_folder(const std::string& folder,
                                                         Problem problem) {
    std::vector<std::filesystem::path> paths;
    const std::string ending = problem == Problem::tsp ? ".tsp" : ".vrp";
    if (!std::filesystem::is_directory(folder)) throw InputError(folder + ": not a folder");
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ending) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::shared_ptr<const Instance>> instances;
    for (const auto& path : paths) {
        auto instance = std::make_shared<const Instance>(read_instance(path).instance);
        if (!instance->has_points())
            throw InputError(
                path.string() +
                ": training by re-sampling needs coordinates, but this file has only a matrix");
        if (instance->has_length_limit())
            throw InputError(path.string() +
                             ": training does not support limits on the length of a route; remove "
                             "the limit or the file");
        if (instance->problem() != problem)
            throw InputError(path.string() + ": not of the problem that the recipe names");
        instances.push_back(std::move(instance));
    }
    if (instances.empty()) throw InputError(folder + ": holds no " + ending + " file");
    return instances;
}

}  // namespace

InstanceSource::InstanceSource(const InstancesRecipe& recipe, std::uint64_t seed, Problem problem)
    : recipe_(recipe), seed_(seed), problem_(problem) {
    if (recipe.kind == "like") originals_ = read_folder(recipe.like, problem);
}

std::shared_ptr<const Instance> InstanceSource::draw(Stream stream, std::uint64_t index) const {
    Random outer = Random::stream(seed_, static_cast<std::uint64_t>(stream));
    Random random = Random::stream(outer(), index);
    if (recipe_.kind == "like") return std::make_shared<const Instance>(draw_like(random));
    const int customers = draw_size(random);
    if (problem_ == Problem::tsp)
        return std::make_shared<const Instance>(uniform_tsp(customers, random));
    const bool mixed = recipe_.kind == "mixed", long_routes = recipe_.kind == "long-routes";
    if (recipe_.kind == "uchoa" || ((mixed || long_routes) && random.unit() < 0.6)) {
        UchoaShape shape = random_uchoa_shape(customers, random);
        if (long_routes || (mixed && random.unit() < 0.3))
            shape.route_size = draw_route_size(random, customers);
        return std::make_shared<const Instance>(uchoa_instance(shape, random));
    }
    return std::make_shared<const Instance>(draw_uniform(random, customers));
}

int InstanceSource::draw_size(Random& random) const {
    if (recipe_.max_customers <= recipe_.customers) return recipe_.customers;
    const double low = std::log(recipe_.customers);
    const double high = std::log(recipe_.max_customers + 1.0);
    const int size = static_cast<int>(std::exp(low + random.unit() * (high - low)));
    return std::clamp(size, recipe_.customers, recipe_.max_customers);
}

// Customers per route, as in large benchmark instances: log-uniform in 3 to 100, or in 20 to 250
// where routes are long.
double InstanceSource::draw_route_size(Random& random, int customers) const {
    const bool long_routes = recipe_.kind == "long-routes";
    const double shortest = long_routes ? 20 : 3;
    const double longest = std::max(shortest, std::min(customers / 4.0, long_routes ? 250. : 100.));
    return shortest * std::exp(random.unit() * std::log(longest / shortest));
}

Instance InstanceSource::draw_uniform(Random& random, int customers) const {
    UniformShape shape;
    shape.customers = customers;
    shape.capacity = recipe_.capacity;
    constexpr double mean_demand = 5;
    if (recipe_.kind != "uniform")
        shape.capacity = static_cast<Load>(mean_demand * draw_route_size(random, customers));
    return uniform_instance(shape, random);
}

// Draws a random size within the range of the files, the place of each customer from one file (all
// files with the same depot count as one city), and demands independently from the same file.
Instance InstanceSource::draw_like(Random& random) const {
    const auto pick = [&](std::size_t count) {
        return random.below(static_cast<std::uint32_t>(count));
    };
    const Instance& model = *originals_[pick(originals_.size())];
    InstanceData data = model.data();
    data.labels.clear();
    data.max_vehicles = no_vehicle_limit;
    data.name = model.name() + "-resampled";
    // Files with the same depot are of the same city, so all their places are used.
    std::vector<Point> places;
    for (const auto& other : originals_)
        if (other->point(0) == model.point(0))
            places.insert(places.end(), other->points().begin() + 1, other->points().end());
    const double spread = 0.01 * model.radius() / std::max(1e-12, data.rule.scale);
    for (std::size_t i = 1; i < data.points.size(); ++i) {
        const Point place = places[pick(places.size())];
        // Moved a little, so that streets are learned rather than single doors.
        data.points[i] = {place.x + spread * (random.unit() - 0.5),
                          place.y + spread * (random.unit() - 0.5)};
        data.demands[i] = model.demand(1 + static_cast<int>(pick(data.points.size() - 1)));
    }
    return Instance(std::move(data));
}

std::string InstanceSource::description() const {
    return (problem_ == Problem::tsp ? "tsp " : "") + recipe_.kind + " " +
           std::to_string(recipe_.customers) + ".." +
           std::to_string(std::max(recipe_.customers, recipe_.max_customers)) + " capacity " +
           std::to_string(recipe_.capacity) + " " + recipe_.like + " seed " + std::to_string(seed_);
}

std::shared_ptr<const Instance> mirrored(const std::shared_ptr<const Instance>& instance,
                                         int symmetry) {
    if (!instance->has_points() || symmetry == 0) return instance;
    InstanceData data = instance->data();
    for (Point& p : data.points) {
        if ((symmetry & 1) != 0) p.x = -p.x;
        if ((symmetry & 2) != 0) p.y = -p.y;
        if ((symmetry & 4) != 0) std::swap(p.x, p.y);
    }
    return std::make_shared<const Instance>(std::move(data));
}

}  // namespace odgear::train
