// The last step of every reader: makes the instance of what was read. An error of the instance as a
// whole gets the name of the file, and one that no fleet could meet also that of the field.
#pragma once

#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/core/instance.hpp"

namespace odgear {

Instance checked_instance(InstanceData&& data, const std::string& file, const Place& limit);

}  // namespace odgear
