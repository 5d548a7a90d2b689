// What several commands read, with warnings passed on to the user.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "odgear/io/instance_file.hpp"
#include "odgear/io/solution_file.hpp"

namespace odgear::cli {

void add_rounding_option(CLI::App& command, std::string& value);

// Warnings go to standard error, one line each, unless quiet. A raised flag ends the wait for a
// pipe that nobody has written to yet.
struct Reading {
    bool quiet = false;
    const StopFlag* flag = nullptr;
};
ReadResult load_instance(const std::filesystem::path& path, const std::string& rounding,
                         const Reading& reading = {});
SolutionFile load_solution(const std::filesystem::path& path, const Instance& instance,
                           const Reading& reading = {});

}  // namespace odgear::cli
