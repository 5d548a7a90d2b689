#include <chrono>
#include <exception>
#include <future>

#include "bindings.hpp"

namespace odgear::python {

bool run_watched(const std::function<void()>& work, StopFlag& flag) {
    std::exception_ptr raised;
    bool interrupted = false;
    std::future<void> done;
    {
        const py::gil_scoped_release free;
        done = std::async(std::launch::async, work);
        while (done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
            const py::gil_scoped_acquire hold;
            if (PyErr_CheckSignals() == 0) continue;
            flag.raise();
            if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
                PyErr_Clear();
                interrupted = true;
            } else {
                raised = std::make_exception_ptr(py::error_already_set());
            }
        }
    }
    done.get();
    if (raised) std::rethrow_exception(raised);
    return interrupted;
}

}  // namespace odgear::python
