#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "command.hpp"
#include "fleet_output.hpp"
#include "messages.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "reading.hpp"

namespace odgear::cli {

namespace {

struct CheckArguments {
    std::string instance;
    std::string solution;
    ReadingArguments reading;
};

constexpr std::size_t most_shown = 20;

// The rounding with which the routes have the cost that the file states; empty if there is none.
std::string rounding_of_stated_cost(const CheckArguments& arguments, const SolutionFile& file) {
    for (const char* rounding : {"none", "nint", "ceil", "floor"}) {
        const ReadResult read = read_instance(arguments.instance, {rounding_option(rounding)});
        if (check(read.instance, file.solution, file.tolerance).feasible()) return rounding;
    }
    return "";
}

// For a feasible plan whose file states another cost.
[[noreturn]] void refuse_cost(const CheckArguments& arguments, const SolutionFile& file) {
    const std::string rounding = rounding_of_stated_cost(arguments, file);
    throw InfeasibleError(
        rounding.empty()
            ? fmt::format("{} states a wrong cost", arguments.solution)
            : fmt::format("{} states the cost for distances rounded otherwise: check it with "
                          "--round {}",
                          arguments.solution, rounding));
}

void run_check(const CheckArguments& arguments) {
    const std::string text = load_text(arguments.instance);
    if (const auto fleet =
            parse_fleet_input(text, arguments.instance,
                              {arguments.reading.rounding, false, arguments.reading.table})) {
        check_plan(*fleet, arguments.instance, arguments.solution);
        return;
    }
    const ReadResult read = parse_loaded(text, arguments.instance, arguments.reading);
    const SolutionFile file = load_solution(arguments.solution, read.instance);
    const CheckReport routes = check(read.instance, file.solution.routes);
    const CheckReport report = file.stated_cost
                                   ? check(read.instance, file.solution, file.tolerance)
                                   : check(read.instance, file.solution.routes);
    const std::string name = printable(arguments.solution);
    const std::size_t shown = std::min(report.violations.size(), most_shown);
    for (std::size_t i = 0; i < shown; ++i) fmt::print("{}: {}\n", name, report.violations[i].text);
    if (report.violations.size() > shown)
        fmt::print("{}: and {} more\n", name, report.violations.size() - shown);
    if (report.violations.size() > 10 * most_shown)
        fmt::print("{}: {}\n", name, report.violations.back().text);
    fmt::print("cost {:.10g}, {}, rounding {}: {}\n", report.cost,
               size_text(read.instance, static_cast<std::size_t>(report.vehicles)),
               rounding_name(read.instance),
               report.feasible()   ? "feasible"
               : routes.feasible() ? "feasible, but another cost is stated"
                                   : "not feasible");
    if (report.feasible()) return;
    std::fflush(stdout);  // so that the verdict comes after the lines before it
    if (routes.feasible()) refuse_cost(arguments, file);
    throw InfeasibleError(fmt::format(
        "{} is not a solution of {}: {} violation{}", arguments.solution, arguments.instance,
        report.violations.size(), report.violations.size() == 1 ? "" : "s"));
}

}  // namespace

void add_check(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "check", "Recompute cost and feasibility of a solution; name violations");
    auto arguments = std::make_shared<CheckArguments>();
    command->add_option("instance", arguments->instance, "A .vrp, .tsp, JSON or CSV instance")
        ->required();
    command->add_option("solution", arguments->solution, "A .sol, .tour or JSON solution")
        ->required();
    add_reading_options(*command, arguments->reading);
    command->footer("Exit code 0 if the solution is feasible and its cost is right, 3 otherwise.");
    command->callback([arguments] { run_check(*arguments); });
}

}  // namespace odgear::cli
