// The parts of the module `odgear._core`, one file each. They convert and check arguments; the
// library does the work. Users call the Python package around it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::python {

namespace py = pybind11;

void bind_instance(py::module_& module);
void bind_files(py::module_& module);
void bind_solve(py::module_& module);
void bind_policy(py::module_& module);
void bind_fleet_problem(py::module_& module);
void bind_fleet_plan(py::module_& module);

// euclidean, manhattan, maximum or haversine; ValueError on another name.
Metric metric_of(const std::string& name);

// An array that owns the values, without copying them.
template <class Value>
py::array_t<Value> as_array(std::vector<Value> values) {
    auto* kept = new std::vector<Value>(std::move(values));
    const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<Value>*>(p); });
    return py::array_t<Value>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

// from[key], if it is present and not None.
template <class Value>
void take(const py::dict& from, const char* key, Value& slot) {
    if (from.contains(key) && !from[key].is_none()) slot = from[key].cast<Value>();
}

// The caller's flag, or else `own`.
StopFlag& flag_of(const py::dict& keywords, StopFlag& own);

// The limits of a call; a missing one means no limit.
StopRule stop_rule_of(const py::dict& keywords);

py::dict trace_dict(const std::vector<TracePoint>& trace);

// Calls Python for each improvement. An exception there ends the search and is kept for the caller.
class Caller {
public:
    Caller(py::object callback, StopFlag& flag) : callback_(std::move(callback)), flag_(flag) {}

    // Routes are computed only if there is a callback.
    void call(double cost, const Progress& progress,
              const std::function<std::vector<Route>()>& routes);
    void rethrow() const;

private:
    py::object callback_;
    StopFlag& flag_;
    std::exception_ptr failure_;
};

// Runs `work` on a thread of its own while this one, without the interpreter's lock, watches for
// signals. Ctrl-C raises the flag, so that `work` ends with its best result; returns whether that
// happened. Any other exception of a signal handler is thrown after `work` has ended.
bool run_watched(const std::function<void()>& work, StopFlag& flag);

}  // namespace odgear::python
