#include "odgear/io/fleet/plan_json.hpp"

#include <unordered_map>
#include <utility>

#include "odgear/io/fleet/plan_steps.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using fleet::Step;
using json::Field;
using Ordered = nlohmann::ordered_json;

const char* name_of(Step::Kind kind) {
    switch (kind) {
        case Step::Kind::start: return "start";
        case Step::Kind::stop: return "stop";
        case Step::Kind::reload: return "reload";
        case Step::Kind::pause: return "break";
        case Step::Kind::end: return "end";
    }
    return "stop";
}

class PlanJsonWriter {
public:
    PlanJsonWriter(const fleet::Problem& problem, const fleet::Plan& plan)
        : problem_(problem), plan_(plan), units_(problem.units()) {}

    Ordered run(const PlanRecord& record) const {
        Ordered object;
        object["instance"] = problem_.name();
        object["cost"] = json_number(plan_.cost() / units_.cost);
        object["vehicles"] = plan_.vehicles();
        object["feasible"] = record.feasible;
        object["costs"] = costs(plan_.costs);
        object["rounding"] = record.rounding;
        object["seed"] = record.seed;
        object["threads"] = record.threads;
        object["seconds"] = record.seconds;
        object["iterations"] = record.iterations;
        object["routes"] = Ordered::array();
        for (const fleet::PlannedRoute& route : plan_.routes)
            object["routes"].push_back(route_object(route));
        object["unassigned"] = Ordered::array();
        for (const fleet::Unassigned& left : plan_.unassigned)
            object["unassigned"].push_back({{"id", problem_.stop(left.stop).label},
                                            {"reason", fleet::name_of(left.reason)},
                                            {"text", left.text}});
        return object;
    }

private:
    Ordered costs(const fleet::Costs& costs) const {
        Ordered object = Ordered::object();
        const auto add = [&](const char* name, double value) {
            if (value != 0) object[name] = json_number(value / units_.cost);
        };
        add("fixed", costs.fixed);
        add("distance", costs.distance);
        add("duration", costs.duration);
        add("driving", costs.driving);
        add("overtime", costs.overtime);
        add("prizes", costs.prizes);
        add("balance", costs.balance);
        return object;
    }

    Ordered route_object(const fleet::PlannedRoute& route) const {
        Ordered object;
        object["type"] = route.type;
        object["vehicle"] = route.vehicle;
        object["name"] = problem_.vehicle_name(route.type, route.vehicle);
        object["cost"] = json_number(route.costs.total() / units_.cost);
        object["distance"] = json_number(route.distance / units_.distance);
        object["duration"] = json_number(route.duration / units_.duration);
        object["waiting"] = json_number(route.waiting / units_.duration);
        object["steps"] = Ordered::array();
        if (route.start.index >= 0) object["steps"].push_back(step_object(route, route.start));
        for (const Step& step : route.steps) object["steps"].push_back(step_object(route, step));
        if (route.end.index >= 0) object["steps"].push_back(step_object(route, route.end));
        return object;
    }

    Ordered step_object(const fleet::PlannedRoute& route, const Step& step) const {
        Ordered object;
        object["type"] = name_of(step.kind);
        if (step.kind == Step::Kind::pause) {
            object["index"] = step.index;
            const auto& rest =
                problem_.type(route.type).breaks[static_cast<std::size_t>(step.index)];
            if (!rest.label.empty()) object["id"] = rest.label;
        } else {
            object["id"] = step.kind == Step::Kind::stop ? problem_.stop(step.index).label
                                                         : problem_.depot(step.index).label;
        }
        const auto time = [&](double value) { return json_number(value / units_.duration); };
        object["arrival"] = time(step.arrival);
        object["wait"] = time(step.wait);
        object["begin"] = time(step.begin);
        object["departure"] = time(step.departure);
        object["distance"] = json_number(step.distance / units_.distance);
        object["load"] = step.load;
        return object;
    }

    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
    const fleet::Units& units_;
};

class PlanJsonReader {
public:
    explicit PlanJsonReader(const fleet::Problem& problem) : problem_(problem) {
        for (int stop = 0; stop < problem.stops(); ++stop)
            add(stops_, problem.stop(stop).label, stop);
        for (int depot = 0; depot < problem.depots(); ++depot)
            add(depots_, problem.depot(depot).label, depot);
    }

    fleet::Plan read(const Field& root) const {
        return read_plan_routes(
            root, problem_,
            [this](const Field& field, fleet::PlannedRoute& route) {
                route.type = index(field.at("type"), problem_.types());
                route.vehicle = index(field.at("vehicle"), problem_.type(route.type).count);
            },
            [this](const Field& field, const std::string& type, fleet::PlannedRoute& route) {
                add_step(field, type, route);
            });
    }

private:
    void add_step(const Field& field, const std::string& type, fleet::PlannedRoute& route) const {
        if (type == "break") {
            const auto breaks = static_cast<int>(problem_.type(route.type).breaks.size());
            route.steps.push_back(fleet::take_break(index(field.at("index"), breaks)));
        } else if (type == "stop") {
            route.steps.push_back(fleet::visit(find(stops_, field.at("id"))));
        } else if (type == "reload") {
            route.steps.push_back(fleet::reload_at(find(depots_, field.at("id"))));
        } else {
            field.at("type").fail("expected start, stop, reload, break or end");
        }
    }

    static int index(const Field& field, int count) {
        const std::int64_t value = field.integer();
        if (value < 0 || value >= count) field.fail("is outside 0.." + std::to_string(count - 1));
        return static_cast<int>(value);
    }

    using Labels = std::unordered_map<std::string, int>;
    static constexpr int several = -1;
    static void add(Labels& labels, const std::string& label, int place) {
        const auto [found, added] = labels.emplace(label, place);
        if (!added) found->second = several;
    }
    static int find(const Labels& labels, const Field& field) {
        const auto found = labels.find(field.string());
        if (found == labels.end()) field.fail("the problem has no such place");
        if (found->second == several) field.fail("several places of the problem have this id");
        return found->second;
    }

    const fleet::Problem& problem_;
    Labels stops_;
    Labels depots_;
};

}  // namespace

std::string write_plan_json(const fleet::Problem& problem, const fleet::Plan& plan,
                            const PlanRecord& record) {
    return json_line(PlanJsonWriter(problem, plan).run(record));
}

fleet::Plan read_plan_json(std::string_view text, const std::string& file,
                           const fleet::Problem& problem) {
    const json::Value value = json::parse(text, file);
    return PlanJsonReader(problem).read(Field(value, file));
}

}  // namespace odgear
