// odgear-train: the trainer's command line. Parses, calls odgear::train, prints.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>

#include "messages.hpp"
#include "number_options.hpp"
#include "odgear/cluster/ranks.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/train/experts.hpp"
#include "odgear/train/plot.hpp"
#include "odgear/train/throughput.hpp"
#include "odgear/train/trainer.hpp"
#include "progress.hpp"
#include "rank_team.hpp"

namespace odgear::cli {

namespace {

StopFlag stop_flag;
std::unique_ptr<cluster::Ranks> ranks;  // of a job on several machines; null: this process alone

volatile std::sig_atomic_t signals_seen = 0;

// On the first Ctrl-C the current step is finished and the checkpoint written; the second ends at
// once.
void on_signal(int signal) {
    if (signals_seen != 0) std::_Exit(128 + signal);
    signals_seen = 1;
    stop_flag.raise();
}

struct Arguments {
    std::string recipe = "odgear";
    std::string out;
    std::string resume;
    std::string like;
    std::vector<std::string> settings;
    train::TrainerOptions options;
    bool go_on = false;
    bool quiet = false;
};

// A file, or the name of one of the installed recipes.
std::filesystem::path recipe_path(const std::string& name) {
    // A folder of that name does not count.
    if (std::filesystem::exists(name) && !std::filesystem::is_directory(name)) return name;
    std::filesystem::path named = std::filesystem::path(ODGEAR_RECIPES) / (name + ".toml");
    if (std::filesystem::exists(named)) return named;
    throw ConfigurationError("recipe \"" + name + "\": no such file, and none of " +
                             std::string(ODGEAR_RECIPES));
}

train::Recipe chosen_recipe(const Arguments& arguments) {
    train::Recipe recipe = train::read_recipe(recipe_path(arguments.recipe));
    if (!arguments.like.empty()) {
        recipe.instances.kind = "like";
        recipe.instances.like = arguments.like;
    }
    for (const std::string& setting : arguments.settings) train::override_recipe(recipe, setting);
    train::validate(recipe);
    return recipe;
}

bool holds_run(const std::filesystem::path& folder) {
    return std::filesystem::exists(folder / "checkpoint.safetensors");
}

// Runs on all ranks but the first.
int help(const train::Recipe& recipe, const train::TrainerOptions& options) {
    try {
        train::help_training(recipe, options,
                             {train::make_solver(), train::make_refiner(recipe.expert), {}});
    } catch (const std::exception& error) {
        say("odgear-train", fmt::format("rank {}: {}", ranks->rank(), error.what()));
        ranks->abort(1);
    }
    return 0;
}

int run_training(Arguments arguments) {
    if (arguments.go_on && holds_run(arguments.out)) arguments.resume = arguments.out;
    const bool resume = !arguments.resume.empty();
    train::TrainerOptions& options = arguments.options;
    train::Recipe recipe;
    if (resume) {
        options.folder = arguments.resume;
        recipe = train::Trainer::folder_recipe(options.folder);
        options.seed = train::Trainer::folder_seed(options.folder);
    } else {
        options.folder = arguments.out;
        recipe = chosen_recipe(arguments);
    }
    std::optional<RankTeam> team;
    if (ranks) {
        options.team = &team.emplace(*ranks, stop_flag);
        if (ranks->rank() > 0) return help(recipe, options);
    }
    TrainingLine line(arguments.quiet);
    train::Trainer trainer(recipe, options,
                           {train::make_solver(), train::make_refiner(recipe.expert),
                            [&](const train::TrainingProgress& progress) { line.show(progress); }},
                           resume);
    trainer.run(&stop_flag);
    line.finish();
    const train::TrainingState& state = trainer.state();
    fmt::print("step {} of {}, {} instances, {:.0f} s", state.step, recipe.total_steps(),
               state.instances, state.seconds);
    if (state.best_step >= 0)
        fmt::print(", best validation gap {:.2f} % at step {}", state.best_gap, state.best_step);
    fmt::print("\n{}\n", (options.folder / "best.safetensors").string());
    if (!arguments.quiet)
        fmt::print(stderr, "{}", time_table(trainer.time_use(), trainer.instances_here()));
    return 0;
}

void add_training(CLI::App& app, Arguments& arguments) {
    app.add_option("--recipe", arguments.recipe, "A recipe's name or file")->capture_default_str();
    auto* out = app.add_option("-o,--out", arguments.out, "Folder of a new run");
    auto* resume = app.add_option("--resume", arguments.resume, "Continue the run in this folder");
    out->excludes(resume);
    app.add_flag("--continue", arguments.go_on,
                 "Continue the run in --out if there is one, with its recipe and seed")
        ->needs(out);
    app.add_option("--set", arguments.settings, "key=value: overrides a field of the recipe")
        ->excludes(resume);
    app.add_option("--like", arguments.like,
                   "Draw training instances by resampling the .vrp files of this folder")
        ->excludes(resume);
    add_seed(app, arguments.options.seed, "Random seed")->excludes(resume);
    add_whole(app, "--threads", arguments.options.threads,
              "Number of threads; it does not change the result", 1, 1024);
    app.add_option("--device", arguments.options.device,
                   "cpu (the fused kernels), or a device of torch for its plain network")
        ->capture_default_str();
    app.add_flag("--plain", arguments.options.plain, "The plain torch network on the CPU too");
    app.add_option("--cache", arguments.options.cache,
                   "Folder for the expert's labels and references, to share between runs");
    app.add_flag("--quiet", arguments.quiet, "No progress");
}

struct PlotArguments {
    std::string folder;
    std::string out;
};

int run_plot(const PlotArguments& arguments) {
    const std::filesystem::path folder = arguments.folder;
    const std::string title =
        fmt::format("{}: recipe {}", folder.string(), train::Trainer::folder_recipe(folder).name);
    const std::string svg = train::plot_svg(train::read_log(folder), title);
    const std::filesystem::path out =
        arguments.out.empty() ? folder / "curves.svg" : std::filesystem::path(arguments.out);
    write_file(out, svg);
    fmt::print("{}\n", out.string());
    return 0;
}

struct MeanArguments {
    std::string first;
    std::string second;
    std::string out;
    std::string name;
    int neighbors = 0;
    double rho = -1;
};

int write_mean(const MeanArguments& arguments) {
    CommandFiles files;
    files.read(arguments.first);
    files.read(arguments.second);
    files.write(arguments.out);
    policy::Model mean =
        policy::mean_of(policy::load_model(arguments.first), policy::load_model(arguments.second));
    if (!arguments.name.empty()) mean.name = arguments.name;
    if (arguments.neighbors > 0) mean.decode.fixed = arguments.neighbors;
    if (arguments.rho >= 0) mean.rho = arguments.rho;
    policy::save_model(arguments.out, mean);
    fmt::print("{}\n", arguments.out);
    return 0;
}

CLI::App* add_mean(CLI::App& app, MeanArguments& arguments) {
    CLI::App* mean =
        app.add_subcommand("mean", "Average two weights files, as for most of the shipped models");
    mean->add_option("first", arguments.first, "A weights file, which also gives the metadata")
        ->required();
    mean->add_option("second", arguments.second, "Another file of the same architecture")
        ->required();
    mean->add_option("-o,--out", arguments.out, "The weights file to write")->required();
    mean->add_option("--name", arguments.name, "Its name");
    add_whole(*mean, "--neighbors", arguments.neighbors, "Number of neighbours for decoding", 1)
        ->default_str("");
    add_real(*mean, "--rho", arguments.rho, "Share of sampled steps", {.least = 0, .most = 1})
        ->default_str("");
    return mean;
}

// Prints a complete recipe file: the settings of a run with it, including defaults and --set.
int show_recipe(Arguments arguments, const std::string& name) {
    arguments.recipe = name;
    fmt::print("{}", train::to_toml(chosen_recipe(arguments)));
    return 0;
}

int show_throughput(const Arguments& arguments, double seconds) {
    // There is no checkpoint to write, so a signal ends the program at once.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    const train::Recipe recipe = chosen_recipe(arguments);
    fmt::print("{} customers, {} neighbours, groups of {}, one thread\n",
               recipe.instances.customers,
               policy::NeighborRule{recipe.network.decode_neighbors}.at(recipe.instances.customers),
               recipe.policy.group);
    for (const train::Throughput& way :
         train::measure_throughput(recipe, seconds, arguments.options.seed))
        fmt::print("{:<28} {:8.1f} instances a second\n", way.way, way.instances_per_second);
    return 0;
}

int run(int argc, char** argv) {
    CLI::App app("Train a routing policy", "odgear-train");
    Arguments arguments;
    add_training(app, arguments);
    PlotArguments plot;
    CLI::App* plotting = app.add_subcommand("plot", "Draw the curves of a run as SVG");
    plotting->add_option("run", plot.folder, "The run's folder")->required();
    plotting->add_option("-o,--out", plot.out,
                         "File of the picture (default: in the run's folder)");
    MeanArguments mean;
    CLI::App* averaging = add_mean(app, mean);
    std::string shown;
    CLI::App* recipe = app.add_subcommand("recipe", "Print a recipe with all of its fields");
    recipe->add_option("name", shown, "Its name or file")->required();
    double seconds = 10;
    CLI::App* throughput = app.add_subcommand(
        "throughput", "Measure instances per second of the recipe's policy steps, in three ways");
    add_real(*throughput, "--seconds", seconds, "For each way", positive_number);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        throw ConfigurationError(std::string(error.what()) + " (--help lists the options)");
    }
    // Other commands have no work for a second process.
    if (ranks && ranks->rank() > 0 && !app.get_subcommands().empty()) return 0;
    if (*throughput) return show_throughput(arguments, seconds);
    if (*plotting) return run_plot(plot);
    if (*averaging) return write_mean(mean);
    if (*recipe) return show_recipe(arguments, shown);
    if (arguments.out.empty() && arguments.resume.empty())
        throw ConfigurationError("name the run's folder with --out, or --resume one");
    return run_training(arguments);
}

}  // namespace

}  // namespace odgear::cli

int main(int argc, char** argv) {
    std::signal(SIGINT, odgear::cli::on_signal);
    std::signal(SIGTERM, odgear::cli::on_signal);
    // Writing beyond a limit on the size of files then fails with an error message.
    std::signal(SIGXFSZ, SIG_IGN);
    odgear::cli::exit_when_out_of_memory("odgear-train");
    auto& ranks = odgear::cli::ranks;
    try {
        ranks = odgear::cluster::join();
        const int code = odgear::cli::run(argc, argv);
        ranks.reset();
        return code;
    } catch (const odgear::Error& error) {
        // All ranks have the same command line; only rank 0 reports its errors.
        if (!ranks || ranks->rank() == 0) odgear::cli::say("odgear-train", error.what());
        ranks.reset();
        return error.exit_code();
    } catch (const std::bad_alloc&) {
        odgear::cli::say("odgear-train", "out of memory");
        return 1;
    } catch (const std::exception& error) {
        odgear::cli::say("odgear-train", std::string("internal error: ") + error.what());
        return 1;
    }
}
