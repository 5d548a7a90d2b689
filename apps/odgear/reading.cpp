#include "reading.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace odgear::cli {

void add_rounding_option(CLI::App& command, std::string& value) {
    command.add_option("--round", value, "How distances are rounded; auto: as the metric says")
        ->check(CLI::IsMember({"auto", "nint", "none", "ceil", "floor"}))
        ->capture_default_str();
}

namespace {

void print_warnings(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) fmt::print(stderr, "odgear: {}\n", warning);
}

}  // namespace

ReadResult load_instance(const std::filesystem::path& path, const std::string& rounding) {
    ReadResult result = read_instance(path, {rounding_option(rounding)});
    print_warnings(result.warnings);
    return result;
}

SolutionFile load_solution(const std::filesystem::path& path, const Instance& instance) {
    SolutionFile file = read_solution(path, instance);
    print_warnings(file.warnings);
    return file;
}

}  // namespace odgear::cli
