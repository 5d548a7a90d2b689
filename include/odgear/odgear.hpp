// OD-Gear: a solver for vehicle routing problems. The whole public interface.
//
//     const odgear::Instance instance = odgear::read_instance("city.vrp").instance;
//     odgear::StopRule stop;
//     stop.seconds = 10;
//     const odgear::Result result = odgear::Solver().solve(instance, {}, stop);
#pragma once

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/fleet/problem.hpp"
#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/solution_file.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/solve/result.hpp"
#include "odgear/solve/solver.hpp"
