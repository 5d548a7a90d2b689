#include "odgear/core/errors.hpp"

namespace odgear {

int Error::exit_code() const {
    switch (kind_) {
        case ErrorKind::input:
        case ErrorKind::configuration: return 2;
        case ErrorKind::infeasible: return 3;
        case ErrorKind::internal: break;
    }
    return 1;
}

std::string describe(const Place& place, std::string_view message) {
    std::string text = place.file;
    if (place.line > 0) text += (text.empty() ? "line " : ":") + std::to_string(place.line);
    if (!place.field.empty()) text += (text.empty() ? "" : ": ") + place.field;
    if (!text.empty()) text += ": ";
    // The text stays on one line, even where a library's message quotes a line end.
    for (const char c : message) text += c == '\n' || c == '\r' ? ' ' : c;
    return text;
}

}  // namespace odgear
