#include "reading.hpp"

#include "messages.hpp"

namespace odgear::cli {

void add_reading_options(CLI::App& command, ReadingArguments& arguments) {
    command
        .add_option("--round", arguments.rounding,
                    "How distances are rounded; auto: as the metric says")
        ->check(CLI::IsMember({"auto", "nint", "none", "ceil", "floor"}))
        ->capture_default_str();
    command
        .add_option("--depot", arguments.table.depot,
                    "For a table (CSV): the id of the depot's row, or its place as LAT,LON or X,Y")
        ->group("Table");
    command
        .add_option("--capacity", arguments.table.capacity,
                    "For a table (CSV): how much a vehicle carries")
        ->check(CLI::PositiveNumber)
        ->group("Table");
}

namespace {

void print_warnings(const std::vector<std::string>& warnings, bool quiet) {
    if (quiet) return;
    for (const std::string& warning : warnings) say(warning);
}

}  // namespace

ReadResult load_instance(const std::filesystem::path& path, const ReadingArguments& arguments,
                         const Reading& reading) {
    ReadResult result =
        read_instance(path, {rounding_option(arguments.rounding), arguments.table, reading.flag});
    print_warnings(result.warnings, reading.quiet);
    return result;
}

SolutionFile load_solution(const std::filesystem::path& path, const Instance& instance,
                           const Reading& reading) {
    SolutionFile file = read_solution(path, instance, reading.flag);
    print_warnings(file.warnings, reading.quiet);
    return file;
}

}  // namespace odgear::cli
