// An error in the form of HTTP and VROOM.
#pragma once

#include <stdexcept>
#include <string>

namespace odgear::serve {

// VROOM's codes: 1 internal, 2 input, 3 routing. 4 (too large) is used by its HTTP server.
enum class VroomCode { internal = 1, input = 2, routing = 3, too_large = 4 };

class HttpError : public std::runtime_error {
public:
    // `retry_after`: seconds after which the same call may succeed; 0 if unknown.
    HttpError(int status, VroomCode code, const std::string& message, int retry_after = 0)
        : std::runtime_error(message), status_(status), code_(code), retry_after_(retry_after) {}

    int status() const { return status_; }
    VroomCode code() const { return code_; }
    int retry_after() const { return retry_after_; }

private:
    int status_;
    VroomCode code_;
    int retry_after_;
};

// Converts any exception: input errors to 400, infeasible to 422, everything else to 500.
HttpError as_http_error(const std::exception& error);

// {"code": N, "error": "..."}
std::string error_text(const HttpError& error);

}  // namespace odgear::serve
