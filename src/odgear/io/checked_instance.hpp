// The last step of every reader: the instance of what was read. An error of the instance as a whole
// gets the file, and one that no fleet could meet the field which says so.
#pragma once

#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/core/instance.hpp"

namespace odgear {

Instance checked_instance(InstanceData&& data, const std::string& file, const Place& limit);

}  // namespace odgear
