#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "fleet_output.hpp"
#include "messages.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/stop_table.hpp"
#include "odgear/solve/solver.hpp"
#include "progress_line.hpp"
#include "reading.hpp"
#include "solution_output.hpp"
#include "solve_arguments.hpp"
#include "solve_files.hpp"

namespace odgear::cli {

namespace {

namespace fs = std::filesystem;

// A fleet limit from the command line replaces the file's.
Instance with_vehicles(Instance instance, std::optional<int> vehicles) {
    if (!vehicles) return instance;
    if (instance.is_tsp()) throw ConfigurationError("--max-vehicles makes no sense for a TSP");
    InstanceData data = instance.data();
    data.max_vehicles = *vehicles;
    return Instance(std::move(data));
}

// The cost of a .sol of the same name beside the instance. The file that is about to be written is
// an earlier answer of ours, not a reference.
std::optional<double> cost_beside(const SolveTask& task) {
    fs::path beside = task.input;
    beside.replace_extension(".sol");
    std::error_code ignored;
    if (!fs::is_regular_file(beside, ignored)) return std::nullopt;
    if (task.output && fs::equivalent(beside, task.output->target(), ignored)) return std::nullopt;
    try {
        return read_sol(read_text_file(beside), beside.string()).cost;
    } catch (const InputError&) {
        return std::nullopt;  // only a convenience: a broken neighbour is no reason to stop
    }
}

class SolveCommand {
public:
    SolveCommand(SolveArguments& arguments, const Context& context)
        : arguments_(arguments), context_(context), solver_(arguments.options.threads) {
        arguments_.options.mode = mode_from(arguments_.mode);
    }

    void run() {
        files_ = plan_files(arguments_);
        if (files_.several)
            solve_all();
        else
            solve_one(files_.tasks.front(), context_.start);
    }

private:
    StopRule stop_rule(Clock::time_point start, int customers, std::optional<double> asked) const {
        StopRule stop;
        stop.start = start;
        stop.flag = context_.flag;
        if (arguments_.time_limit) stop.seconds = *arguments_.time_limit;
        if (arguments_.max_iterations) stop.iterations = *arguments_.max_iterations;
        if (arguments_.max_no_improvement) stop.no_improvement = *arguments_.max_no_improvement;
        if (arguments_.target) stop.target = *arguments_.target;
        if (arguments_.limited()) return stop;
        if (asked) {
            stop.seconds = *asked;
        } else if (arguments_.options.mode != Mode::policy) {
            stop.seconds = default_seconds(customers);
            notice(fmt::format("no limit given: stopping after {:g} s", stop.seconds));
        }
        return stop;
    }

    void notice(const std::string& text) const {
        if (!arguments_.quiet) say(text);
    }

    std::vector<Route> warm_start(const Instance& instance) const {
        const Reading reading{arguments_.quiet, context_.flag};
        SolutionFile file = load_solution(arguments_.warm_start, instance, reading);
        const CheckReport report = check(instance, file.solution.routes);
        if (!report.feasible())
            notice(
                fmt::format("the warm start {} is not a solution of this instance and is "
                            "repaired: {}",
                            arguments_.warm_start, report.summary(3)));
        return std::move(file.solution.routes);
    }

    // Nothing for a rich problem, which has a plan instead of routes.
    std::optional<SolvedInstance> solve_one(const SolveTask& task, Clock::time_point start) {
        const std::string content = load_text(task.input, context_.flag);
        if (const auto fleet =
                parse_fleet_input(content, task.input.string(),
                                  {arguments_.reading.rounding, arguments_.format == "vroom"})) {
            solve_fleet(*fleet, task, start);
            return std::nullopt;
        }
        ReadResult read = parse_loaded(content, task.input, arguments_.reading,
                                       {arguments_.quiet, context_.flag});
        const Instance instance = with_vehicles(std::move(read.instance), arguments_.max_vehicles);
        require_format(instance, task, arguments_);
        Options options = arguments_.options;
        // What the request itself asks for, unless the command line says otherwise.
        if (read.threads && options.threads == 0) options.threads = *read.threads;
        if (!arguments_.warm_start.empty()) options.warm_start = warm_start(instance);
        const StopRule stop = stop_rule(start, instance.customers(), read.time_limit);
        const double loaded = stop.elapsed();
        SolvedInstance solved{task.input, {}, arguments_.best_known};
        if (!solved.best_known) solved.beside = cost_beside(task);

        ProgressLine progress(stop, solved.reference(), arguments_.quiet);
        options.on_notice = [&](const std::string& text) {
            progress.finish();
            notice(text);
        };
        try {
            solved.result = solver_.solve(instance, options, stop, progress.observer());
        } catch (const InfeasibleError& error) {
            throw InfeasibleError(error.what() + offer(instance, options));
        }
        solved.result.seconds.load = loaded;
        progress.finish();

        solved.services = std::move(read.services);
        write_outputs(instance, solved, {task.output, files_.plot, files_.map, files_.trace},
                      arguments_);
        return solved;
    }

    void solve_fleet(const FleetInput& input, const SolveTask& task, Clock::time_point start) {
        const fleet::Problem& problem = input.problem();
        for (const std::string& warning : input.warnings()) notice(warning);
        require_fleet_format(input, arguments_);
        fleet::Options options;
        options.threads = arguments_.options.threads;
        options.seed = arguments_.options.seed;
        if (input.asked().threads && options.threads == 0) options.threads = *input.asked().threads;
        if (!arguments_.warm_start.empty())
            options.warm_start = load_plan(arguments_.warm_start, problem);
        const StopRule stop = stop_rule(start, problem.stops(), input.asked().time_limit);
        ProgressLine progress(stop, std::nullopt, arguments_.quiet);
        const fleet::Result result = solver_.solve(problem, options, stop, progress.observer());
        progress.finish();
        write_plan(input, result, task, arguments_);
    }

    // Where the fleet is too small: a plan that more vehicles could drive, and how to get it.
    std::string offer(const Instance& instance, Options options) const {
        if (!instance.has_vehicle_limit() || instance.is_tsp()) return "";
        InstanceData data = instance.data();
        data.max_vehicles = no_vehicle_limit;
        options.mode = Mode::expert;
        options.warm_start.clear();
        StopRule stop;
        stop.iterations = 0;
        try {
            const Solution plan = solver_.solve(Instance(std::move(data)), options, stop).solution;
            return fmt::format(
                "; with {0} vehicles there is a plan of cost {1:.10g}: "
                "give --max-vehicles {0} to have it",
                plan.routes.size(), plan.cost);
        } catch (const InfeasibleError&) {
            return "";
        }
    }

    void solve_all() {
        std::size_t solved = 0;
        std::optional<Error> first_failure;
        Totals totals;
        for (const SolveTask& task : files_.tasks) {
            if (context_.flag->raised()) break;
            try {
                // The first instance's clock is the process's; each further one starts its own.
                const auto one = solve_one(task, solved == 0 ? context_.start : Clock::now());
                if (one) totals.add(*one);
                ++solved;
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::internal) throw;
                say(error.what());
                if (!first_failure) first_failure = error;
            }
        }
        fmt::print("{}\n", totals.line(files_.tasks.size()));
        if (first_failure) throw Error(first_failure->kind(), "not all instances were solved");
    }

    SolveArguments& arguments_;
    const Context& context_;
    SolveFiles files_;
    Solver solver_;
};

}  // namespace

void add_solve(CLI::App& app, const Context& context) {
    CLI::App* command = app.add_subcommand("solve", "Solve instances");
    auto arguments = std::make_shared<SolveArguments>();
    add_solve_options(*command, *arguments);
    command->callback([arguments, &context] { SolveCommand(*arguments, context).run(); });
}

}  // namespace odgear::cli
