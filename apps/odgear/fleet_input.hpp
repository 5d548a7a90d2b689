// Rich problems (time windows, vehicle types, depots ...) on the command line: told from a CVRP by
// their content, solved, checked and written in the same ways.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/fleet/vroom_fleet.hpp"
#include "reading.hpp"

namespace odgear::cli {

class FleetInput {
public:
    const fleet::Problem& problem() const { return vroom_ ? vroom_->problem : file_->problem; }
    // What the file asks for itself, if it is a VROOM request.
    VroomOptions asked() const { return vroom_ ? vroom_->options : VroomOptions{}; }
    const std::vector<std::string>& warnings() const {
        return vroom_ ? vroom_->warnings : file_->warnings;
    }
    std::string_view rounding() const {
        return vroom_ ? std::string_view("none") : name_of(file_->rounding);
    }
    const VroomFleetRequest* vroom() const { return vroom_ ? &*vroom_ : nullptr; }

    // Nothing when the text is a CVRP, a TSP, or neither. With `vroom_answer` every VROOM request
    // counts as rich, so that it can be answered in its own language.
    static std::optional<FleetInput> read(std::string_view text, const std::string& file,
                                          const ReadingArguments& arguments,
                                          bool vroom_answer = false);

private:
    std::optional<VroomFleetRequest> vroom_;
    std::optional<FleetReadResult> file_;
};

// A plan from a .sol or JSON file, scheduled anew.
fleet::Plan load_plan(const std::string& path, const fleet::Problem& problem);

// Prints the violations and the verdict, as `odgear check` does for a CVRP. Throws InfeasibleError
// when the plan is not feasible.
void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution);

}  // namespace odgear::cli
