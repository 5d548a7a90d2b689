#include "fleet_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "messages.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"

namespace odgear::cli {

namespace {

std::string render(const FleetInput& input, const fleet::Result& result,
                   const SolveArguments& arguments) {
    const fleet::Problem& problem = input.problem();
    if (arguments.format == "vroom")
        return write_vroom_plan(*input.vroom(), result.plan, {.solving = result.seconds});
    if (arguments.format == "json") {
        PlanRecord record;
        record.rounding = input.rounding();
        record.feasible = result.complete;
        record.seed = arguments.options.seed;
        record.threads = result.threads;
        record.seconds = result.seconds;
        record.iterations = result.iterations;
        return write_plan_json(problem, result.plan, record);
    }
    return write_plan_sol(problem, result.plan);
}

std::string summary(const FleetInput& input, const fleet::Result& result, const SolveTask& task) {
    const fleet::Plan& plan = result.plan;
    std::string line =
        fmt::format("{}: cost {:.10g}, {} vehicles", printable(task.input.filename().string()),
                    plan.cost() / input.problem().units().cost, plan.vehicles());
    if (!plan.unassigned.empty()) line += fmt::format(", {} left out", plan.unassigned.size());
    return line + fmt::format(", {:.2f} s, rounding {}", result.seconds, input.rounding());
}

}  // namespace

void require_fleet_format(const FleetInput& input, const SolveArguments& arguments) {
    if (arguments.options.mode == Mode::policy)
        throw ConfigurationError(
            "--mode policy: the policy does not know time windows, vehicle types or depots");
    const bool known = arguments.format == "sol" || arguments.format == "json" ||
                       (arguments.format == "vroom" && input.vroom() != nullptr);
    if (!known)
        throw ConfigurationError("--format " + arguments.format +
                                 " is not available for this rich problem; use sol or json" +
                                 (input.vroom() != nullptr ? " or vroom" : ""));
    if (!arguments.plot.empty() || !arguments.map.empty() || !arguments.trace.empty())
        throw ConfigurationError("--plot, --map and --trace are not available for rich problems");
    if (arguments.max_vehicles || arguments.best_known)
        throw ConfigurationError(
            "--max-vehicles and --bks are not available for rich problems: the file states its "
            "fleet");
}

void write_plan(const FleetInput& input, const fleet::Result& result, const SolveTask& task,
                const SolveArguments& arguments) {
    const std::string text = render(input, result, arguments);
    if (task.output) {
        task.output->write(text);
        fmt::print("{}\n", summary(input, result, task));
    } else {
        fmt::print("{}", text);
        if (!arguments.quiet) fmt::print(stderr, "{}\n", summary(input, result, task));
    }
    std::fflush(stdout);
    constexpr std::size_t most = 20;
    const auto& left = result.plan.unassigned;
    if (!arguments.quiet) {
        for (std::size_t i = 0; i < std::min(most, left.size()); ++i) say(left[i].text);
        if (left.size() > most) say(fmt::format("and {} more", left.size() - most));
    }
    if (!result.complete && input.vroom() == nullptr)
        throw InfeasibleError(fmt::format(
            "no complete plan was found: {} stops are left out; the plan without them is written",
            left.size()));
}

fleet::Plan load_plan(const std::string& path, const fleet::Problem& problem) {
    return parse_plan(read_text_file(path), path, problem);
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
