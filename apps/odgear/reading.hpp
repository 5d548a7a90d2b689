// Reading that several commands share, with warnings for the user.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "odgear/io/instance_file.hpp"
#include "odgear/io/solution_file.hpp"

namespace odgear::cli {

// How to read an instance; the same options for every command that reads one.
struct ReadingArguments {
    std::string rounding = "auto";
    TableOptions table;
};

void add_reading_options(CLI::App& command, ReadingArguments& arguments);

// Warnings go to standard error, one line each, unless `quiet`. A raised flag ends the wait for a
// pipe that has no data yet.
struct Reading {
    bool quiet = false;
    const StopFlag* flag = nullptr;
};
// How large an answer is, for people: its routes, or the cities of a tour.
std::string size_text(const Instance& instance, std::size_t routes);

// The text of a file, a pipe, or standard input ("-").
std::string load_text(const std::filesystem::path& path, const StopFlag* flag = nullptr);
ReadResult parse_loaded(const std::string& text, const std::filesystem::path& path,
                        const ReadingArguments& arguments, const Reading& reading = {});
ReadResult load_instance(const std::filesystem::path& path, const ReadingArguments& arguments,
                         const Reading& reading = {});
SolutionFile load_solution(const std::filesystem::path& path, const Instance& instance,
                           const Reading& reading = {});

}  // namespace odgear::cli
