#include "fleet_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "messages.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"

namespace odgear::cli {

namespace {

char first_letter(std::string_view text) {
    const std::size_t at = text.find_first_not_of(" \t\r\n\v\f");
    return at == std::string_view::npos ? ' ' : text[at];
}

}  // namespace

std::optional<FleetInput> FleetInput::read(std::string_view text, const std::string& file,
                                           const ReadingArguments& arguments, bool vroom_answer) {
    FleetInput input;
    if (first_letter(text) == '{') {
        if (!vroom_answer && !is_vroom_fleet(text, file)) return std::nullopt;
        input.vroom_ = read_vroom_fleet(text, file);
        return input;
    }
    if (!is_fleet_text(text)) return std::nullopt;
    input.file_ = parse_fleet(text, file, {fleet_rounding(arguments.rounding)});
    return input;
}

fleet::Plan load_plan(const std::string& path, const fleet::Problem& problem) {
    const std::string text = read_text_file(path);
    if (first_letter(text) == '{') return read_plan_json(text, path, problem);
    return read_plan_sol(text, path, problem).plan;
}

void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution) {
    const fleet::Problem& problem = input.problem();
    const fleet::CheckReport report = fleet::check(problem, load_plan(solution, problem));
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, report.violations.size()); ++i)
        fmt::print("{}: {}\n", printable(solution), printable(report.violations[i].text));
    if (report.violations.size() > most)
        fmt::print("{}: and {} more\n", printable(solution), report.violations.size() - most);
    fmt::print("cost {:.10g}, {} vehicles, rounding {}: {}\n", report.cost() / problem.units().cost,
               report.vehicles, input.rounding(), report.feasible() ? "feasible" : "not feasible");
    std::fflush(stdout);  // the verdict comes after what led to it
    if (!report.feasible())
        throw InfeasibleError(fmt::format("{} is not a solution of {}: {} violation{}", solution,
                                          instance, report.violations.size(),
                                          report.violations.size() == 1 ? "" : "s"));
}

}  // namespace odgear::cli
