// Which files `odgear solve` reads and writes, settled before the first search begins: what cannot
// be written is refused then, not after an hour.
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
    std::optional<OutputFile> output{};  // none: standard output
};

struct SolveFiles {
    std::vector<SolveTask> tasks;
    bool several = false;  // a folder was named, or more than one file
    std::optional<OutputFile> plot{};
    std::optional<OutputFile> map{};
    std::optional<OutputFile> trace{};
};

// InputError or ConfigurationError for what contradicts itself or cannot be read or written.
SolveFiles plan_files(const SolveArguments& arguments);

// What only the instance tells: a format that cannot express its solutions.
void require_format(const Instance& instance, const SolveTask& task,
                    const SolveArguments& arguments);

}  // namespace odgear::cli
