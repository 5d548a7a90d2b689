#include "odgear/io/fleet/fleet_input.hpp"

#include "odgear/io/fleet/fleet_table.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"

namespace odgear {

namespace {

bool is_object(std::string_view text) {
    const std::size_t at = text.find_first_not_of(" \t\r\n\v\f");
    return at != std::string_view::npos && text[at] == '{';
}

}  // namespace

const fleet::Problem& FleetInput::problem() const {
    return std::visit([](const auto& source) -> const fleet::Problem& { return source.problem; },
                      source_);
}

VroomOptions FleetInput::asked() const {
    return vroom() != nullptr ? vroom()->options : VroomOptions{};
}

const std::vector<std::string>& FleetInput::warnings() const {
    return std::visit(
        [](const auto& source) -> const auto& { return source.warnings; }, source_);
}

std::string_view FleetInput::rounding() const {
    const auto* file = std::get_if<FleetReadResult>(&source_);
    return name_of(file != nullptr ? file->rounding : FleetRounding::none);
}

bool FleetInput::is_table() const {
    const auto* file = std::get_if<FleetReadResult>(&source_);
    return file != nullptr && file->table;
}

double FleetInput::clock() const {
    const auto* file = std::get_if<FleetReadResult>(&source_);
    return file != nullptr ? file->clock : 1;  // VROOM's times are in seconds
}

std::optional<FleetInput> parse_fleet_input(std::string_view text, const std::string& file,
                                            const FleetInputOptions& options) {
    if (is_object(text)) {
        if (!options.every_vroom_request && !is_vroom_fleet(text, file)) return std::nullopt;
        return FleetInput(read_vroom_fleet(text, file));
    }
    if (is_fleet_table(text, file)) return FleetInput(read_fleet_table(text, file, options.table));
    if (!is_fleet_text(text)) return std::nullopt;
    return FleetInput(parse_fleet(text, file, {fleet_rounding(options.rounding)}));
}

fleet::Plan parse_plan(std::string_view text, const std::string& file, const FleetInput& input) {
    if (!is_object(text)) return read_plan_sol(text, file, input.problem()).plan;
    if (input.vroom() != nullptr && is_vroom_answer(text, file))
        return read_vroom_plan(text, file, *input.vroom());
    return read_plan_json(text, file, input.problem());
}

}  // namespace odgear
