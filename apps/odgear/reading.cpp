#include "reading.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "odgear/io/files.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/tour.hpp"

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

RoutesFile load_routes(const std::filesystem::path& path, const Instance& instance) {
    const std::string text = read_text_file(path);
    if (path.extension() == ".tour") return {read_tour(text, path.string(), instance), {}};
    SolFile file = read_sol(text, path.string());
    print_warnings(file.warnings);
    return {std::move(file.routes), file.cost};
}

}  // namespace odgear::cli
