// An instance as a message, so that one rank reads the file for all. O(N), or the size of the
// matrix if one was given. Names and ids of nodes are not sent, because only output for people
// needs them.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/wire.hpp"

namespace odgear::cluster {

void write_instance(Writer& out, const Instance& instance);
Instance read_instance(Reader& in);

}  // namespace odgear::cluster
