#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/text.hpp"
#include "odgear/io/tsplib_matrix.hpp"
#include "odgear/io/vroom.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using Ordered = nlohmann::ordered_json;

class AnswerWriter {
public:
    AnswerWriter(const VroomRequest& request, const Solution& solution)
        : request_(request), instance_(request.instance), solution_(solution) {}

    Ordered run(const ComputingTimes& times) {
        Ordered routes = Ordered::array();
        for (const Route& route : solution_.routes)
            if (!route.empty()) routes.push_back(route_object(route, routes.size()));
        Ordered answer;
        answer["code"] = 0;
        answer["summary"] = summary(routes.size(), times);
        answer["unassigned"] = Ordered::array();
        answer["routes"] = std::move(routes);
        return answer;
    }

private:
    // The distance of a vehicle so far, in the measure of the matrix, and its driving time if that
    // is not the measure itself.
    struct Way {
        double length = 0;
        double seconds = 0;
        void operator+=(const Way& other) {
            length += other.length;
            seconds += other.seconds;
        }
    };

    // Whether times follow from great-circle metres at a constant speed.
    bool by_road() const {
        return request_.measure == VroomMeasure::distance && request_.indices.empty();
    }

    Way leg(int from, int to) const {
        const double length = instance_.distance(from, to);
        return {length, by_road() ? std::round(length / vroom_metres_per_second) : 0};
    }

    Way way_of(const Route& route) const {
        Way way;
        int at = 0;
        for (const int node : route) {
            way += leg(at, node);
            at = node;
        }
        way += leg(at, 0);
        return way;
    }

    double cost(const Way& way) const { return by_road() ? way.seconds : way.length; }

    Ordered summary(std::size_t routes, const ComputingTimes& times) const {
        Way way;
        double service = 0;
        Load load = 0;
        for (const Route& route : solution_.routes) {
            if (route.empty()) continue;
            way += way_of(route);
            service += route_service(route);
            load += route_load(route);
        }
        Ordered object;
        object["cost"] = json_number(cost(way));
        object["routes"] = routes;
        object["unassigned"] = 0;
        if (request_.has_loads) object["delivery"] = {load};
        object["service"] = json_number(service);
        add_measures(object, way);
        object["computing_times"] = {{"loading", std::llround(1000 * times.loading)},
                                     {"solving", std::llround(1000 * times.solving)}};
        return object;
    }

    Ordered route_object(const Route& route, std::size_t index) const {
        if (index >= request_.vehicles.size())
            throw InternalError("a solution with more routes than the request has vehicles");
        const Way way = way_of(route);
        Ordered object;
        object["vehicle"] = request_.vehicles[index];
        object["cost"] = json_number(cost(way));
        if (request_.has_loads) object["delivery"] = {route_load(route)};
        object["service"] = json_number(route_service(route));
        add_measures(object, way);
        object["steps"] = steps(route);
        if (request_.options.geometry) object["geometry"] = geometry(route);
        return object;
    }

    std::string geometry(const Route& route) const {
        std::vector<Point> points{instance_.point(0)};
        for (const int node : route) points.push_back(instance_.point(node));
        points.push_back(instance_.point(0));
        return encoded_polyline(points);
    }

    Ordered steps(const Route& route) const {
        Ordered list = Ordered::array();
        Load load = route_load(route);
        Way way;
        double served = 0;
        int at = 0;
        list.push_back(step("start", 0, load, way, served));
        for (const int node : route) {
            way += leg(at, node);
            load -= instance_.demand(node);
            list.push_back(step("job", node, load, way, served));
            served += service(node);
            at = node;
        }
        way += leg(at, 0);
        list.push_back(step("end", 0, load, way, served));
        return list;
    }

    // `way` up to here; `served`: seconds of service at the jobs before.
    Ordered step(const char* type, int node, Load load, const Way& way, double served) const {
        Ordered object;
        object["type"] = type;
        if (node > 0) object["id"] = instance_.label(node);
        const auto i = static_cast<std::size_t>(node);
        if (instance_.has_points())
            object["location"] = {instance_.point(node).x, instance_.point(node).y};
        if (!request_.indices.empty()) object["location_index"] = request_.indices[i];
        if (node > 0) object["service"] = json_number(service(node));
        if (request_.has_loads) object["load"] = {load};
        if (by_road()) object["arrival"] = json_number(way.seconds + served);
        if (request_.measure == VroomMeasure::duration)
            object["arrival"] = json_number(way.length + served);
        add_measures(object, way);
        return object;
    }

    void add_measures(Ordered& object, const Way& way) const {
        if (by_road()) object["duration"] = json_number(way.seconds);
        if (request_.measure == VroomMeasure::duration)
            object["duration"] = json_number(way.length);
        if (request_.measure == VroomMeasure::distance)
            object["distance"] = json_number(way.length);
    }

    double service(int node) const { return request_.services[static_cast<std::size_t>(node)]; }

    Load route_load(const Route& route) const {
        Load load = 0;
        for (const int node : route) load += instance_.demand(node);
        return load;
    }

    double route_service(const Route& route) const {
        double total = 0;
        for (const int node : route) total += service(node);
        return total;
    }

    const VroomRequest& request_;
    const Instance& instance_;
    const Solution& solution_;
};

Ordered matrix_of(const Instance& instance) {
    if (instance.nodes() > tsplib::most_matrix_nodes)
        throw ConfigurationError("a matrix of more than " +
                                 std::to_string(tsplib::most_matrix_nodes) +
                                 " nodes is not written");
    Ordered rows = Ordered::array();
    for (int i = 0; i < instance.nodes(); ++i) {
        Ordered row = Ordered::array();
        for (int j = 0; j < instance.nodes(); ++j)
            row.push_back(json_number(instance.distance(i, j)));
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::string write_vroom_request(const Instance& instance) {
    if (instance.has_length_limit())
        throw ConfigurationError("a route length limit cannot be stated in a VROOM request");
    const bool geographical = instance.rule().metric == Metric::haversine;
    const bool matrix = !geographical || instance.rule().rounding != Rounding::nearest;
    const auto place = [&](Ordered& object, const char* point, const char* index, int node) {
        if (geographical) object[point] = {instance.point(node).x, instance.point(node).y};
        if (matrix) object[index] = node;
    };
    Ordered request;
    // If the fleet is not limited, as many vehicles as could ever be used.
    const int vehicles = std::min(instance.max_vehicles(), instance.customers());
    for (int v = 0; v < vehicles; ++v) {
        Ordered vehicle;
        vehicle["id"] = v + 1;
        place(vehicle, "start", "start_index", 0);
        place(vehicle, "end", "end_index", 0);
        if (instance.capacity() != no_capacity_limit) vehicle["capacity"] = {instance.capacity()};
        request["vehicles"].push_back(std::move(vehicle));
    }
    for (int i = 1; i < instance.nodes(); ++i) {
        Ordered job;
        job["id"] = instance.label(i);
        place(job, "location", "location_index", i);
        if (instance.capacity() != no_capacity_limit) job["delivery"] = {instance.demand(i)};
        request["jobs"].push_back(std::move(job));
    }
    if (matrix) request["matrices"]["car"]["costs"] = matrix_of(instance);
    return json_line(request);
}

std::string write_vroom_answer(const VroomRequest& request, const Solution& solution,
                               const ComputingTimes& times) {
    return json_line(AnswerWriter(request, solution).run(times));
}

std::string write_vroom_error(int code, std::string_view message) {
    Ordered answer;
    answer["code"] = code;
    answer["error"] = message;
    return json_line(answer);
}

}  // namespace odgear
