#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/io/geojson_features.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

namespace {

using fleet::Step;
using Ordered = GeoJsonFeatures::Ordered;

class PlanCollection {
public:
    PlanCollection(const fleet::Problem& problem, const fleet::Plan& plan,
                   const PlanTextOptions& options)
        : problem_(problem), plan_(plan), text_(problem, options), drawing_(problem, plan) {}

    // One feature per line, as write_geojson writes a CVRP.
    std::string run() {
        out_ = "{\"type\": \"FeatureCollection\", \"name\": " + json::string_text(problem_.name()) +
               ", \"cost\": " + json::number_text(plan_.cost() / problem_.units().cost) +
               ", \"coordinates\": \"" +
               (drawing::on_globe(drawing_.nodes()) ? "degrees" : "plane") + "\", \"features\": [";
        for (int d = 0; d < problem_.depots(); ++d)
            features_.add("Point", position(drawing_.node_of_depot(d)),
                          {{"kind", "depot"}, {"id", problem_.depot(d).label}});
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) route(r);
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) stops(r);
        for (const fleet::Unassigned& left : plan_.unassigned)
            features_.add("Point", position(drawing_.node_of_stop(left.stop)),
                          {{"kind", "unassigned"},
                           {"id", problem_.stop(left.stop).label},
                           {"reason", fleet::name_of(left.reason)},
                           {"title", left.text},
                           {"marker-color", "#888888"}});
        return out_ + features_.text() + "\n]}\n";
    }

private:
    void route(std::size_t r) {
        const fleet::PlannedRoute& route = plan_.routes[r];
        Ordered line = Ordered::array();
        for (const int node : drawing_.path(route)) line.push_back(position(node));
        const fleet::Units& units = problem_.units();
        features_.add("LineString", std::move(line),
                      {{"kind", "route"},
                       {"route", r + 1},
                       {"vehicle", text_.vehicle(route)},
                       {"customers", stops_of(route)},
                       {"length", route.distance / units.distance},
                       {"duration", route.duration / units.duration},
                       {"start", text_.time(route.start.begin)},
                       {"end", text_.time(route.end.arrival)},
                       {"cost", route.costs.total() / units.cost},
                       {"title", text_.vehicle(route) + ": " + text_.facts(route)},
                       {"stroke", drawing_.colour(r)}});
    }

    void stops(std::size_t r) {
        int number = 0;
        for (const Step& step : plan_.routes[r].steps) {
            if (step.kind != Step::Kind::stop) continue;
            features_.add("Point", position(drawing_.node_of_stop(step.index)),
                          {{"kind", "customer"},
                           {"id", problem_.stop(step.index).label},
                           {"route", r + 1},
                           {"stop", ++number},
                           {"arrival", text_.time(step.arrival)},
                           {"wait", text_.time(step.wait)},
                           {"begin", text_.time(step.begin)},
                           {"departure", text_.time(step.departure)},
                           {"load", step.load},
                           {"marker-color", drawing_.colour(r)}});
        }
    }

    Ordered position(int node) const {
        const Point place = drawing::map_position(drawing_.nodes(), node);
        return {place.x, place.y};
    }

    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
    PlanText text_;
    PlanDrawing drawing_;
    std::string out_;
    GeoJsonFeatures features_;
};

}  // namespace

std::string write_plan_geojson(const fleet::Problem& problem, const fleet::Plan& plan,
                               const PlanTextOptions& options) {
    return PlanCollection(problem, plan, options).run();
}

}  // namespace odgear
