#include <map>
#include <tuple>
#include <utility>

#include "odgear/core/index.hpp"
#include "odgear/io/fleet/plan_steps.hpp"
#include "odgear/io/fleet/vroom_fleet.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using json::Field;

class VroomPlanReader {
    using Task = VroomFleetRequest::Task;

public:
    explicit VroomPlanReader(const VroomFleetRequest& request)
        : request_(request), problem_(request.problem) {
        for (std::size_t i = 0; i < request.tasks.size(); ++i)
            stops_.emplace(std::pair{request.tasks[i].task, request.tasks[i].id},
                           static_cast<int>(i));
        for (std::size_t t = 0; t < request.vehicles.size(); ++t)
            for (std::size_t v = 0; v < request.vehicles[t].size(); ++v)
                vehicles_.emplace(request.vehicles[t][v],
                                  std::pair{static_cast<int>(t), static_cast<int>(v)});
    }

    fleet::Plan read(const Field& root) const {
        return read_plan_routes(
            root, problem_,
            [this](const Field& field, fleet::PlannedRoute& route) {
                const Field vehicle = field.at("vehicle");
                const auto found = vehicles_.find(vehicle.integer());
                if (found == vehicles_.end()) vehicle.fail("the request has no such vehicle");
                std::tie(route.type, route.vehicle) = found->second;
            },
            [this](const Field& field, const std::string& type, fleet::PlannedRoute& route) {
                add_step(field, type, route);
            });
    }

private:
    void add_step(const Field& field, const std::string& type, fleet::PlannedRoute& route) const {
        if (type == "break") {
            route.steps.push_back(fleet::take_break(break_of(field.at("id"), route.type)));
        } else if (type == "reload") {
            route.steps.push_back(fleet::reload_at(depot_of(field, route.type)));
        } else if (type == "job" || type == "pickup" || type == "delivery") {
            const Task task = type == "job"      ? Task::job
                              : type == "pickup" ? Task::pickup
                                                 : Task::delivery;
            const auto found = stops_.find({task, field.at("id").integer()});
            if (found == stops_.end()) field.at("id").fail("the request has no such " + type);
            route.steps.push_back(fleet::visit(found->second));
        } else {
            field.at("type").fail("expected start, job, pickup, delivery, reload, break or end");
        }
    }

    int break_of(const Field& id, int type) const {
        const auto& ids = request_.breaks[at(type)];
        for (std::size_t b = 0; b < ids.size(); ++b)
            if (ids[b] == id.integer()) return static_cast<int>(b);
        id.fail("the vehicle has no such break");
    }

    // Our own answers contain the location of a reload.
    int depot_of(const Field& field, int type) const {
        const VroomPlace place = vroom_place(field, "location", "location_index");
        for (const int depot : problem_.type(type).reload_depots) {
            const int location = problem_.depot(depot).location;
            if (place.index
                    ? *place.index == location
                    : place.point && problem_.data().locations[at(location)].point == *place.point)
                return depot;
        }
        field.fail("the vehicle does not reload there");
    }

    const VroomFleetRequest& request_;
    const fleet::Problem& problem_;
    std::map<std::pair<Task, std::int64_t>, int> stops_;
    std::map<std::int64_t, std::pair<int, int>> vehicles_;  // type and number, by id
};

}  // namespace

fleet::Plan read_vroom_plan(std::string_view text, const std::string& file,
                            const VroomFleetRequest& request) {
    const json::Value value = json::parse(text, file);
    return VroomPlanReader(request).read(Field(value, file));
}

bool is_vroom_answer(std::string_view text, const std::string& file) {
    const json::Value value = json::parse(text, file);
    const Field root(value, file);
    return root.has("code") && root.has("summary");
}

}  // namespace odgear
