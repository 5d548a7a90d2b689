#include "odgear/serve/http_error.hpp"

#include <new>

#include "odgear/core/errors.hpp"
#include "odgear/io/vroom.hpp"

namespace odgear::serve {

HttpError as_http_error(const std::exception& error) {
    if (const auto* http = dynamic_cast<const HttpError*>(&error)) return *http;
    if (const auto* typed = dynamic_cast<const Error*>(&error)) {
        switch (typed->kind()) {
            case ErrorKind::input:
            case ErrorKind::configuration: return {400, VroomCode::input, error.what()};
            case ErrorKind::infeasible: return {422, VroomCode::input, error.what()};
            case ErrorKind::internal: break;
        }
    }
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return {503, VroomCode::internal, "out of memory"};
    return {500, VroomCode::internal, std::string("internal error: ") + error.what()};
}

std::string error_text(const HttpError& error) {
    return write_vroom_error(static_cast<int>(error.code()), error.what());
}

}  // namespace odgear::serve
