#include "odgear/io/plan_map.hpp"

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

std::string part(std::string_view name) {
    for (const MapPart& found : map_parts())
        if (found.name == name)
            return {reinterpret_cast<const char*>(found.bytes.data()), found.bytes.size()};
    throw InternalError("the map page has no part " + text::quoted(name));
}

// JSON inside a script element must not contain the end tag of the element.
std::string harmless(std::string text) {
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; at += 6)
        text.replace(at, 1, "\\u003c");
    return text;
}

void replace(std::string& page, std::string_view mark, const std::string& content) {
    const std::size_t at = page.find(mark);
    if (at == std::string::npos) throw InternalError("the map page has no " + std::string(mark));
    page.replace(at, mark.size(), content);
}

std::string node_text(const Instance& instance, int node) {
    const Point place = drawing::map_position(instance, node);
    std::string text = "{\"at\":[" + json::number_text(place.x) + "," + json::number_text(place.y) +
                       "],\"id\":" + json::string_text(instance.id(node));
    if (instance.has_names()) text += ",\"name\":" + json::string_text(instance.node_name(node));
    return text + ",\"demand\":" + std::to_string(instance.demand(node)) + "}";
}

std::string route_data(const Instance& instance, const Solution& solution, std::size_t r,
                       const std::string& colour) {
    const Route& route = solution.routes[r];
    std::string stops;
    std::string so_far;
    double distance = 0;
    int previous = 0;
    for (const int c : route) {
        distance += instance.distance(previous, c);
        previous = c;
        if (!stops.empty()) {
            stops += ',';
            so_far += ',';
        }
        stops += std::to_string(c);
        so_far += drawing::cost_text(distance);
    }
    return "{\"number\":" + std::to_string(r + 1) + ",\"colour\":\"" + colour +
           "\",\"title\":" + json::string_text(drawing::route_text(instance, solution, r)) +
           ",\"load\":" + std::to_string(drawing::route_load(instance, route)) +
           ",\"length\":" + json::number_text(route_cost(instance, route)) + ",\"stops\":[" +
           stops + "],\"so_far\":[" + so_far + "]}";
}

std::string plan_data(const Instance& instance, const Solution& solution,
                      const MapOptions& options) {
    const bool unlimited = instance.capacity() == no_capacity_limit;
    std::string text =
        "{\"name\":" + json::string_text(instance.name()) +
        ",\"cost\":" + json::number_text(solution.cost) +
        ",\"unit\":" + (instance.rule().metric == Metric::haversine ? "\"m\"" : "\"\"") +
        ",\"degrees\":" + (drawing::on_globe(instance) ? "true" : "false") +
        ",\"tour\":" + (instance.is_tsp() ? "true" : "false") +
        ",\"capacity\":" + (unlimited ? "null" : std::to_string(instance.capacity())) +
        ",\"tiles\":" + (options.tiles.empty() ? "null" : json::string_text(options.tiles)) +
        ",\n\"nodes\":[";
    for (int i = 0; i < instance.nodes(); ++i)
        text.append(i == 0 ? "\n" : ",\n").append(node_text(instance, i));
    text += "],\n\"routes\":[";
    const auto colours = drawing::route_colours(instance, solution.routes);
    bool first = true;
    for (std::size_t r = 0; r < solution.routes.size(); ++r) {
        if (solution.routes[r].empty()) continue;
        text.append(first ? "\n" : ",\n").append(route_data(instance, solution, r, colours[r]));
        first = false;
    }
    return text + "]}";
}

}  // namespace

void check_tiles(const Instance& instance, const std::string& tiles) {
    check_tiles(drawing::on_globe(instance), tiles);
}

void check_tiles(bool degrees, const std::string& tiles) {
    if (tiles.empty()) return;
    if (!degrees) throw ConfigurationError("map tiles need latitude and longitude");
    for (const char* mark : {"{z}", "{x}", "{y}"})
        if (tiles.find(mark) == std::string::npos)
            throw ConfigurationError("the address of the tiles must hold {z}, {x} and {y}");
}

std::string write_map(const Instance& instance, const Solution& solution,
                      const MapOptions& options) {
    if (!instance.has_points())
        throw InputError("the instance has no coordinates, so it has no place on a map");
    drawing::check_customers(instance, solution);
    check_tiles(instance, options.tiles);
    return map_page(instance.name(), plan_data(instance, solution, options));
}

std::string map_page(const std::string& title, const std::string& data) {
    std::string page = part("map.html");
    // The data comes last, because it may contain text that looks like a placeholder.
    replace(page, "{{title}}", drawing::escaped(title));
    replace(page, "{{style}}", part("map.css"));
    replace(page, "{{script}}", part("map.js"));
    replace(page, "{{data}}", harmless(data));
    return page;
}

}  // namespace odgear
