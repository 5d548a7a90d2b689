#include <memory>
#include <optional>
#include <string>

#include "command.hpp"
#include "fleet_output.hpp"
#include "number_options.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/svg.hpp"
#include "reading.hpp"

namespace odgear::cli {

namespace {

struct PlotArguments {
    std::string instance;
    std::string solution;
    std::string trace;
    std::string output;
    ReadingArguments reading;
    std::optional<double> best_known;
};

std::string draw(const PlotArguments& arguments) {
    if (!arguments.trace.empty()) {
        if (!arguments.instance.empty())
            throw ConfigurationError("plot takes either an instance and a solution, or --trace");
        return plot_trace(read_trace(read_text_file(arguments.trace), arguments.trace),
                          {.best_known = arguments.best_known});
    }
    if (arguments.instance.empty() || arguments.solution.empty())
        throw ConfigurationError("plot needs an instance and a solution, or --trace FILE.csv");
    const std::string text = load_text(arguments.instance);
    if (const auto fleet =
            parse_fleet_input(text, arguments.instance, {arguments.reading.rounding}))
        return draw_plan(*fleet, arguments.solution, arguments.best_known);
    const ReadResult read = parse_loaded(text, arguments.instance, arguments.reading);
    const SolutionFile file = load_solution(arguments.solution, read.instance);
    return plot_solution(read.instance, file.solution, {.best_known = arguments.best_known});
}

}  // namespace

void add_plot(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("plot", "Draw a solution, or the curve of a search, as SVG");
    auto arguments = std::make_shared<PlotArguments>();
    command->add_option("instance", arguments->instance, "A .vrp, .tsp, JSON or CSV instance");
    command->add_option("solution", arguments->solution, "A .sol, .tour or JSON solution");
    command->add_option("--trace", arguments->trace,
                        "Draw this CSV of `odgear solve --trace` instead");
    command->add_option("-o,--output", arguments->output, "The SVG file")->required();
    add_real(*command, "--bks", arguments->best_known, "Best-known cost, for the gap",
             positive_number);
    add_reading_options(*command, arguments->reading);
    command->footer(
        "Examples:\n"
        "  odgear plot city.vrp city.sol -o city.svg --bks 27591\n"
        "  odgear plot --trace trace.csv -o curve.svg");
    command->callback([arguments] {
        CommandFiles files;
        for (const std::string& input :
             {arguments->instance, arguments->solution, arguments->trace})
            if (!input.empty()) files.read(input);
        const OutputFile output = files.write(arguments->output);
        output.write(draw(*arguments));
    });
}

}  // namespace odgear::cli
