// An error as HTTP and VROOM state it.
#pragma once

#include <stdexcept>
#include <string>

namespace odgear::serve {

// VROOM's codes: 1 internal, 2 input, 3 routing; 4, too large, is that of its HTTP front.
enum class VroomCode { internal = 1, input = 2, routing = 3, too_large = 4 };

class HttpError : public std::runtime_error {
public:
    HttpError(int status, VroomCode code, const std::string& message)
        : std::runtime_error(message), status_(status), code_(code) {}

    int status() const { return status_; }
    VroomCode code() const { return code_; }

private:
    int status_;
    VroomCode code_;
};

// Any exception as one of these: input 400, infeasible 422, all else 500.
HttpError as_http_error(const std::exception& error);

// {"code": N, "error": "..."}
std::string error_text(const HttpError& error);

}  // namespace odgear::serve
