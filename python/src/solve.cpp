#include <memory>
#include <optional>

#include "bindings.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::python {

namespace {

// All arguments of a solve, as keywords; missing ones have the library's defaults.
struct Request {
    Options options;
    StopRule stop;
    py::object callback = py::none();
};

PolicySettings settings_of(const py::dict& from) {
    PolicySettings settings;
    take(from, "model", settings.model);
    take(from, "rollouts", settings.rollouts);
    take(from, "rerolls", settings.rerolls);
    take(from, "rho", settings.rho);
    if (from.contains("neighbors") && !from["neighbors"].is_none())
        settings.neighbors = policy::NeighborRule{from["neighbors"].cast<int>()};
    take(from, "inverse_temperature", settings.inverse_temperature);
    take(from, "split", settings.split);
    bool depot_sampling = false;
    take(from, "depot_sampling", depot_sampling);
    if (depot_sampling) settings.decoding = policy::Decoding::depot_sampling;
    return settings;
}

Request request_of(const py::dict& from) {
    Request request;
    if (from.contains("mode")) request.options.mode = mode_from(from["mode"].cast<std::string>());
    take(from, "threads", request.options.threads);
    take(from, "seed", request.options.seed);
    take(from, "warm_start", request.options.warm_start);
    take(from, "keep_trajectories", request.options.keep_trajectories);
    take(from, "keep_edge_probabilities", request.options.keep_edge_probabilities);
    request.options.policy = settings_of(from);
    request.stop = stop_rule_of(from);
    if (from.contains("callback")) request.callback = from["callback"];
    return request;
}

py::dict seconds_of(const StageSeconds& seconds) {
    py::dict result;
    result["graph"] = seconds.graph;
    result["encode"] = seconds.encode;
    result["rollout"] = seconds.rollout;
    result["improve"] = seconds.improve;
    result["total"] = seconds.total;
    return result;
}

py::dict result_dict(Result& found) {
    py::dict result;
    result["cost"] = found.solution.cost;
    result["routes"] = found.solution.routes;
    result["mode"] = name_of(found.mode);
    result["model"] = found.model.empty() ? py::object(py::none()) : py::str(found.model);
    result["threads"] = found.threads;
    result["iterations"] = found.iterations;
    result["seconds"] = seconds_of(found.seconds);
    result["notices"] = found.notices;
    result["trace"] = trace_dict(found.trace);
    result["rollouts"] = found.rollouts ? found.rollouts->count : 0;
    result["best_rollout_cost"] =
        found.rollouts ? py::object(py::float_(found.rollouts->best)) : py::object(py::none());
    result["mean_rollout_cost"] =
        found.rollouts ? py::object(py::float_(found.rollouts->mean)) : py::object(py::none());
    result["start"] = py::none();
    if (found.start) {
        py::dict start;
        start["taken"] = name_of(found.start->taken);
        start["policy"] = found.start->policy;
        start["construction"] = found.start->construction;
        result["start"] = start;
    }
    return result;
}

py::dict solve(const Solver& solver, const std::shared_ptr<Instance>& instance,
               const py::dict& keywords) {
    Request request = request_of(keywords);
    StopFlag own;
    StopFlag& flag = flag_of(keywords, own);
    request.stop.flag = &flag;
    if (!request.stop.limited() && request.options.mode != Mode::policy)
        request.stop.seconds = default_seconds(instance->customers());
    Caller caller(request.callback, flag);
    const Observer observer = [&](const Progress& progress) {
        if (progress.improved)
            caller.call(progress.best_cost, progress, [&] { return progress.solution().routes; });
    };
    Result found;
    const bool interrupted = run_watched(
        [&] { found = solver.solve(*instance, request.options, request.stop, observer); }, flag);
    caller.rethrow();
    py::dict result = result_dict(found);
    result["interrupted"] = interrupted;
    return result;
}

}  // namespace

StopFlag& flag_of(const py::dict& keywords, StopFlag& own) {
    return keywords.contains("flag") ? keywords["flag"].cast<StopFlag&>() : own;
}

StopRule stop_rule_of(const py::dict& keywords) {
    StopRule stop;
    take(keywords, "seconds", stop.seconds);
    take(keywords, "iterations", stop.iterations);
    take(keywords, "no_improvement", stop.no_improvement);
    take(keywords, "target", stop.target);
    return stop;
}

py::dict trace_dict(const std::vector<TracePoint>& trace) {
    std::vector<double> seconds;
    std::vector<double> costs;
    py::list stages;
    for (const TracePoint& point : trace) {
        seconds.push_back(point.seconds);
        costs.push_back(point.cost);
        stages.append(point.stage);
    }
    py::dict result;
    result["seconds"] = as_array(std::move(seconds));
    result["cost"] = as_array(std::move(costs));
    result["stage"] = stages;
    return result;
}

void Caller::call(double cost, const Progress& progress,
                  const std::function<std::vector<Route>()>& routes) {
    if (callback_.is_none() || failure_) return;
    const std::vector<Route> shown = routes();
    const py::gil_scoped_acquire hold;
    try {
        const py::object answer = callback_(cost, shown, progress.seconds, progress.stage);
        if (answer.is(py::bool_(true))) flag_.raise();
    } catch (py::error_already_set& error) {
        failure_ = std::make_exception_ptr(std::move(error));
        flag_.raise();
    }
}

void Caller::rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
}

void bind_solve(py::module_& module) {
    py::class_<StopFlag>(module, "StopFlag").def(py::init<>()).def("set", &StopFlag::raise);
    py::class_<Solver>(module, "Solver")
        .def(py::init<int>(), py::arg("threads") = 0)
        .def_property_readonly("threads", &Solver::threads)
        .def("load", &Solver::load, py::arg("model") = "auto",
             py::call_guard<py::gil_scoped_release>())
        .def("solve", &solve);
    module.def("default_seconds", &default_seconds);
}

}  // namespace odgear::python
