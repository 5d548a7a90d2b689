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
#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/io/svg.hpp"

namespace odgear::cli {

namespace {

PlanTextOptions text_options(const FleetInput& input) { return {input.clock()}; }

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
    if (arguments.format == "csv") return write_plan_csv(problem, result.plan, text_options(input));
    if (arguments.format == "geojson")
        return write_plan_geojson(problem, result.plan, text_options(input));
    return write_plan_sol(problem, result.plan);
}

std::string summary(const FleetInput& input, const fleet::Result& result, const SolveTask& task,
                    std::optional<double> best_known) {
    const fleet::Plan& plan = result.plan;
    const double cost = plan.cost() / input.problem().units().cost;
    std::string line =
        fmt::format("{}: cost {:.10g}, {} vehicle{}", printable(task.input.filename().string()),
                    cost, plan.vehicles(), plan.vehicles() == 1 ? "" : "s");
    if (best_known) line += fmt::format(", gap {:.3f} %", 100 * (cost / *best_known - 1));
    if (!plan.unassigned.empty()) line += fmt::format(", {} left out", plan.unassigned.size());
    return line + fmt::format(", {:.2f} s, rounding {}", result.seconds, input.rounding());
}

}  // namespace

void require_fleet_format(const FleetInput& input, const SolveArguments& arguments) {
    if (arguments.options.mode == Mode::policy)
        throw ConfigurationError(
            "--mode policy: the policy does not support time windows, vehicle types or depots");
    if (arguments.format == "vroom" && input.vroom() == nullptr)
        throw ConfigurationError("--format vroom is for VROOM requests");
    if (arguments.speed && !input.is_table())
        throw ConfigurationError("--speed is for tables of stops; this problem states its times");
    if (arguments.max_vehicles)
        throw ConfigurationError(
            "--max-vehicles is not available for rich problems: the file states its fleet");
    const char* needs_places = arguments.format == "geojson" ? "--format geojson"
                               : !arguments.plot.empty()     ? "--plot"
                               : !arguments.map.empty()      ? "--map"
                                                             : nullptr;
    if (needs_places != nullptr && !has_coordinates(input.problem()))
        throw ConfigurationError(std::string(needs_places) +
                                 " needs coordinates, and this problem has none");
}

void write_plan(const FleetInput& input, const SolvedPlan& solved, const SolveTask& task,
                const PlanOutputs& outputs, const SolveArguments& arguments,
                const LinePrinter& print_line) {
    const fleet::Result& result = solved.result;
    const std::string text = render(input, result, arguments);
    const std::string line = summary(input, result, task, arguments.best_known);
    if (task.output) {
        task.output->write(text);
        print_line(line);
    } else {
        fmt::print("{}", text);
        if (!arguments.quiet) fmt::print(stderr, "{}\n", line);
    }
    std::fflush(stdout);
    const fleet::Problem& problem = input.problem();
    if (outputs.trace) outputs.trace->write(write_trace(solved.trace));
    if (outputs.map)
        outputs.map->write(
            write_plan_map(problem, result.plan, {.tiles = arguments.tiles}, text_options(input)));
    if (outputs.plot)
        outputs.plot->write(plot_plan(
            problem, result.plan,
            {.text = text_options(input), .best_known = arguments.best_known, .width = 0}));
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

fleet::Plan load_plan(const std::string& path, const FleetInput& input) {
    return parse_plan(read_text_file(path), path, input);
}

std::string draw_plan(const FleetInput& input, const std::string& solution,
                      std::optional<double> best_known) {
    return plot_plan(input.problem(), load_plan(solution, input),
                     {.text = text_options(input), .best_known = best_known, .width = 0});
}

void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution) {
    const fleet::Problem& problem = input.problem();
    const fleet::CheckReport report = fleet::check(problem, load_plan(solution, input));
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, report.violations.size()); ++i)
        fmt::print("{}: {}\n", printable(solution), printable(report.violations[i].text));
    if (report.violations.size() > most)
        fmt::print("{}: and {} more\n", printable(solution), report.violations.size() - most);
    fmt::print("cost {:.10g}, {} vehicles, rounding {}: {}\n", report.cost() / problem.units().cost,
               report.vehicles, input.rounding(), report.feasible() ? "feasible" : "not feasible");
    std::fflush(stdout);  // so that the verdict comes after the lines before it
    if (!report.feasible())
        throw InfeasibleError(fmt::format("{} is not a solution of {}: {} violation{}", solution,
                                          instance, report.violations.size(),
                                          report.violations.size() == 1 ? "" : "s"));
}

}  // namespace odgear::cli
