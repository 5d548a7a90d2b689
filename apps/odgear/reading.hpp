// What several commands read, with warnings passed on to the user.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "odgear/io/instance_file.hpp"

namespace odgear::cli {

struct RoutesFile {
    std::vector<Route> routes;
    std::optional<double> cost;
};

void add_rounding_option(CLI::App& command, std::string& value);

// Warnings go to standard error, one line each.
ReadResult load_instance(const std::filesystem::path& path, const std::string& rounding);

// A .sol, or a .tour for a TSP.
RoutesFile load_routes(const std::filesystem::path& path, const Instance& instance);

}  // namespace odgear::cli
