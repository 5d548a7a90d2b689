#include <memory>

#include "bindings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/generate/uchoa.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/plan_map.hpp"
#include "odgear/io/plan_table.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/solution_file.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/io/tsplib_writer.hpp"

namespace odgear::python {

namespace {

using Routes = std::vector<Route>;
using SharedInstance = std::shared_ptr<Instance>;

ReadOptions options_of(const std::string& rounding, const std::string& depot,
                       std::optional<Load> capacity) {
    return {rounding_option(rounding), {depot, capacity}};
}

// (instance, warnings, service minutes)
py::tuple answer(ReadResult read, std::optional<int> max_vehicles) {
    if (max_vehicles) {
        InstanceData data = read.instance.data();
        data.max_vehicles = *max_vehicles;
        read.instance = Instance(std::move(data));
    }
    return py::make_tuple(std::make_shared<Instance>(std::move(read.instance)), read.warnings,
                          read.services);
}

// A solution with these routes and their computed cost, which writers put into the file.
Solution plan(const Instance& instance, const Routes& routes) {
    for (const Route& route : routes)
        for (const int c : route)
            if (c < 1 || c >= instance.nodes())
                throw py::value_error("routes hold " + std::to_string(c) +
                                      ", which is not a customer (1.." +
                                      std::to_string(instance.customers()) + ")");
    return make_solution(instance, routes);
}

py::dict check_report(const Instance& instance, const Routes& routes, std::optional<double> cost) {
    const CheckReport report =
        cost ? check(instance, Solution{routes, *cost}) : check(instance, routes);
    py::list violations;
    for (const Violation& violation : report.violations) violations.append(violation.text);
    py::dict result;
    result["feasible"] = report.feasible();
    result["cost"] = report.cost;
    result["vehicles"] = report.vehicles;
    result["violations"] = violations;
    return result;
}

SharedInstance uniform(int customers, std::uint64_t seed, std::uint64_t index, Load capacity,
                       int min_demand, int max_demand, const std::string& name) {
    Random random = Random::stream(seed, index);
    return std::make_shared<Instance>(
        uniform_instance({customers, capacity, min_demand, max_demand, name}, random));
}

SharedInstance uchoa(int customers, std::uint64_t seed, std::uint64_t index,
                     const std::string& depot, const std::string& places,
                     const std::string& demands, double route_size, const std::string& name) {
    Random random = Random::stream(seed, index);
    UchoaShape shape = random_uchoa_shape(customers, random);
    if (!depot.empty()) shape.depot = depot_place(depot);
    if (!places.empty()) shape.places = customer_places(places);
    if (!demands.empty()) shape.demands = demand_kind(demands);
    if (route_size > 0) shape.route_size = route_size;
    shape.name = name;
    return std::make_shared<Instance>(uchoa_instance(shape, random));
}

}  // namespace

void bind_files(py::module_& module) {
    module.def("read_text",
               [](const std::string& path) { return py::bytes(read_text_file(path)); });
    module.def("parse", [](const std::string& text, const std::string& name,
                           const std::string& rounding, const std::string& depot,
                           std::optional<Load> capacity, std::optional<int> vehicles) {
        return answer(parse_instance(text, name, options_of(rounding, depot, capacity)), vehicles);
    });
    module.def("read_solution", [](const std::string& path, const Instance& instance) {
        const SolutionFile file = read_solution(path, instance);
        return py::make_tuple(file.solution.routes, file.stated_cost, file.warnings);
    });
    module.def("check", &check_report);
    module.def("tsplib_text", [](const Instance& instance) { return write_tsplib(instance); });
    module.def("sol_text", [](const Instance& instance, const Routes& routes) {
        return write_sol(plan(instance, routes));
    });
    module.def("geojson_text", [](const Instance& instance, const Routes& routes) {
        return write_geojson(instance, plan(instance, routes));
    });
    module.def("map_text",
               [](const Instance& instance, const Routes& routes, const std::string& tiles) {
                   return write_map(instance, plan(instance, routes), {tiles});
               });
    module.def("table_text", [](const Instance& instance, const Routes& routes,
                                std::optional<double> speed, const std::vector<double>& services) {
        return write_plan_table(instance, plan(instance, routes), {speed, services});
    });
    module.def("svg_text", [](const Instance& instance, const Routes& routes, double width,
                              std::optional<double> best_known) {
        return plot_solution(instance, plan(instance, routes), {best_known, width});
    });
    module.def("colours", [](const Instance& instance, const Routes& routes) {
        return drawing::route_colours(instance, routes);
    });
    module.def("write_file",
               [](const std::string& path, const std::string& text) { write_file(path, text); });
    module.def("uniform", &uniform);
    module.def("uniform_tsp",
               [](int cities, std::uint64_t seed, std::uint64_t index, const std::string& name) {
                   Random random = Random::stream(seed, index);
                   return std::make_shared<Instance>(uniform_tsp(cities, random, name));
               });
    module.def("uchoa", &uchoa);
}

}  // namespace odgear::python
