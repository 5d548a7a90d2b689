#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "command.hpp"
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

void run_check(const CheckArguments& arguments) {
    const ReadResult read = load_instance(arguments.instance, arguments.reading);
    const SolutionFile file = load_solution(arguments.solution, read.instance);
    const CheckReport report = file.stated_cost
                                   ? check(read.instance, file.solution, file.tolerance)
                                   : check(read.instance, file.solution.routes);
    for (const Violation& violation : report.violations)
        fmt::print("{}: {}\n", arguments.solution, violation.text);
    fmt::print("cost {:.10g}, {} routes, rounding {}: {}\n", report.cost, report.vehicles,
               rounding_name(read.instance), report.feasible() ? "feasible" : "not feasible");
    if (report.feasible()) return;
    std::fflush(stdout);  // the verdict comes after what led to it
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
    command->footer(
        "Exit code 0 when right, 3 when a constraint is violated or the cost is wrong.");
    command->callback([arguments] { run_check(*arguments); });
}

}  // namespace odgear::cli
