// Reads whole files. Anything that is not a file of sensible size is rejected. output_file writes
// files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "odgear/core/stop.hpp"

namespace odgear {

constexpr std::size_t largest_file = std::size_t{1} << 30;

struct FileLimits {
    std::size_t most = largest_file;  // bytes
    bool pipes = false;               // wait for a pipe and read it; false: reject it
    const StopFlag* flag = nullptr;   // ends that wait; may be null
};

// The content of a regular text file. Throws InputError for anything else: a directory, a device,
// an empty or binary file, or a file that is too large.
std::string read_text_file(const std::filesystem::path& path, const FileLimits& limits = {});

// The same for any content. It may be empty.
std::string read_binary_file(const std::filesystem::path& path, const FileLimits& limits = {});

// Standard input to its end, as text.
std::string read_standard_input(const FileLimits& limits = {});

// Throws InputError, which names `file`, if `text` is empty or binary.
void require_text(std::string_view text, const std::string& file);

}  // namespace odgear
