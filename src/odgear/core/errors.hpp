// Typed errors. Each kind maps to one exit code of the programs and to one HTTP status of the
// server.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace odgear {

enum class ErrorKind {
    internal,       // a defect of this program
    input,          // a file or request that cannot be read as what it claims to be
    configuration,  // options that contradict each other or are out of range
    infeasible,     // well-formed, but no feasible solution exists or was found
};

class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

    ErrorKind kind() const { return kind_; }

    // 1 internal, 2 bad input or options, 3 infeasible.
    int exit_code() const;

private:
    ErrorKind kind_;
};

// Where in a file an error was found. `line` is 1-based, 0 when the error is not tied to one line.
struct Place {
    std::string file;
    std::size_t line = 0;
    std::string field;
};

// "FILE:LINE: FIELD: message"; unknown parts are left out.
std::string describe(const Place& place, std::string_view message);

class InputError : public Error {
public:
    explicit InputError(const std::string& message) : Error(ErrorKind::input, message) {}
    InputError(const Place& place, std::string_view message)
        : Error(ErrorKind::input, describe(place, message)) {}
};

class ConfigurationError : public Error {
public:
    explicit ConfigurationError(const std::string& message)
        : Error(ErrorKind::configuration, message) {}
};

class InfeasibleError : public Error {
public:
    explicit InfeasibleError(const std::string& message) : Error(ErrorKind::infeasible, message) {}
};

class InternalError : public Error {
public:
    explicit InternalError(const std::string& message) : Error(ErrorKind::internal, message) {}
};

}  // namespace odgear
