#include <fmt/format.h>

#include <cmath>
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
#include "odgear/io/vroom.hpp"
#include "odgear/solve/solver.hpp"
#include "progress_line.hpp"
#include "reading.hpp"
#include "solution_output.hpp"
#include "solve_arguments.hpp"
#include "solve_files.hpp"
#include "solve_ranks.hpp"

namespace odgear::cli {

namespace {

namespace fs = std::filesystem;

// A fleet limit on the command line replaces that of the file.
Instance with_vehicles(Instance instance, std::optional<int> vehicles) {
    if (!vehicles) return instance;
    if (instance.is_tsp()) throw ConfigurationError("--max-vehicles makes no sense for a TSP");
    InstanceData data = instance.data();
    data.max_vehicles = *vehicles;
    return Instance(std::move(data));
}

// The cost of a .sol with the same name beside the instance. If it is the output file, it is our
// own earlier answer and not a reference.
std::optional<double> cost_beside(const SolveTask& task) {
    fs::path beside = task.input;
    beside.replace_extension(".sol");
    std::error_code ignored;
    if (!fs::is_regular_file(beside, ignored)) return std::nullopt;
    if (task.output && fs::equivalent(beside, task.output->target(), ignored)) return std::nullopt;
    try {
        return read_sol(read_text_file(beside), beside.string()).cost;
    } catch (const InputError&) {
        return std::nullopt;  // it is only a reference: a broken file is no reason to stop
    }
}

class SolveCommand {
public:
    SolveCommand(SolveArguments& arguments, const Context& context)
        : arguments_(arguments), context_(context), solver_(arguments.options.threads) {
        arguments_.options.mode = mode_from(arguments_.mode);
    }

    void run() {
        if (context_.helping()) return help();
        if (context_.ranks != nullptr) ranks_.emplace(*context_.ranks, *context_.flag);
        files_ = plan_files(arguments_);
        if (files_.several)
            solve_all();
        else
            solve_single();
        if (ranks_) ranks_->require_all(arguments_.output);
    }

private:
    // Runs on all ranks but the first: parts of a large instance, or whole instances of several.
    void help() {
        cluster::Service service{arguments_.options.threads, context_.flag};
        service.work = [&](std::size_t unit) {
            if (files_.tasks.empty()) files_ = plan_files(arguments_);
            return to_bytes(solve_unit(unit));
        };
        try {
            cluster::serve(*context_.ranks, service);
        } catch (const std::exception& error) {
            say(fmt::format("rank {}: {}", context_.ranks->rank(), error.what()));
            context_.ranks->abort(1);
        }
    }

    void solve_single() {
        try {
            solve_one(files_.tasks.front(), context_.start, print_line);
        } catch (const Error& error) {
            // Programs that call VROOM read errors in the answer.
            if (arguments_.format == "vroom" && !files_.tasks.front().output)
                fmt::print("{}", write_vroom_error(error.exit_code(), error.what()));
            throw;
        }
    }

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

    // Several ranks would overwrite each other's progress lines.
    bool silent() const {
        return arguments_.quiet || (context_.ranks != nullptr && files_.several);
    }

    // The solution to start from: the named one, or that of an earlier call.
    std::string start_path(const SolveTask& task) const {
        if (arguments_.resume && has_solution(task)) return task.output->target().string();
        return arguments_.warm_start;
    }

    static bool has_solution(const SolveTask& task) {
        std::error_code error;
        return task.output && fs::file_size(task.output->target(), error) > 0 && !error;
    }

    std::vector<Route> warm_start(const Instance& instance, const std::string& path) const {
        const Reading reading{arguments_.quiet, context_.flag};
        SolutionFile file = load_solution(path, instance, reading);
        const CheckReport report = check(instance, file.solution.routes);
        if (!report.feasible())
            notice(
                fmt::format("the warm start {} is not a solution of this instance and is "
                            "repaired: {}",
                            path, report.summary(3)));
        return std::move(file.solution.routes);
    }

    TableOptions table_options() const {
        TableOptions options = arguments_.reading.table;
        options.speed = arguments_.speed;
        return options;
    }

    // Empty for a rich problem, which has a plan instead of routes.
    std::optional<SolvedInstance> solve_one(const SolveTask& task, Clock::time_point start,
                                            const LinePrinter& print) {
        const std::string content = load_text(task.input, context_.flag);
        if (const auto fleet = parse_fleet_input(
                content, task.input.string(),
                {arguments_.reading.rounding, arguments_.format == "vroom", table_options()})) {
            solve_fleet(*fleet, task, start, print);
            return std::nullopt;
        }
        ReadResult read = parse_loaded(content, task.input, arguments_.reading,
                                       {arguments_.quiet, context_.flag});
        const Instance instance = with_vehicles(std::move(read.instance), arguments_.max_vehicles);
        require_format(instance, task, arguments_);
        Options options = arguments_.options;
        // Options inside the request, unless the command line sets them.
        if (read.threads && options.threads == 0) options.threads = *read.threads;
        if (const std::string path = start_path(task); !path.empty())
            options.warm_start = warm_start(instance, path);
        const StopRule stop = stop_rule(start, instance.customers(), read.time_limit);
        const double loaded = stop.elapsed();
        SolvedInstance solved{task.input, {}, arguments_.best_known};
        if (!solved.best_known) solved.beside = cost_beside(task);

        ProgressLine progress(stop, solved.reference(), silent());
        IncumbentKeeper keeper(instance, arguments_, task.output, solved);
        Observer observer = progress.observer();
        if (ranks_ && !files_.several) {
            options.crew = ranks_->crew();
            observer = keeper.observer(std::move(observer));
        }
        options.on_notice = [&](const std::string& text) {
            progress.finish();
            notice(text);
        };
        try {
            solved.result = solver_.solve(instance, options, stop, observer);
        } catch (const InfeasibleError& error) {
            throw InfeasibleError(error.what() + offer(instance, options));
        }
        solved.result.seconds.load = loaded;
        progress.finish();
        if (options.crew && !ranks_->helped())
            notice("the other ranks had nothing to do: only the search of large CVRPs uses them");

        solved.services = std::move(read.services);
        write_outputs(instance, solved, {task.output, files_.plot, files_.map, files_.trace},
                      arguments_, print);
        return solved;
    }

    void solve_fleet(const FleetInput& input, const SolveTask& task, Clock::time_point start,
                     const LinePrinter& print) {
        const fleet::Problem& problem = input.problem();
        for (const std::string& warning : input.warnings()) notice(warning);
        require_fleet_format(input, arguments_);
        fleet::Options options;
        options.threads = arguments_.options.threads;
        options.seed = arguments_.options.seed;
        if (input.asked().threads && options.threads == 0) options.threads = *input.asked().threads;
        if (const std::string path = start_path(task); !path.empty())
            options.warm_start = load_plan(path, input);
        StopRule stop = stop_rule(start, problem.stops(), input.asked().time_limit);
        stop.target *= problem.units().cost;
        ProgressLine progress(stop, arguments_.best_known, silent());
        SolvedPlan solved;
        // Users and the trace see costs in the units of the file.
        const auto observer = [&, show = progress.observer()](const Progress& seen) {
            Progress shown = seen;
            shown.best_cost /= problem.units().cost;
            if (shown.improved && std::isfinite(shown.best_cost))
                solved.trace.push_back({shown.seconds, shown.best_cost, std::string(shown.stage)});
            if (show) show(shown);
        };
        solved.result = solver_.solve(problem, options, stop, observer);
        progress.finish();
        write_plan(input, solved, task, {files_.plot, files_.map, files_.trace}, arguments_, print);
    }

    // If the fleet is too small: the cost of a plan with more vehicles, and how to get it.
    std::string offer(const Instance& instance, Options options) const {
        if (!instance.has_vehicle_limit() || instance.is_tsp()) return "";
        InstanceData data = instance.data();
        data.max_vehicles = no_vehicle_limit;
        options.mode = Mode::expert;
        options.warm_start.clear();
        options.crew = {};
        StopRule stop;
        stop.iterations = 0;
        try {
            const Solution plan = solver_.solve(Instance(std::move(data)), options, stop).solution;
            return fmt::format(
                "; with {0} vehicles there is a plan of cost {1:.10g}: get it with --max-vehicles "
                "{0}",
                plan.routes.size(), plan.cost);
        } catch (const InfeasibleError&) {
            return "";
        }
    }

    // Solves one of several instances. The first one's clock starts with the process; each further
    // one starts its own.
    UnitOutcome solve_unit(std::size_t unit) {
        UnitOutcome outcome;
        try {
            const auto one =
                solve_one(files_.tasks[unit], unit == 0 ? context_.start : Clock::now(),
                          [&](const std::string& line) { outcome.line = line; });
            outcome.counted = one.has_value();
            if (one) outcome.solved = *one;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::internal) throw;
            outcome.error = error.what();
            outcome.kind = error.kind();
        }
        return outcome;
    }

    // All instances, or those that an earlier call did not solve.
    std::vector<std::size_t> units() const {
        std::vector<std::size_t> units;
        for (std::size_t i = 0; i < files_.tasks.size(); ++i)
            if (!arguments_.resume || !has_solution(files_.tasks[i])) units.push_back(i);
        if (units.size() < files_.tasks.size())
            notice(fmt::format("{} instances have a solution already and are skipped",
                               files_.tasks.size() - units.size()));
        return units;
    }

    void solve_all() {
        std::optional<Error> first_failure;
        Totals totals;
        const auto accept = [&](const UnitOutcome& outcome) {
            if (!outcome.line.empty()) print_line(outcome.line);
            if (outcome.counted) totals.add(outcome.solved);
            if (!outcome.failed()) return;
            say(outcome.error);
            if (!first_failure) first_failure = Error(outcome.kind, outcome.error);
        };
        const std::vector<std::size_t> wanted = units();
        if (ranks_)
            cluster::hand_out(
                ranks_->ranks(), ranks_->health(), wanted,
                [&](std::size_t unit) { return to_bytes(solve_unit(unit)); },
                [&](std::size_t, const std::string& bytes) {
                    accept(outcome_from(bytes));
                    return true;
                });
        else
            for (const std::size_t unit : wanted) {
                if (context_.flag->raised()) break;
                accept(solve_unit(unit));
            }
        print_line(totals.line(files_.tasks.size()));
        if (first_failure) throw Error(first_failure->kind(), "not all instances were solved");
    }

    SolveArguments& arguments_;
    const Context& context_;
    SolveFiles files_;
    std::optional<SolveRanks> ranks_;
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
