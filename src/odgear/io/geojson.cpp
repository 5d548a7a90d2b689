#include "odgear/io/geojson.hpp"

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/geojson_features.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

namespace {

using Ordered = GeoJsonFeatures::Ordered;

class Collection {
public:
    Collection(const Instance& instance, const Solution& solution)
        : instance_(instance), solution_(solution) {
        if (!instance.has_points())
            throw InputError("the instance has no coordinates, so it has no place on a map");
        drawing::check_customers(instance, solution);
    }

    // One feature per line: large files stay readable and can be cut at line ends.
    std::string run() {
        out_ =
            "{\"type\": \"FeatureCollection\", \"name\": " + json::string_text(instance_.name()) +
            ", \"cost\": " + json::number_text(solution_.cost) + ", \"coordinates\": \"" +
            (drawing::on_globe(instance_) ? "degrees" : "plane") + "\", \"features\": [";
        Ordered depot{{"kind", instance_.is_tsp() ? "city" : "depot"}, {"id", instance_.id(0)}};
        add_name(depot, 0);
        point(0, std::move(depot));
        const auto colours = drawing::route_colours(instance_, solution_.routes);
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            if (!solution_.routes[r].empty()) route(r, colours[r]);
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            for (std::size_t s = 0; s < solution_.routes[r].size(); ++s) customer(r, s, colours[r]);
        return out_ + features_.text() + "\n]}\n";
    }

private:
    void route(std::size_t r, const std::string& colour) {
        const Route& customers = solution_.routes[r];
        Ordered line = Ordered::array();
        line.push_back(position(0));
        for (const int c : customers) line.push_back(position(c));
        line.push_back(position(0));
        features_.add("LineString", std::move(line),
                      {{"kind", "route"},
                       {"route", r + 1},
                       {"customers", customers.size()},
                       {"load", drawing::route_load(instance_, customers)},
                       {"length", route_cost(instance_, customers)},
                       {"title", drawing::route_text(instance_, solution_, r)},
                       {"stroke", colour}});
    }

    void customer(std::size_t r, std::size_t stop, const std::string& colour) {
        const int c = solution_.routes[r][stop];
        Ordered properties{{"kind", instance_.is_tsp() ? "city" : "customer"},
                           {"customer", instance_.label(c)},
                           {"id", instance_.id(c)},
                           {"demand", instance_.demand(c)},
                           {"route", r + 1},
                           {"stop", stop + 1},
                           {"marker-color", colour}};
        add_name(properties, c);
        point(c, std::move(properties));
    }

    void add_name(Ordered& properties, int node) const {
        if (instance_.has_names()) properties["name"] = instance_.node_name(node);
    }

    void point(int node, Ordered properties) {
        features_.add("Point", position(node), std::move(properties));
    }

    Ordered position(int node) const {
        const Point place = drawing::map_position(instance_, node);
        return {place.x, place.y};
    }

    const Instance& instance_;
    const Solution& solution_;
    std::string out_;
    GeoJsonFeatures features_;
};

}  // namespace

std::string write_geojson(const Instance& instance, const Solution& solution) {
    return Collection(instance, solution).run();
}

}  // namespace odgear
