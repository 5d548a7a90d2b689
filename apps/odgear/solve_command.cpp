#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/solve/solver.hpp"
#include "progress_line.hpp"
#include "reading.hpp"
#include "solution_output.hpp"
#include "solve_arguments.hpp"

namespace odgear::cli {

namespace {

namespace fs = std::filesystem;

bool is_instance_file(const fs::path& path) {
    const std::string extension = path.extension();
    return extension == ".vrp" || extension == ".tsp" || extension == ".json";
}

std::vector<fs::path> expand(const std::vector<std::string>& inputs) {
    std::vector<fs::path> files;
    for (const fs::path path : inputs) {
        if (!fs::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        const std::size_t before = files.size();
        for (const auto& entry : fs::directory_iterator(path))
            if (entry.is_regular_file() && is_instance_file(entry.path()))
                files.push_back(entry.path());
        if (files.size() == before)
            throw InputError({path.string(), 0, ""},
                             "the folder holds no .vrp, .tsp or .json file");
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
    }
    return files;
}

// A fleet limit from the command line replaces the file's.
Instance with_vehicles(Instance instance, std::optional<int> vehicles) {
    if (!vehicles) return instance;
    if (instance.is_tsp()) throw ConfigurationError("--max-vehicles makes no sense for a TSP");
    InstanceData data = instance.data();
    data.max_vehicles = *vehicles;
    return Instance(std::move(data));
}

// The best-known cost: as given, or from a .sol of the same name beside the instance.
std::optional<double> best_known(const SolveArguments& arguments, const fs::path& path) {
    if (arguments.best_known) return arguments.best_known;
    fs::path beside = path;
    beside.replace_extension(".sol");
    if (!fs::is_regular_file(beside)) return std::nullopt;
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
        const std::vector<fs::path> files = expand(arguments_.inputs);
        if (files.size() == 1)
            solve_one(files.front(), arguments_.output, context_.start);
        else
            solve_all(files);
    }

private:
    StopRule stop_rule(Clock::time_point start, int customers) const {
        StopRule stop;
        stop.start = start;
        stop.flag = context_.flag;
        if (arguments_.time_limit) stop.seconds = *arguments_.time_limit;
        if (arguments_.max_iterations) stop.iterations = *arguments_.max_iterations;
        if (arguments_.max_no_improvement) stop.no_improvement = *arguments_.max_no_improvement;
        if (arguments_.target) stop.target = *arguments_.target;
        if (!arguments_.limited() && arguments_.options.mode != Mode::policy) {
            stop.seconds = default_seconds(customers);
            notice(fmt::format("no limit given: stopping after {:g} s", stop.seconds));
        }
        return stop;
    }

    void notice(const std::string& text) const {
        if (!arguments_.quiet) fmt::print(stderr, "odgear: {}\n", text);
    }

    SolvedInstance solve_one(const fs::path& path, const fs::path& output,
                             Clock::time_point start) {
        ReadResult read = load_instance(path, arguments_.rounding);
        const Instance instance = with_vehicles(std::move(read.instance), arguments_.max_vehicles);
        Options options = arguments_.options;
        if (!arguments_.warm_start.empty())
            options.warm_start = load_solution(arguments_.warm_start, instance).solution.routes;
        const StopRule stop = stop_rule(start, instance.customers());
        const double loaded = stop.elapsed();
        const std::optional<double> known = best_known(arguments_, path);

        ProgressLine progress(stop, known, arguments_.quiet);
        Result result = solver_.solve(instance, options, stop, progress.observer());
        result.seconds.load = loaded;
        progress.finish();
        for (const std::string& line : result.notices) notice(line);

        SolvedInstance solved{path, std::move(result), known};
        write_outputs(instance, solved, output, arguments_);
        return solved;
    }

    void solve_all(const std::vector<fs::path>& files) {
        if (!arguments_.plot.empty() || !arguments_.trace.empty() || !arguments_.warm_start.empty())
            throw ConfigurationError(
                "--plot, --trace and --warm-start take one instance at a time");
        if (arguments_.output.empty())
            throw ConfigurationError(
                "several instances need a folder for the solutions: -o FOLDER");
        fs::create_directories(arguments_.output);
        std::size_t solved = 0;
        std::optional<Error> first_failure;
        Totals totals;
        for (const fs::path& file : files) {
            if (context_.flag->raised()) break;
            fs::path output = fs::path(arguments_.output) / file.stem();
            output += "." + arguments_.format;
            try {
                // The first instance's clock is the process's; each further one starts its own.
                totals.add(solve_one(file, output, solved == 0 ? context_.start : Clock::now()));
                ++solved;
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::internal) throw;
                fmt::print(stderr, "odgear: {}\n", error.what());
                if (!first_failure) first_failure = error;
            }
        }
        fmt::print("{}\n", totals.line(files.size()));
        if (first_failure) throw Error(first_failure->kind(), "not all instances were solved");
    }

    SolveArguments& arguments_;
    const Context& context_;
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
