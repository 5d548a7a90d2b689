#include "reading.hpp"

#include "messages.hpp"

namespace odgear::cli {

void add_rounding_option(CLI::App& command, std::string& value) {
    command.add_option("--round", value, "How distances are rounded; auto: as the metric says")
        ->check(CLI::IsMember({"auto", "nint", "none", "ceil", "floor"}))
        ->capture_default_str();
}

namespace {

void print_warnings(const std::vector<std::string>& warnings, bool quiet) {
    if (quiet) return;
    for (const std::string& warning : warnings) say(warning);
}

}  // namespace

ReadResult load_instance(const std::filesystem::path& path, const std::string& rounding,
                         const Reading& reading) {
    ReadResult result = read_instance(path, {rounding_option(rounding), reading.flag});
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
