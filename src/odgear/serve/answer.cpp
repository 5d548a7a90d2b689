#include "odgear/serve/answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"
#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/plan_map.hpp"
#include "odgear/io/plan_table.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/solve/record.hpp"

namespace odgear::serve {

namespace {

using Ordered = nlohmann::ordered_json;

// Edges with a lower probability are not drawn. More edges per node than this would make the
// picture unreadable.
constexpr float least_probability = 0.02F;

std::string write_plan(const Request& request, const Solved& solved, Language language) {
    const FleetInput& input = *request.fleet();
    const fleet::Problem& problem = input.problem();
    const fleet::Plan& plan = *solved.plan;
    const Result& result = solved.result;
    const PlanTextOptions text{.clock = input.clock()};
    switch (language) {
        case Language::vroom:
            if (input.vroom() != nullptr)
                return write_vroom_plan(*input.vroom(), plan,
                                        {request.load_seconds, result.seconds.total});
            throw ConfigurationError("an answer in VROOM's format needs a request in that format");
        case Language::json:
            return write_plan_json(problem, plan,
                                   {.rounding = std::string(input.rounding()),
                                    .feasible = solved.complete,
                                    .seed = request.options.seed,
                                    .threads = result.threads,
                                    .seconds = result.seconds.total,
                                    .iterations = result.iterations});
        case Language::sol:
            if (!solved.complete)
                throw InfeasibleError(
                    "no complete plan was found: " + plan.unassigned.front().text + " (" +
                    std::to_string(plan.unassigned.size()) +
                    " left out in all); the format json has the plan without them");
            return write_plan_sol(problem, plan);
        case Language::csv: return write_plan_csv(problem, plan, text);
        case Language::geojson: return write_plan_geojson(problem, plan, text);
        case Language::svg: return plot_plan(problem, plan, {.text = text});
        case Language::html: return write_plan_map(problem, plan, {}, text);
    }
    throw InternalError("a format that nothing writes");
}

}  // namespace

const char* content_type(Language language) {
    switch (language) {
        case Language::vroom:
        case Language::json: return "application/json";
        case Language::geojson: return "application/geo+json";
        case Language::svg: return "image/svg+xml";
        case Language::csv: return "text/csv; charset=utf-8";
        case Language::html: return "text/html; charset=utf-8";
        case Language::sol: break;
    }
    return "text/plain; charset=utf-8";
}

std::string write_answer(const Request& request, const Solved& solved, Language language) {
    if (request.fleet() != nullptr) return write_plan(request, solved, language);
    const Instance& instance = request.instance();
    const Result& result = solved.result;
    switch (language) {
        case Language::vroom:
            if (const auto* vroom = std::get_if<VroomRequest>(&request.problem))
                return write_vroom_answer(*vroom, result.solution,
                                          {request.load_seconds, result.seconds.total});
            throw ConfigurationError("an answer in VROOM's format needs a request in that format");
        case Language::json: {
            ResultRecord record = record_of(instance, result, request.options.seed);
            record.seconds.load = request.load_seconds;
            return write_result(record);
        }
        case Language::csv: return write_plan_table(instance, result.solution);
        case Language::geojson: return write_geojson(instance, result.solution);
        case Language::svg: return plot_solution(instance, result.solution);
        case Language::html: return write_map(instance, result.solution);
        case Language::sol: break;
    }
    return write_sol(result.solution);
}

namespace {

// The points of a rich problem: its first depot, then its stops; nothing without coordinates.
Ordered fleet_points(const fleet::Problem& problem) {
    const auto& data = problem.data();
    Ordered points = Ordered::array();
    const auto add = [&](int location) {
        const Point point = data.locations[static_cast<std::size_t>(location)].point;
        points.push_back({point.x, point.y});
    };
    if (!has_coordinates(problem)) return points;
    add(data.depots.empty() ? data.stops.front().location : data.depots.front().location);
    for (const fleet::Stop& stop : data.stops) add(stop.location);
    return points;
}

std::string describe_fleet(const Request& request) {
    const fleet::Problem& problem = request.fleet()->problem();
    const auto& data = problem.data();
    Ordered object;
    object["name"] = request.name;
    object["customers"] = problem.stops();
    object["problem"] = "fleet";
    object["rounding"] = request.fleet()->rounding();
    object["geographic"] = data.profiles.front().rule.metric == Metric::haversine;
    object["capacity"] = nullptr;
    const int vehicles = problem.vehicles();
    object["max_vehicles"] =
        vehicles == fleet::no_count_limit ? Ordered(nullptr) : Ordered(vehicles);
    object["points"] = fleet_points(problem);
    object["depots"] = Ordered::array();
    for (const fleet::Depot& depot : data.depots) {
        const Point point = data.locations[static_cast<std::size_t>(depot.location)].point;
        object["depots"].push_back({point.x, point.y});
    }
    Ordered demands = Ordered::array({0});
    Ordered labels = Ordered::array({0});
    for (const fleet::Stop& stop : data.stops) {
        const Load brought = stop.delivery.empty() ? 0 : stop.delivery.front();
        demands.push_back(brought + (stop.pickup.empty() ? 0 : stop.pickup.front()));
        labels.push_back(stop.label);
    }
    object["demands"] = std::move(demands);
    object["labels"] = std::move(labels);
    object["warnings"] = request.warnings();
    return json_line(object);
}

}  // namespace

std::string describe_instance(const Request& request) {
    if (request.fleet() != nullptr) return describe_fleet(request);
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
    return json_line(object);
}

std::string describe_edges(const policy::EdgeProbabilities& edges) {
    Ordered list = Ordered::array();
    for (std::size_t e = 0; e < edges.values.size(); ++e)
        if (edges.values[e] >= least_probability)
            list.push_back({edges.rows[e], edges.columns[e],
                            static_cast<double>(static_cast<int>(edges.values[e] * 1000)) / 1000});
    Ordered object;
    object["edges"] = std::move(list);
    return json_line(object);
}

}  // namespace odgear::serve
