#include "odgear/io/geojson.hpp"

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

namespace {

using Ordered = nlohmann::ordered_json;

class Collection {
public:
    Collection(const Instance& instance, const Solution& solution)
        : instance_(instance), solution_(solution) {
        if (!instance.has_points())
            throw InputError("the instance has no coordinates, so it has no place on a map");
        for (const Route& route : solution.routes)
            for (const int c : route)
                if (c < 1 || c >= instance.nodes())
                    throw InputError("the solution visits " + std::to_string(c) +
                                     ", which is not a customer of the instance (1.." +
                                     std::to_string(instance.customers()) + ")");
    }

    // One feature a line: large files stay readable and can be cut by line.
    std::string run() {
        out_ =
            "{\"type\": \"FeatureCollection\", \"name\": " + json::string_text(instance_.name()) +
            ", \"cost\": " + json::number_text(solution_.cost) + ", \"coordinates\": \"" +
            (drawing::on_globe(instance_) ? "degrees" : "plane") + "\", \"features\": [";
        point(0, {{"kind", instance_.is_tsp() ? "city" : "depot"}});
        const auto colours = drawing::route_colours(picture_places(), solution_.routes);
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            if (!solution_.routes[r].empty()) route(r, colours[r]);
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            for (const int c : solution_.routes[r]) customer(c, r, colours[r]);
        return std::move(out_.append("\n]}\n"));
    }

private:
    void route(std::size_t r, const std::string& colour) {
        const Route& customers = solution_.routes[r];
        Ordered line = Ordered::array();
        line.push_back(position(0));
        Load load = 0;
        for (const int c : customers) {
            line.push_back(position(c));
            load += instance_.demand(c);
        }
        line.push_back(position(0));
        feature("LineString", std::move(line),
                {{"kind", "route"},
                 {"route", r + 1},
                 {"customers", customers.size()},
                 {"load", load},
                 {"length", route_cost(instance_, customers)},
                 {"stroke", colour}});
    }

    void customer(int c, std::size_t r, const std::string& colour) {
        point(c, {{"kind", instance_.is_tsp() ? "city" : "customer"},
                  {"customer", instance_.label(c)},
                  {"demand", instance_.demand(c)},
                  {"route", r + 1},
                  {"marker-color", colour}});
    }

    // As in a picture, where y grows downwards: the same plan has the same colours in both.
    std::vector<Point> picture_places() const {
        std::vector<Point> places;
        for (int i = 0; i < instance_.nodes(); ++i) {
            const Point place = drawing::map_position(instance_, i);
            places.push_back({place.x, -place.y});
        }
        return places;
    }

    void point(int node, Ordered properties) {
        feature("Point", position(node), std::move(properties));
    }

    Ordered position(int node) const {
        const Point place = drawing::map_position(instance_, node);
        return {place.x, place.y};
    }

    void feature(const char* type, Ordered coordinates, Ordered properties) {
        Ordered object;
        object["type"] = "Feature";
        object["geometry"] = {{"type", type}, {"coordinates", std::move(coordinates)}};
        object["properties"] = std::move(properties);
        out_ += first_ ? "\n" : ",\n";
        first_ = false;
        out_ += object.dump();
    }

    const Instance& instance_;
    const Solution& solution_;
    std::string out_;
    bool first_ = true;
};

}  // namespace

std::string write_geojson(const Instance& instance, const Solution& solution) {
    return Collection(instance, solution).run();
}

}  // namespace odgear
