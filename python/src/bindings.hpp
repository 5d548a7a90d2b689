// The parts of the module `odgear._core`, one file each. They convert and check arguments; the work
// is the library's. What people call is the Python package beside it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::python {

namespace py = pybind11;

void bind_instance(py::module_& module);
void bind_files(py::module_& module);
void bind_solve(py::module_& module);
void bind_policy(py::module_& module);

// An array that owns the values, without copying them.
template <class Value>
py::array_t<Value> as_array(std::vector<Value> values) {
    auto* kept = new std::vector<Value>(std::move(values));
    const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<Value>*>(p); });
    return py::array_t<Value>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

// Runs `work` on a thread of its own while this one, without the interpreter's lock, watches for
// signals. Ctrl-C raises the flag, so that `work` ends with what it has; the answer is whether that
// happened. Any other exception of a signal handler is thrown once `work` has ended.
bool run_watched(const std::function<void()>& work, StopFlag& flag);

}  // namespace odgear::python
