// Determines the files that `odgear solve` reads and writes before the first search begins. A file
// that cannot be written is reported then, not after an hour.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/io/output_file.hpp"
#include "solve_arguments.hpp"

namespace odgear::cli {

struct SolveTask {
    std::filesystem::path input;
    std::optional<OutputFile> output{};  // empty: standard output
};

struct SolveFiles {
    std::vector<SolveTask> tasks;
    bool several = false;  // a folder was named, or more than one file
    std::optional<OutputFile> plot{};
    std::optional<OutputFile> map{};
    std::optional<OutputFile> trace{};
};

// Throws InputError or ConfigurationError for contradictions and for files that cannot be read or
// written.
SolveFiles plan_files(const SolveArguments& arguments);

// The check that needs the instance: rejects a format that cannot express its solutions.
void require_format(const Instance& instance, const SolveTask& task,
                    const SolveArguments& arguments);

}  // namespace odgear::cli
