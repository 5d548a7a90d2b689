#include <fmt/format.h>

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

namespace {

using fleet::Step;
using Ordered = nlohmann::ordered_json;

class PlanPage {
public:
    PlanPage(const fleet::Problem& problem, const fleet::Plan& plan, const PlanTextOptions& options)
        : problem_(problem), plan_(plan), text_(problem, options), drawing_(problem, plan) {}

    bool degrees() const { return drawing::on_globe(drawing_.nodes()); }

    // The format that map.js reads; depots are the first nodes.
    std::string data(const MapOptions& map) const {
        Ordered page;
        page["name"] = problem_.name();
        page["cost"] = plan_.cost() / problem_.units().cost;
        page["facts"] = facts();
        page["unit"] = degrees() ? "m" : "";
        page["degrees"] = degrees();
        page["tour"] = false;
        page["capacity"] = nullptr;
        page["tiles"] = map.tiles.empty() ? Ordered(nullptr) : Ordered(map.tiles);
        page["depots"] = problem_.depots();
        page["nodes"] = nodes();
        page["routes"] = Ordered::array();
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) page["routes"].push_back(route(r));
        page["left_out"] = Ordered::array();
        for (const fleet::Unassigned& left : plan_.unassigned)
            page["left_out"].push_back({drawing_.node_of_stop(left.stop), left.text});
        return page.dump(-1, ' ', false, Ordered::error_handler_t::replace);
    }

private:
    std::string facts() const {
        std::string text =
            fmt::format("{} stops, {} vehicle{}, cost {}", problem_.stops(), plan_.vehicles(),
                        plan_.vehicles() == 1 ? "" : "s", text_.cost(plan_.cost()));
        if (!plan_.unassigned.empty())
            text += fmt::format(", {} left out", plan_.unassigned.size());
        return text;
    }

    Ordered nodes() const {
        Ordered list = Ordered::array();
        const int first_stop = drawing_.node_of_stop(0);
        for (int node = 0; node < drawing_.nodes().nodes(); ++node) {
            const Point place = drawing::map_position(drawing_.nodes(), node);
            std::string id;
            Load demand = 0;
            if (node < problem_.depots()) id = problem_.depot(node).label;
            if (node >= first_stop) {
                const fleet::Stop& stop = problem_.stop(node - first_stop);
                id = stop.label;
                for (const auto* loads : {&stop.delivery, &stop.pickup})
                    if (!loads->empty()) demand += loads->front();
            }
            list.push_back({{"at", {place.x, place.y}}, {"id", id}, {"demand", demand}});
        }
        return list;
    }

    Ordered route(std::size_t r) const {
        const fleet::PlannedRoute& route = plan_.routes[r];
        Ordered one;
        one["number"] = r + 1;
        one["colour"] = drawing_.colour(r);
        one["vehicle"] = text_.vehicle(route);
        one["title"] = text_.vehicle(route) + ": " + text_.facts(route);
        one["facts"] = text_.facts(route);
        one["length"] = route.distance / problem_.units().distance;
        one["path"] = drawing_.path(route);
        Ordered stops = Ordered::array();
        Ordered so_far = Ordered::array();
        Ordered times = Ordered::array();
        for (const Step& step : route.steps) {
            if (step.kind != Step::Kind::stop) continue;
            stops.push_back(drawing_.node_of_stop(step.index));
            so_far.push_back(step.distance / problem_.units().distance);
            times.push_back({text_.time(step.arrival), text_.time(step.begin),
                             text_.time(step.departure), text_.load(step.load)});
        }
        one["stops"] = std::move(stops);
        one["so_far"] = std::move(so_far);
        one["times"] = std::move(times);
        return one;
    }

    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
    PlanText text_;
    PlanDrawing drawing_;
};

}  // namespace

std::string write_plan_map(const fleet::Problem& problem, const fleet::Plan& plan,
                           const MapOptions& map, const PlanTextOptions& options) {
    const PlanPage page(problem, plan, options);
    check_tiles(page.degrees(), map.tiles);
    return map_page(problem.name(), page.data(map));
}

}  // namespace odgear
