#include "odgear/policy/policy.hpp"

#include <algorithm>
#include <memory>

#include "bindings.hpp"
#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear::python {

namespace {

using policy::Model;
using policy::Network;

// A model with its network, which refers to the model, so both live together.
struct Policy {
    explicit Policy(Model read) : model(std::move(read)), network(model) {}
    const Model model;
    const Network network;
};

PolicySettings settings_of(int rollouts, std::optional<double> rho, std::optional<int> neighbors,
                           double inverse_temperature) {
    PolicySettings settings;
    settings.rollouts = rollouts;
    settings.rho = rho;
    if (neighbors) settings.neighbors = policy::NeighborRule{*neighbors};
    settings.inverse_temperature = inverse_temperature;
    return settings;
}

policy::PolicyResult run(const Policy& self, const Instance& instance,
                         const PolicySettings& settings, const policy::RunOptions& options,
                         int threads) {
    policy::PolicyResult result;
    StopFlag flag;
    StopRule stop;
    stop.flag = &flag;
    run_watched(
        [&] {
            result = policy::run(instance, self.network, settings, options, stop,
                                 Workers(thread_count(threads)));
        },
        flag);
    return result;
}

py::tuple edge_probabilities(const Policy& self, const Instance& instance,
                             std::optional<int> neighbors, double inverse_temperature,
                             int threads) {
    policy::EdgeProbabilities edges =
        run(self, instance, settings_of(1, std::nullopt, neighbors, inverse_temperature),
            {.keep_edge_probabilities = true}, threads)
            .edge_probabilities;
    return py::make_tuple(as_array(std::move(edges.rows)), as_array(std::move(edges.columns)),
                          as_array(std::move(edges.values)));
}

// Shorter rows are filled with -1.
py::array_t<int> node_rows(const std::vector<policy::DrawnTrajectory>& drawn) {
    std::size_t longest = 0;
    for (const auto& trajectory : drawn) longest = std::max(longest, trajectory.nodes.size());
    py::array_t<int> rows(
        {static_cast<py::ssize_t>(drawn.size()), static_cast<py::ssize_t>(longest)});
    int* out = rows.mutable_data();
    for (const auto& trajectory : drawn) {
        std::copy(trajectory.nodes.begin(), trajectory.nodes.end(), out);
        std::fill(out + trajectory.nodes.size(), out + longest, -1);
        out += longest;
    }
    return rows;
}

py::dict rollouts(const Policy& self, const Instance& instance, int count,
                  std::optional<double> rho, std::optional<int> neighbors,
                  double inverse_temperature, std::uint64_t seed, int threads) {
    const policy::PolicyResult found =
        run(self, instance, settings_of(count, rho, neighbors, inverse_temperature),
            {.seed = seed, .keep = 1, .keep_trajectories = true}, threads);
    std::vector<double> costs;
    std::vector<double> log_probabilities;
    for (const auto& trajectory : found.trajectories) {
        costs.push_back(trajectory.cost);
        log_probabilities.push_back(trajectory.log_probability);
    }
    py::dict result;
    result["nodes"] = node_rows(found.trajectories);
    result["cost"] = as_array(std::move(costs));
    result["log_probability"] = as_array(std::move(log_probabilities));
    result["log_z"] = found.log_z;
    result["best_routes"] = found.best.routes;
    return result;
}

py::array_t<float> embeddings(const Policy& self, const Instance& instance, int threads) {
    const Workers workers(thread_count(threads));
    const int attention = self.model.attention.at(instance.customers());
    const policy::Graph graph = policy::build_graph(
        instance,
        {.neighbors = attention, .features = self.model.architecture.features, .reorder = false},
        workers);
    const policy::Encoding encoding = self.network.encode(graph, attention, workers);
    const auto units = static_cast<std::size_t>(self.model.architecture.units);
    py::array_t<float> rows(
        {static_cast<py::ssize_t>(graph.nodes()), static_cast<py::ssize_t>(units)});
    for (int i = 0; i < graph.nodes(); ++i) {
        const auto node = static_cast<std::size_t>(graph.label[static_cast<std::size_t>(i)]);
        std::copy_n(encoding.h.data() + static_cast<std::size_t>(i) * encoding.stride, units,
                    rows.mutable_data() + node * units);
    }
    return rows;
}

py::dict description(const Model& model) {
    py::dict result;
    result["name"] = model.name;
    result["architecture"] = policy::to_json(model.architecture);
    result["training_size"] = model.training_size;
    result["instances"] = model.instances;
    result["attention"] = model.attention.text();
    result["decoding"] = model.decode.text();
    result["rho"] = model.rho;
    result["training"] = model.training;
    result["seed"] = model.seed;
    result["validation"] = model.validation;
    result["for_comparison"] = model.for_comparison;
    return result;
}

py::dict tensors(const Policy& self) {
    py::dict result;
    for (const auto& [name, tensor] : self.model.tensors) {
        const std::vector<py::ssize_t> shape(tensor.shape.begin(), tensor.shape.end());
        py::array_t<float> values(shape);
        std::copy(tensor.data.begin(), tensor.data.end(), values.mutable_data());
        result[py::str(name)] = values;
    }
    return result;
}

}  // namespace

void bind_policy(py::module_& module) {
    py::class_<Policy, std::shared_ptr<Policy>>(module, "Policy")
        .def("edge_probabilities", &edge_probabilities)
        .def("rollouts", &rollouts)
        .def("embeddings", &embeddings)
        .def("tensors", &tensors)
        .def("description", [](const Policy& self) { return description(self.model); });
    module.def("load_policy", [](const std::string& name) {
        return std::make_shared<Policy>(policy::find_model(name));
    });
    module.def("fitting_policy", [](const Instance& instance) {
        return std::make_shared<Policy>(policy::default_model(instance));
    });
    module.def("models", [] {
        py::list result;
        for (const Model& model : policy::list_models()) result.append(description(model));
        return result;
    });
}

}  // namespace odgear::python
