#include <fmt/format.h>

#include <cstdio>
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
    std::string rounding = "auto";
};

// A stated cost is compared to the digits it was printed with, and no further than that.
double printed_tolerance(double cost) {
    const std::string text = fmt::format("{:.10g}", cost);
    const auto point = text.find('.');
    if (point == std::string::npos) return cost_tolerance;
    const auto digits = static_cast<double>(text.size() - point - 1);
    return std::max(cost_tolerance, 0.51 * std::pow(10.0, -digits) / std::max(1.0, std::abs(cost)));
}

void run_check(const CheckArguments& arguments) {
    const ReadResult read = load_instance(arguments.instance, arguments.rounding);
    const RoutesFile file = load_routes(arguments.solution, read.instance);
    CheckReport report = check(read.instance, file.routes);
    if (file.cost)
        report = check(read.instance, Solution{file.routes, *file.cost}, printed_tolerance(*file.cost));
    for (const Violation& violation : report.violations)
        fmt::print("{}: {}\n", arguments.solution, violation.text);
    fmt::print("cost {:.10g}, {} routes, rounding {}: {}\n", report.cost, report.vehicles,
               rounding_name(read.instance), report.feasible() ? "feasible" : "not feasible");
    if (!report.feasible()) {
        std::fflush(stdout);
        throw InfeasibleError(fmt::format("{} is not a right solution of {}: {}", arguments.solution,
                                          arguments.instance, report.summary(3)));
    }
}

}  // namespace

void add_check(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("check", "Recompute cost and feasibility of a solution; name violations");
    auto arguments = std::make_shared<CheckArguments>();
    command->add_option("instance", arguments->instance, "A .vrp, .tsp or JSON instance")->required();
    command->add_option("solution", arguments->solution, "A .sol or .tour file")->required();
    add_rounding_option(*command, arguments->rounding);
    command->footer("Exit code 0 when right, 3 when a constraint is violated or the cost is wrong.");
    command->callback([arguments] { run_check(*arguments); });
}

}  // namespace odgear::cli
