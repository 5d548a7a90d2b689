// A rich problem (time windows, vehicle types, depots ...) as input of the command line, the server
// and Python. Its content distinguishes it from a CVRP, whatever its format. Also holds what its
// file says beyond the problem itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/fleet/vroom_fleet.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear {

class FleetInput {
public:
    explicit FleetInput(FleetReadResult file) : source_(std::move(file)) {}
    explicit FleetInput(VroomFleetRequest request) : source_(std::move(request)) {}

    const fleet::Problem& problem() const;
    // The options in the file, if it is a VROOM request.
    VroomOptions asked() const;
    const std::vector<std::string>& warnings() const;
    std::string_view rounding() const;
    // Whether it is a table of stops, for which the caller chooses the speed.
    bool is_table() const;
    // Seconds per unit of time if times are clock times, else 0.
    double clock() const;
    // The VROOM request, if it is one. It can be answered in VROOM's format.
    const VroomFleetRequest* vroom() const { return std::get_if<VroomFleetRequest>(&source_); }

private:
    std::variant<FleetReadResult, VroomFleetRequest> source_;
};

struct FleetInputOptions {
    std::string rounding = "auto";
    // Treats every VROOM request as rich, so that it can be answered in VROOM's format.
    bool every_vroom_request = false;
    TableOptions table{};  // for tables of stops
};

// Empty if the text is a CVRP, a TSP, or neither. Throws InputError if it cannot be read.
std::optional<FleetInput> parse_fleet_input(std::string_view text, const std::string& file,
                                            const FleetInputOptions& options = {});

// Reads a plan from a .sol or JSON text (ours, or VROOM's answer to a request). It is scheduled but
// not checked.
fleet::Plan parse_plan(std::string_view text, const std::string& file, const FleetInput& input);

}  // namespace odgear
