#include "odgear/serve/answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/svg.hpp"

namespace odgear::serve {

namespace {

using Ordered = nlohmann::ordered_json;

// Edges below this are not worth drawing, and more than so many of a node are a blot.
constexpr float least_probability = 0.02F;

std::string dump(const Ordered& value) {
    return value.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

ResultRecord record_of(const Request& request, const Result& result) {
    const Instance& instance = request.instance();
    ResultRecord record;
    record.instance = instance.name();
    record.cost = result.solution.cost;
    record.routes = result.solution.routes;
    record.feasible = true;  // the solver checks what it returns
    record.rounding = rounding_name(instance);
    record.mode = name_of(result.mode);
    record.model = result.model;
    record.seed = request.options.seed;
    record.threads = result.threads;
    const StageSeconds& seconds = result.seconds;
    record.seconds = {request.load_seconds, seconds.graph,   seconds.encode,
                      seconds.rollout,      seconds.improve, seconds.total};
    record.iterations = result.iterations;
    if (result.rollouts) {
        record.rollouts = result.rollouts->count;
        record.best_rollout_cost = result.rollouts->best;
        record.mean_rollout_cost = result.rollouts->mean;
    }
    return record;
}

}  // namespace

const char* content_type(Language language) {
    switch (language) {
        case Language::vroom:
        case Language::json: return "application/json";
        case Language::geojson: return "application/geo+json";
        case Language::svg: return "image/svg+xml";
        case Language::sol: break;
    }
    return "text/plain; charset=utf-8";
}

std::string write_answer(const Request& request, const Result& result, Language language) {
    const Instance& instance = request.instance();
    switch (language) {
        case Language::vroom:
            if (const auto* vroom = std::get_if<VroomRequest>(&request.problem))
                return write_vroom_answer(*vroom, result.solution,
                                          {request.load_seconds, result.seconds.total});
            throw ConfigurationError("an answer in VROOM's form needs a request in it");
        case Language::json: return write_result(record_of(request, result));
        case Language::geojson: return write_geojson(instance, result.solution);
        case Language::svg: return plot_solution(instance, result.solution);
        case Language::sol: break;
    }
    return write_sol(result.solution);
}

std::string describe_instance(const Request& request) {
    const Instance& instance = request.instance();
    Ordered object;
    object["name"] = request.name;
    object["customers"] = instance.customers();
    object["problem"] = instance.is_tsp() ? "tsp" : "cvrp";
    object["rounding"] = rounding_name(instance);
    const Metric metric = instance.rule().metric;
    object["geographic"] = metric == Metric::haversine || metric == Metric::geographical;
    object["capacity"] =
        instance.capacity() == no_capacity_limit ? Ordered(nullptr) : Ordered(instance.capacity());
    object["max_vehicles"] =
        instance.has_vehicle_limit() ? Ordered(instance.max_vehicles()) : Ordered(nullptr);
    Ordered points = Ordered::array();
    for (const Point& point : instance.points()) points.push_back({point.x, point.y});
    object["points"] = std::move(points);
    Ordered demands = Ordered::array();
    Ordered labels = Ordered::array();
    for (int i = 0; i < instance.nodes(); ++i) {
        demands.push_back(instance.is_tsp() ? 0 : instance.demand(i));
        labels.push_back(instance.label(i));
    }
    object["demands"] = std::move(demands);
    object["labels"] = std::move(labels);
    object["warnings"] = request.warnings();
    return dump(object);
}

std::string describe_edges(const policy::EdgeProbabilities& edges) {
    Ordered list = Ordered::array();
    for (std::size_t e = 0; e < edges.values.size(); ++e)
        if (edges.values[e] >= least_probability)
            list.push_back({edges.rows[e], edges.columns[e],
                            static_cast<double>(static_cast<int>(edges.values[e] * 1000)) / 1000});
    Ordered object;
    object["edges"] = std::move(list);
    return dump(object);
}

}  // namespace odgear::serve
