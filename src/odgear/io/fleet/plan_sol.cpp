#include "odgear/io/fleet/plan_sol.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

struct VehicleNumber {
    int type = 0;
    int vehicle = 0;
};

// The k-th vehicle, counted over all types.
std::optional<VehicleNumber> nth_vehicle(const fleet::Problem& problem, int k) {
    for (int type = 0; type < problem.types(); ++type) {
        const int count = problem.type(type).count;
        if (k < count) return VehicleNumber{type, k};
        k -= count;
    }
    return std::nullopt;
}

class PlanReader {
public:
    PlanReader(const fleet::Problem& problem, const std::string& file)
        : problem_(problem), file_(file) {
        for (int stop = 0; stop < problem.stops(); ++stop) stops_[problem.stop(stop).label] = stop;
        for (int depot = 0; depot < problem.depots(); ++depot)
            depots_[problem.depot(depot).label] = depot;
    }

    fleet::Plan read(const std::vector<Route>& routes) const {
        fleet::Plan plan;
        for (std::size_t k = 0; k < routes.size(); ++k) {
            if (routes[k].empty()) continue;
            const auto vehicle = nth_vehicle(problem_, static_cast<int>(k));
            if (!vehicle)
                fail("route " + std::to_string(k + 1) + ": the problem has only " +
                     std::to_string(problem_.vehicles()) + " vehicles");
            fleet::PlannedRoute route;
            route.type = vehicle->type;
            route.vehicle = vehicle->vehicle;
            for (const int number : routes[k]) route.steps.push_back(step(k, number));
            plan.routes.push_back(std::move(route));
        }
        fleet::schedule(problem_, plan);
        return plan;
    }

private:
    fleet::Step step(std::size_t route, int number) const {
        const std::string label = std::to_string(number);
        if (const auto stop = stops_.find(label); stop != stops_.end())
            return fleet::visit(stop->second);
        if (const auto depot = depots_.find(label); depot != depots_.end())
            return fleet::reload_at(depot->second);
        fail("route " + std::to_string(route + 1) + ": " + label + " is no stop of the problem");
    }

    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(Place{file_, 0, ""}, message);
    }

    const fleet::Problem& problem_;
    const std::string& file_;
    std::unordered_map<std::string, int> stops_;
    std::unordered_map<std::string, int> depots_;
};

}  // namespace

PlanSolFile read_plan_sol(std::string_view content, const std::string& file,
                          const fleet::Problem& problem) {
    const SolFile sol = read_sol(content, file, 0);
    return {PlanReader(problem, file).read(sol.routes), sol.cost};
}

std::string write_plan_sol(const fleet::Problem& problem, const fleet::Plan& plan) {
    // Sorted by type and vehicle; if all vehicles are equal, empty ones are left out.
    const bool one_type = problem.types() == 1;
    std::vector<const fleet::PlannedRoute*> routes;
    for (const fleet::PlannedRoute& route : plan.routes) routes.push_back(&route);
    std::sort(routes.begin(), routes.end(), [](const auto* a, const auto* b) {
        return std::pair(a->type, a->vehicle) < std::pair(b->type, b->vehicle);
    });
    std::string out;
    std::size_t next = 0;
    std::size_t line = 0;
    const auto write_line = [&](const fleet::PlannedRoute* route) {
        out += "Route #" + std::to_string(++line) + ":";
        if (route != nullptr)
            for (const fleet::Step& step : route->steps) {
                if (step.kind == fleet::Step::Kind::stop)
                    out += " " + problem.stop(step.index).label;
                else if (step.kind == fleet::Step::Kind::reload)
                    out += " " + problem.depot(step.index).label;
            }
        out += "\n";
    };
    for (int type = 0; type < problem.types() && next < routes.size(); ++type) {
        const int count = problem.type(type).count;
        for (int k = 0; k < count && (!one_type || next < routes.size()); ++k) {
            const bool used = next < routes.size() && routes[next]->type == type &&
                              (one_type || routes[next]->vehicle == k);
            if (used)
                write_line(routes[next++]);
            else if (!one_type && next < routes.size())
                write_line(nullptr);
            else if (next >= routes.size())
                break;
        }
    }
    out += "Cost " + text::from_double(plan.cost() / problem.units().cost) + "\n";
    return out;
}

}  // namespace odgear
