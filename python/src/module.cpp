#include <utility>

#include "bindings.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::python {

namespace {

// The classes of odgear/errors.py, so that users can catch them without this module.
const char* class_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::input: return "InputError";
        case ErrorKind::configuration: return "ConfigurationError";
        case ErrorKind::infeasible: return "InfeasibleError";
        case ErrorKind::internal: break;
    }
    return "InternalError";
}

void translate(std::exception_ptr raised) {
    try {
        if (raised) std::rethrow_exception(std::move(raised));
    } catch (const Error& error) {
        const py::object type = py::module_::import("odgear.errors").attr(class_of(error.kind()));
        PyErr_SetString(type.ptr(), error.what());
    }
}

}  // namespace

}  // namespace odgear::python

PYBIND11_MODULE(_core, module) {
    using namespace odgear::python;
    module.doc() = "The compiled part of odgear. Use the package odgear instead.";
    py::register_exception_translator(&translate);
    bind_instance(module);
    bind_files(module);
    bind_solve(module);
    bind_policy(module);
    bind_fleet_problem(module);
    bind_fleet_plan(module);
}
