#include <cmath>

#include "odgear/io/fleet/vroom_fleet.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using fleet::Step;
using Ordered = nlohmann::ordered_json;

const char* name_of(VroomFleetRequest::Task task) {
    switch (task) {
        case VroomFleetRequest::Task::job: return "job";
        case VroomFleetRequest::Task::pickup: return "pickup";
        case VroomFleetRequest::Task::delivery: return "delivery";
    }
    return "job";
}

class PlanWriter {
public:
    PlanWriter(const VroomFleetRequest& request, const fleet::Plan& plan)
        : request_(request), problem_(request.problem), plan_(plan) {}

    Ordered run(const ComputingTimes& times) const {
        Ordered answer;
        answer["code"] = 0;
        answer["summary"] = summary(times);
        answer["unassigned"] = unassigned();
        answer["routes"] = Ordered::array();
        for (const fleet::PlannedRoute& route : plan_.routes)
            answer["routes"].push_back(route_object(route));
        return answer;
    }

private:
    Ordered summary(const ComputingTimes& times) const {
        double driving = 0, waiting = 0, service = 0, distance = 0;
        for (const fleet::PlannedRoute& route : plan_.routes) {
            driving += route.driving;
            waiting += route.waiting;
            service += route.service;
            distance += route.distance;
        }
        Ordered object;
        object["cost"] = json_number(plan_.cost());
        object["routes"] = plan_.routes.size();
        object["unassigned"] = plan_.unassigned.size();
        object["setup"] = 0;
        object["service"] = json_number(service);
        object["duration"] = json_number(driving);
        object["waiting_time"] = json_number(waiting);
        object["distance"] = json_number(distance);
        object["violations"] = Ordered::array();
        object["computing_times"] = {{"loading", std::llround(1000 * times.loading)},
                                     {"solving", std::llround(1000 * times.solving)}};
        return object;
    }

    Ordered unassigned() const {
        Ordered list = Ordered::array();
        for (const fleet::Unassigned& left : plan_.unassigned) {
            Ordered object = task(left.stop);
            add_place(object, problem_.stop(left.stop).location);
            object["reason"] = fleet::name_of(left.reason);
            object["text"] = left.text;
            list.push_back(std::move(object));
        }
        return list;
    }

    Ordered task(int stop) const {
        const auto& id = request_.tasks[static_cast<std::size_t>(stop)];
        Ordered object;
        object["type"] = name_of(id.task);
        object["id"] = id.id;
        if (!id.description.empty()) object["description"] = id.description;
        return object;
    }

    Ordered route_object(const fleet::PlannedRoute& route) const {
        const auto type = static_cast<std::size_t>(route.type);
        Ordered object;
        object["vehicle"] = request_.vehicles[type][static_cast<std::size_t>(route.vehicle)];
        object["cost"] = json_number(route.costs.total());
        object["setup"] = 0;
        object["service"] = json_number(route.service);
        object["duration"] = json_number(route.driving);
        object["waiting_time"] = json_number(route.waiting);
        object["distance"] = json_number(route.distance);
        object["violations"] = Ordered::array();
        object["steps"] = steps(route);
        if (request_.options.geometry) object["geometry"] = geometry(route);
        return object;
    }

    std::string geometry(const fleet::PlannedRoute& route) const {
        std::vector<Point> points;
        const auto add = [&](int location) {
            points.push_back(problem_.data().locations[static_cast<std::size_t>(location)].point);
        };
        if (route.start.index >= 0) add(problem_.depot(route.start.index).location);
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::stop) add(problem_.stop(step.index).location);
            if (step.kind == Step::Kind::reload) add(problem_.depot(step.index).location);
        }
        if (route.end.index >= 0) add(problem_.depot(route.end.index).location);
        return encoded_polyline(points);
    }

    Ordered steps(const fleet::PlannedRoute& route) const {
        Ordered list = Ordered::array();
        // For the seconds driven so far: the elapsed time without service, waiting and breaks.
        double standing = 0;
        const auto add = [&](Ordered object, const Step& step) {
            const double service = step.departure - step.begin;
            object["setup"] = 0;
            object["service"] = json_number(service);
            object["waiting_time"] = json_number(step.wait);
            object["arrival"] = json_number(step.arrival);
            object["duration"] = json_number(step.arrival - route.start.begin - standing);
            object["distance"] = json_number(step.distance);
            if (!step.load.empty()) object["load"] = step.load;
            object["violations"] = Ordered::array();
            standing += service + step.wait;
            list.push_back(std::move(object));
        };
        if (route.start.index >= 0) add(depot("start", route.start.index), route.start);
        for (const Step& step : route.steps) add(step_object(route, step), step);
        if (route.end.index >= 0) add(depot("end", route.end.index), route.end);
        return list;
    }

    Ordered step_object(const fleet::PlannedRoute& route, const Step& step) const {
        if (step.kind == Step::Kind::pause) {
            Ordered object;
            object["type"] = "break";
            object["id"] = request_.breaks[static_cast<std::size_t>(route.type)]
                                          [static_cast<std::size_t>(step.index)];
            return object;
        }
        if (step.kind == Step::Kind::reload) return depot("reload", step.index);
        Ordered object = task(step.index);
        add_place(object, problem_.stop(step.index).location);
        return object;
    }

    Ordered depot(const char* type, int index) const {
        Ordered object;
        object["type"] = type;
        add_place(object, problem_.depot(index).location);
        return object;
    }

    void add_place(Ordered& object, int location) const {
        const Point point = problem_.data().locations[static_cast<std::size_t>(location)].point;
        if (request_.has_points) object["location"] = {point.x, point.y};
        if (request_.has_matrix) object["location_index"] = location;
    }

    const VroomFleetRequest& request_;
    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
};

}  // namespace

std::string write_vroom_plan(const VroomFleetRequest& request, const fleet::Plan& plan,
                             const ComputingTimes& times) {
    return json_line(PlanWriter(request, plan).run(times));
}

}  // namespace odgear
