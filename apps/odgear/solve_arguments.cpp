#include "solve_arguments.hpp"

#include "number_options.hpp"

namespace odgear::cli {

namespace {

void add_stop_options(CLI::App& command, SolveArguments& arguments) {
    add_real(command, "--time-limit", arguments.time_limit, "Seconds, from process start",
             positive_number)
        ->group("Stop");
    add_whole(command, "--max-iterations", arguments.max_iterations, "Iterations of the search", 0)
        ->group("Stop");
    add_whole(command, "--max-no-improvement", arguments.max_no_improvement,
              "Iterations without an improvement", 1)
        ->group("Stop");
    add_real(command, "--target", arguments.target, "Stop at this cost or below")->group("Stop");
}

void add_policy_options(CLI::App& command, PolicySettings& settings) {
    command.add_option("--model", settings.model, "A model's name or a weights file")
        ->capture_default_str()
        ->group("Policy");
    add_whole(command, "--rollouts", settings.rollouts,
              "Number of rollouts of the policy (G_s of the paper)", 1, 1'000'000)
        ->group("Policy");
    add_whole(command, "--rerolls", settings.rerolls,
              "Number of further rollouts by region, which re-sample small groups of routes", 0,
              1'000'000)
        ->group("Policy");
    add_real(command, "--rho", settings.rho,
             "Share of steps that are sampled (default: the model's)", {.least = 0, .most = 1})
        ->group("Policy");
    command
        .add_option_function<std::string>(
            "--neighbors",
            [&settings](const std::string& text) {
                if (text == "auto") return;
                settings.neighbors =
                    policy::NeighborRule{whole_number_as<int>(text, {"", 0, "--neighbors"}, 1)};
            },
            "How many nearest customers a step may choose from: auto (the model's) or a number")
        ->group("Policy");
    command
        .add_flag("--split", settings.split,
                  "Divide each rollout into routes again, by optimal Split")
        ->group("Policy");
    command
        .add_flag_callback(
            "--depot-sampling",
            [&settings] { settings.decoding = policy::Decoding::depot_sampling; },
            "Sample at the depot only; elsewhere take the most probable customer")
        ->group("Policy");
}

void add_output_options(CLI::App& command, SolveArguments& arguments) {
    command
        .add_option(
            "-o,--output", arguments.output,
            "File for the solution (a folder for several instances); default: standard output")
        ->check(named_file())
        ->group("Output");
    command
        .add_flag("--continue", arguments.resume,
                  "Continue from the solution in --output, if there is one; with several "
                  "instances, skip those that have one")
        ->needs("--output")
        ->excludes("--warm-start")
        ->group("Output");
    command.add_option("--format", arguments.format, "Format of the solution")
        ->check(CLI::IsMember({"sol", "json", "geojson", "csv", "vroom"}))
        ->capture_default_str()
        ->group("Output");
    command.add_option("--plot", arguments.plot, "Draw the routes into this SVG file")
        ->check(named_file())
        ->group("Output");
    command
        .add_option("--map", arguments.map,
                    "Write a map of the plan into this HTML file, to open and send")
        ->check(named_file())
        ->group("Output");
    command
        .add_option("--tiles", arguments.tiles,
                    "Background of the map: a tile server, https://.../{z}/{x}/{y}.png")
        ->needs("--map")
        ->group("Output");
    add_real(command, "--speed", arguments.speed,
             "Speed in km/h for tables in degrees: for times in the plan (--format csv) and time "
             "windows",
             positive_number)
        ->group("Output");
    command.add_option("--trace", arguments.trace, "Write seconds,cost,stage to this CSV file")
        ->check(named_file())
        ->group("Output");
    add_real(command, "--bks", arguments.best_known,
             "Best-known cost, for the gap (default: a .sol beside the instance)", positive_number)
        ->group("Output");
    command.add_flag("--quiet", arguments.quiet, "No progress, no notices, no warnings")
        ->group("Output");
}

}  // namespace

void add_solve_options(CLI::App& command, SolveArguments& arguments) {
    command
        .add_option("instances", arguments.inputs,
                    "A .vrp, .tsp, JSON or CSV instance, several of them, a folder, or - for "
                    "standard input")
        ->required();
    command.add_option("--mode", arguments.mode, "The network alone, the search alone, or both")
        ->check(CLI::IsMember({"policy", "expert", "hybrid"}))
        ->capture_default_str();
    add_whole(command, "--threads", arguments.options.threads, "Threads to use; 0: all cores", 0,
              1024);
    add_seed(command, arguments.options.seed);
    add_reading_options(command, arguments.reading);
    command
        .add_option("--warm-start", arguments.warm_start,
                    "Start from this solution; the answer is never worse than it")
        ->check(named_file());
    add_whole(command, "--vehicles,--max-vehicles", arguments.max_vehicles,
              "Use no more routes than this", 1);
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
        "  odgear solve stops.csv --capacity 80 --format csv -o plan.csv --map plan.html\n"
        "  odgear solve monday/ -o plans/ --time-limit 10\n"
        "  mpirun -n 8 odgear solve huge.vrp -o huge.sol --continue --time-limit 3600");
}

}  // namespace odgear::cli
