// A rich problem (time windows, vehicle types, depots ...) as the command line, the server and
// Python take it in: told from a CVRP by its content, whatever its format, with what its file says
// beside the problem itself.
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
    // What the file asks for itself, if it is a VROOM request.
    VroomOptions asked() const;
    const std::vector<std::string>& warnings() const;
    std::string_view rounding() const;
    // Whether it is a table of stops, whose speed is the caller's choice.
    bool is_table() const;
    // Seconds in a unit of its times where they are those of a clock, else 0.
    double clock() const;
    // The request, if it is one: it can be answered in its own language.
    const VroomFleetRequest* vroom() const { return std::get_if<VroomFleetRequest>(&source_); }

private:
    std::variant<FleetReadResult, VroomFleetRequest> source_;
};

struct FleetInputOptions {
    std::string rounding = "auto";
    // Every VROOM request counts as rich, so that it can be answered in its own language.
    bool every_vroom_request = false;
    TableOptions table{};  // for tables of stops
};

// Nothing when the text is a CVRP, a TSP, or neither. InputError for what cannot be read.
std::optional<FleetInput> parse_fleet_input(std::string_view text, const std::string& file,
                                            const FleetInputOptions& options = {});

// A plan in a .sol or JSON text (ours, or VROOM's answer to a request), scheduled anew, not yet
// checked.
fleet::Plan parse_plan(std::string_view text, const std::string& file, const FleetInput& input);

}  // namespace odgear
