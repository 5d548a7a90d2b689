#include "solve_arguments.hpp"

#include "reading.hpp"

namespace odgear::cli {

namespace {

void add_stop_options(CLI::App& command, SolveArguments& arguments) {
    command.add_option("--time-limit", arguments.time_limit, "Seconds, from process start")
        ->check(CLI::PositiveNumber)
        ->group("Stop");
    command.add_option("--max-iterations", arguments.max_iterations, "Iterations of the search")
        ->check(CLI::NonNegativeNumber)
        ->group("Stop");
    command
        .add_option("--max-no-improvement", arguments.max_no_improvement,
                    "Iterations without an improvement")
        ->check(CLI::PositiveNumber)
        ->group("Stop");
    command.add_option("--target", arguments.target, "Stop at this cost or below")->group("Stop");
}

void add_policy_options(CLI::App& command, PolicySettings& settings) {
    command.add_option("--model", settings.model, "A model's name or a weights file")
        ->capture_default_str()
        ->group("Policy");
    command.add_option("--rollouts", settings.rollouts, "Trajectories, G_s of the paper")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str()
        ->group("Policy");
    command
        .add_option("--rerolls", settings.rerolls,
                    "After them, so many more by region: small groups of routes drawn anew")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str()
        ->group("Policy");
    command.add_option("--rho", settings.rho, "Share of sampled steps (default: the model's)")
        ->check(CLI::Range(0.0, 1.0))
        ->group("Policy");
    command
        .add_option_function<std::string>(
            "--neighbors",
            [&settings](const std::string& text) {
                if (text == "auto") return;
                int value = 0;
                if (!CLI::detail::lexical_cast(text, value) || value < 1)
                    throw CLI::ValidationError("--neighbors", "takes auto or a positive number");
                settings.neighbors = policy::NeighborRule{value};
            },
            "Neighbours to decode over: auto (the model's) or a number")
        ->group("Policy");
    command.add_flag("--split", settings.split, "Cut each trajectory anew by optimal Split")
        ->group("Policy");
    command
        .add_flag_callback(
            "--depot-sampling",
            [&settings] { settings.decoding = policy::Decoding::depot_sampling; },
            "Sample at the depot, be greedy elsewhere")
        ->group("Policy");
}

void add_output_options(CLI::App& command, SolveArguments& arguments) {
    command
        .add_option(
            "-o,--output", arguments.output,
            "Where the solution goes (a folder for several instances); default: standard output")
        ->group("Output");
    command.add_option("--format", arguments.format, "Of the solution")
        ->check(CLI::IsMember({"sol", "json", "geojson"}))
        ->capture_default_str()
        ->group("Output");
    command.add_option("--plot", arguments.plot, "Draw the routes into this SVG file")
        ->group("Output");
    command.add_option("--trace", arguments.trace, "Write seconds,cost,stage to this CSV file")
        ->group("Output");
    command
        .add_option("--bks", arguments.best_known,
                    "Best-known cost, for the gap (default: a .sol beside the instance)")
        ->group("Output");
    command.add_flag("--quiet", arguments.quiet, "No progress, no notices")->group("Output");
}

}  // namespace

void add_solve_options(CLI::App& command, SolveArguments& arguments) {
    command
        .add_option("instances", arguments.inputs,
                    "A .vrp, .tsp or JSON instance, several of them, or a folder")
        ->required();
    command.add_option("--mode", arguments.mode, "Who solves")
        ->check(CLI::IsMember({"policy", "expert", "hybrid"}))
        ->capture_default_str();
    command.add_option("--threads", arguments.options.threads, "0: all cores")
        ->check(CLI::Range(0, 1024))
        ->capture_default_str();
    command.add_option("--seed", arguments.options.seed, "Of all random choices")
        ->capture_default_str();
    add_rounding_option(command, arguments.rounding);
    command.add_option("--warm-start", arguments.warm_start,
                       "Start from this solution; the answer is never worse than it");
    command.add_option("--max-vehicles", arguments.max_vehicles, "Use no more routes than this")
        ->check(CLI::PositiveNumber);
    add_stop_options(command, arguments);
    add_policy_options(command, arguments.options.policy);
    add_output_options(command, arguments);
    command.footer(
        "Without a limit the solver stops after a time that grows with the instance, and says so.\n"
        "The same seed and iteration limit give the same answer for any number of threads; a time\n"
        "limit breaks that. Ctrl-C stops and keeps the best solution; a second one ends at "
        "once.\n\n"
        "Examples:\n"
        "  odgear solve city.vrp -o city.sol --time-limit 60 --plot city.svg\n"
        "  odgear solve city.vrp --mode policy --rollouts 1000 --format json\n"
        "  odgear solve monday/ -o plans/ --time-limit 10");
}

}  // namespace odgear::cli
