#include <memory>
#include <optional>

#include "bindings.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::python {

namespace {

// Everything that a solve takes, as keywords; what is missing keeps the library's default.
struct Request {
    Options options;
    StopRule stop;
    py::object callback = py::none();
};

template <class Value>
void take(const py::dict& from, const char* key, Value& slot) {
    if (from.contains(key) && !from[key].is_none()) slot = from[key].cast<Value>();
}

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
    take(from, "seconds", request.stop.seconds);
    take(from, "iterations", request.stop.iterations);
    take(from, "no_improvement", request.stop.no_improvement);
    take(from, "target", request.stop.target);
    if (from.contains("callback")) request.callback = from["callback"];
    return request;
}

// Calls Python for each improvement; an exception there ends the search and is kept for the caller.
class Caller {
public:
    Caller(py::object callback, StopFlag& flag) : callback_(std::move(callback)), flag_(flag) {}

    Observer observer() {
        if (callback_.is_none()) return {};
        return [this](const Progress& progress) {
            if (!progress.improved || failure_) return;
            const Solution solution = progress.solution();
            const py::gil_scoped_acquire hold;
            try {
                const py::object answer = callback_(progress.best_cost, solution.routes,
                                                    progress.seconds, progress.stage);
                if (answer.is(py::bool_(true))) flag_.raise();
            } catch (py::error_already_set& error) {
                failure_ = std::make_exception_ptr(std::move(error));
                flag_.raise();
            }
        };
    }
    void rethrow() {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    py::object callback_;
    StopFlag& flag_;
    std::exception_ptr failure_;
};

py::dict seconds_of(const StageSeconds& seconds) {
    py::dict result;
    result["graph"] = seconds.graph;
    result["encode"] = seconds.encode;
    result["rollout"] = seconds.rollout;
    result["improve"] = seconds.improve;
    result["total"] = seconds.total;
    return result;
}

py::dict trace_of(const std::vector<TracePoint>& trace) {
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
    result["trace"] = trace_of(found.trace);
    result["rollouts"] = found.rollouts ? found.rollouts->count : 0;
    result["best_rollout_cost"] =
        found.rollouts ? py::object(py::float_(found.rollouts->best)) : py::object(py::none());
    result["mean_rollout_cost"] =
        found.rollouts ? py::object(py::float_(found.rollouts->mean)) : py::object(py::none());
    return result;
}

py::dict solve(const Solver& solver, const std::shared_ptr<Instance>& instance,
               const py::dict& keywords) {
    Request request = request_of(keywords);
    StopFlag flag;
    request.stop.flag = &flag;
    if (!request.stop.limited() && request.options.mode != Mode::policy)
        request.stop.seconds = default_seconds(instance->customers());
    Caller caller(request.callback, flag);
    const Observer observer = caller.observer();
    Result found;
    const bool interrupted = run_watched(
        [&] { found = solver.solve(*instance, request.options, request.stop, observer); }, flag);
    caller.rethrow();
    py::dict result = result_dict(found);
    result["interrupted"] = interrupted;
    return result;
}

}  // namespace

void bind_solve(py::module_& module) {
    py::class_<Solver>(module, "Solver")
        .def(py::init<int>(), py::arg("threads") = 0)
        .def_property_readonly("threads", &Solver::threads)
        .def("load", &Solver::load, py::arg("model") = "auto",
             py::call_guard<py::gil_scoped_release>())
        .def("solve", &solve);
    module.def("default_seconds", &default_seconds);
}

}  // namespace odgear::python
