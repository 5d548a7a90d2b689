#include <cmath>
#include <memory>
#include <optional>

#include "bindings.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear::python {

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::string shape_text(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t i = 0; i < array.ndim(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(array.shape(i));
    return text + ")";
}

// A numeric array as float64, without a copy if it is one already.
Doubles numbers(const py::object& object, const char* argument) {
    const py::array array = py::array::ensure(object);
    if (!array) {
        PyErr_Clear();
        throw py::value_error(std::string(argument) + " is not an array of numbers");
    }
    const char kind = array.dtype().kind();
    if (kind != 'f' && kind != 'i' && kind != 'u')
        throw py::value_error(std::string(argument) + " must hold numbers, not dtype " +
                              py::str(array.dtype()).cast<std::string>());
    return Doubles::ensure(array);
}

void require_finite(const Doubles& values, const char* argument) {
    const double* data = values.data();
    for (py::ssize_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(data[i]))
            throw py::value_error(std::string(argument) + " holds " + std::to_string(data[i]) +
                                  " in row " +
                                  std::to_string(values.ndim() == 2 ? i / values.shape(1) : i));
}

std::vector<Point> points_of(const py::object& object) {
    const Doubles values = numbers(object, "coordinates");
    if (values.ndim() != 2 || values.shape(1) != 2)
        throw py::value_error("coordinates must have the shape (nodes, 2), not " +
                              shape_text(values));
    require_finite(values, "coordinates");
    std::vector<Point> points(static_cast<std::size_t>(values.shape(0)));
    const double* from = values.data();
    for (Point& point : points) {
        point = {from[0], from[1]};
        from += 2;
    }
    return points;
}

std::vector<double> matrix_of(const py::object& object) {
    const Doubles values = numbers(object, "matrix");
    if (values.ndim() != 2 || values.shape(0) != values.shape(1))
        throw py::value_error("matrix must be square, not " + shape_text(values));
    require_finite(values, "matrix");
    for (py::ssize_t i = 0; i < values.size(); ++i)
        if (values.data()[i] < 0)
            throw py::value_error("matrix holds a negative distance in row " +
                                  std::to_string(i / values.shape(1)));
    return {values.data(), values.data() + values.size()};
}

bool is_load(double value) { return value >= 0 && value <= 1e15 && value == std::trunc(value); }

Load whole_load(double value, const std::string& what) {
    if (!std::isfinite(value)) throw py::value_error(what + " is " + std::to_string(value));
    if (value < 0) throw py::value_error(what + " is negative");
    if (value != std::trunc(value))
        throw py::value_error(what + " is not a whole number; state loads in a smaller unit");
    if (value > 1e15) throw py::value_error(what + " is too large");
    return static_cast<Load>(value);
}

template <class Value>
Value number(const py::object& object, const char* argument) {
    try {
        return object.cast<Value>();
    } catch (const py::cast_error&) {
        throw py::value_error(std::string(argument) + " must be a number, not " +
                              py::repr(object).cast<std::string>());
    }
}

std::vector<Load> demands_of(const py::object& object, std::size_t nodes) {
    const Doubles values = numbers(object, "demands");
    if (values.ndim() != 1 || static_cast<std::size_t>(values.size()) != nodes)
        throw py::value_error("demands must have one number for each of the " +
                              std::to_string(nodes) + " nodes, the depot included, not the shape " +
                              shape_text(values));
    std::vector<Load> demands;
    demands.reserve(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const double value = values.data()[i];
        // The name is built only for a bad value, because there may be millions of values.
        demands.push_back(is_load(value) ? static_cast<Load>(value)
                                         : whole_load(value, "demands[" + std::to_string(i) + "]"));
    }
    if (demands[0] != 0) throw py::value_error("demands[0] is the depot's and must be 0");
    return demands;
}

struct Arrays {
    py::object coordinates, matrix, demands, capacity, max_vehicles, max_route_length;
    double service_time;
    std::string metric, rounding, name;
    std::vector<std::string> ids, names;
};

InstanceData data_of(const Arrays& in) {
    InstanceData data;
    data.name = in.name;
    if (!in.coordinates.is_none()) data.points = points_of(in.coordinates);
    data.rule.metric = metric_of(in.metric);
    if (!in.matrix.is_none()) {
        data.matrix = matrix_of(in.matrix);
        data.rule.metric = Metric::matrix;
    } else if (in.coordinates.is_none()) {
        throw py::value_error("coordinates or matrix must be given");
    }
    if (const auto rounding = rounding_option(in.rounding)) data.rule.rounding = *rounding;
    const std::size_t nodes =
        in.matrix.is_none()
            ? data.points.size()
            : static_cast<std::size_t>(std::llround(std::sqrt(double(data.matrix.size()))));
    if (!data.points.empty() && data.points.size() != nodes)
        throw py::value_error("coordinates have " + std::to_string(data.points.size()) +
                              " rows, but matrix has " + std::to_string(nodes));
    if (in.demands.is_none() && in.capacity.is_none()) {
        data.problem = Problem::tsp;
    } else {
        if (in.demands.is_none()) throw py::value_error("demands must be given with a capacity");
        if (in.capacity.is_none()) throw py::value_error("capacity must be given with demands");
        data.demands = demands_of(in.demands, nodes);
        data.capacity = whole_load(number<double>(in.capacity, "capacity"), "capacity");
        if (data.capacity == 0) throw py::value_error("capacity must be positive");
    }
    if (!in.max_vehicles.is_none()) {
        data.max_vehicles = number<int>(in.max_vehicles, "max_vehicles");
        if (data.max_vehicles < 1) throw py::value_error("max_vehicles must be at least 1");
    }
    if (!in.max_route_length.is_none()) {
        data.max_route_length = number<double>(in.max_route_length, "max_route_length");
        if (!(data.max_route_length > 0))
            throw py::value_error("max_route_length must be positive");
    }
    if (!(in.service_time >= 0) || !std::isfinite(in.service_time))
        throw py::value_error("service_time must not be negative");
    data.service_time = in.service_time;
    if (!in.ids.empty() && in.ids.size() != nodes)
        throw py::value_error("ids must have one entry for each node");
    if (!in.names.empty() && in.names.size() != nodes)
        throw py::value_error("names must have one entry for each node");
    data.ids = in.ids;
    data.names = in.names;
    return data;
}

std::shared_ptr<Instance> make_instance(InstanceData data) {
    const py::gil_scoped_release free;
    return std::make_shared<Instance>(std::move(data));
}

std::optional<py::array_t<double>> coordinates(const py::object& self) {
    const auto& instance = self.cast<const Instance&>();
    if (!instance.has_points()) return std::nullopt;
    py::array_t<double> view({py::ssize_t{instance.nodes()}, py::ssize_t{2}},
                             &instance.points()[0].x, self);
    view.attr("flags").attr("writeable") = false;
    return view;
}

py::array_t<Load> demands(const py::object& self) {
    const auto& instance = self.cast<const Instance&>();
    py::array_t<Load> view(py::ssize_t{instance.nodes()}, instance.demands().data(), self);
    view.attr("flags").attr("writeable") = false;
    return view;
}

py::array_t<double> distance_matrix(const Instance& instance) {
    const auto n = static_cast<py::ssize_t>(instance.nodes());
    py::array_t<double> matrix({n, n});
    double* out = matrix.mutable_data();
    const py::gil_scoped_release free;
    for (int i = 0; i < instance.nodes(); ++i)
        for (int j = 0; j < instance.nodes(); ++j) *out++ = instance.distance(i, j);
    return matrix;
}

py::object limit(bool has, double value) {
    return has ? py::object(py::float_(value)) : py::object(py::none());
}

int checked_node(const Instance& instance, int node) {
    if (node < 0 || node >= instance.nodes())
        throw py::index_error("node " + std::to_string(node) + " is outside 0.." +
                              std::to_string(instance.nodes() - 1));
    return node;
}

}  // namespace

Metric metric_of(const std::string& name) {
    for (const Metric metric :
         {Metric::euclidean, Metric::manhattan, Metric::maximum, Metric::haversine})
        if (name == name_of(metric)) return metric;
    throw py::value_error("metric must be euclidean, manhattan, maximum or haversine, not '" +
                          name + "'");
}

void bind_instance(py::module_& module) {
    py::class_<Instance, std::shared_ptr<Instance>>(module, "Instance", py::dynamic_attr())
        .def(py::init([](py::object coordinates, py::object demands, py::object capacity,
                         py::object matrix, py::object max_vehicles, py::object max_route_length,
                         double service_time, std::string metric, std::string rounding,
                         std::string name, std::vector<std::string> ids,
                         std::vector<std::string> names) {
                 return make_instance(data_of({std::move(coordinates), std::move(matrix),
                                               std::move(demands), std::move(capacity),
                                               std::move(max_vehicles), std::move(max_route_length),
                                               service_time, std::move(metric), std::move(rounding),
                                               std::move(name), std::move(ids), std::move(names)}));
             }),
             py::arg("coordinates") = py::none(), py::arg("demands") = py::none(),
             py::arg("capacity") = py::none(), py::kw_only(), py::arg("matrix") = py::none(),
             py::arg("max_vehicles") = py::none(), py::arg("max_route_length") = py::none(),
             py::arg("service_time") = 0.0, py::arg("metric") = "euclidean",
             py::arg("rounding") = "none", py::arg("name") = "",
             py::arg("ids") = std::vector<std::string>(),
             py::arg("names") = std::vector<std::string>())
        .def_property_readonly("name", &Instance::name)
        .def_property_readonly("nodes", &Instance::nodes)
        .def_property_readonly("customers", &Instance::customers)
        .def_property_readonly("is_tsp", &Instance::is_tsp)
        .def_property_readonly("symmetric", &Instance::symmetric)
        .def_property_readonly("coordinates", &coordinates)
        .def_property_readonly("demands", &demands)
        .def_property_readonly("capacity",
                               [](const Instance& self) -> py::object {
                                   if (self.capacity() == no_capacity_limit) return py::none();
                                   return py::int_(self.capacity());
                               })
        .def_property_readonly("max_vehicles",
                               [](const Instance& self) -> py::object {
                                   if (!self.has_vehicle_limit()) return py::none();
                                   return py::int_(self.max_vehicles());
                               })
        .def_property_readonly("max_route_length",
                               [](const Instance& self) {
                                   return limit(self.has_length_limit(), self.max_route_length());
                               })
        .def_property_readonly("service_time", &Instance::service_time)
        .def_property_readonly("metric",
                               [](const Instance& self) { return name_of(self.rule().metric); })
        .def_property_readonly("rounding", &rounding_name)
        .def(
            "id", [](const Instance& self, int i) { return self.id(checked_node(self, i)); },
            py::arg("node"))
        .def(
            "node_name",
            [](const Instance& self, int i) { return self.node_name(checked_node(self, i)); },
            py::arg("node"))
        .def(
            "distance",
            [](const Instance& self, int from, int to) {
                return self.distance(checked_node(self, from), checked_node(self, to));
            },
            py::arg("origin"), py::arg("target"))
        .def("distance_matrix", &distance_matrix);
}

}  // namespace odgear::python
