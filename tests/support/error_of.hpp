// The message of the error that an action throws, or "no error".
#pragma once

#include <functional>
#include <string>

#include "odgear/core/errors.hpp"

namespace odgear::testing {

template <class Thrown = InputError>
std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Thrown& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace odgear::testing
