#include "reading.hpp"

#include <fmt/format.h>

#include "messages.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"

namespace odgear::cli {

void add_reading_options(CLI::App& command, ReadingArguments& arguments) {
    command
        .add_option("--round", arguments.rounding,
                    "How distances are rounded; auto: as the metric says. Rich problems: also "
                    "dimacs (tenths, truncated) and exact (thousandths)")
        ->check(CLI::IsMember({"auto", "nint", "none", "ceil", "floor", "dimacs", "exact"}))
        ->capture_default_str();
    command
        .add_option("--depot", arguments.table.depot,
                    "For a table (CSV): the id of the depot's row, or its place as LAT,LON or X,Y")
        ->group("Table");
    command
        .add_option("--capacity", arguments.table.capacity,
                    "For a table (CSV): capacity of a vehicle")
        ->check(CLI::PositiveNumber)
        ->group("Table");
}

std::string size_text(const Instance& instance, std::size_t routes) {
    if (instance.is_tsp()) return fmt::format("{} cities", instance.nodes());
    return fmt::format("{} route{}", routes, routes == 1 ? "" : "s");
}

namespace {

void print_warnings(const std::vector<std::string>& warnings, bool quiet) {
    if (quiet) return;
    for (const std::string& warning : warnings) say(warning);
}

}  // namespace

std::string load_text(const std::filesystem::path& path, const StopFlag* flag) {
    const FileLimits limits{.pipes = true, .flag = flag};
    return path == "-" ? read_standard_input(limits) : read_text_file(path, limits);
}

ReadResult parse_loaded(const std::string& text, const std::filesystem::path& path,
                        const ReadingArguments& arguments, const Reading& reading) {
    if (arguments.rounding == "dimacs" || arguments.rounding == "exact")
        throw ConfigurationError("--round " + arguments.rounding +
                                 " is for rich problems; this is a CVRP or a TSP");
    const std::string name = path == "-" ? std::string("standard input") : path.string();
    ReadResult result =
        parse_instance(text, name, {rounding_option(arguments.rounding), arguments.table});
    print_warnings(result.warnings, reading.quiet);
    return result;
}

ReadResult load_instance(const std::filesystem::path& path, const ReadingArguments& arguments,
                         const Reading& reading) {
    return parse_loaded(load_text(path, reading.flag), path, arguments, reading);
}

SolutionFile load_solution(const std::filesystem::path& path, const Instance& instance,
                           const Reading& reading) {
    SolutionFile file = read_solution(path, instance, reading.flag);
    print_warnings(file.warnings, reading.quiet);
    return file;
}

}  // namespace odgear::cli
