// Shared by the files about rich problems.
#pragma once

#include "bindings.hpp"
#include "odgear/core/fleet/plan.hpp"

namespace odgear::python {

// {client, id, reason, text}; clients are counted from 1.
py::dict unassigned_dict(const fleet::Problem& problem, const fleet::Unassigned& left);

}  // namespace odgear::python
