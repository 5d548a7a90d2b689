// Whole files in. Reading refuses what is not a file of sensible size. Writing is in output_file.
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
    bool pipes = false;               // whether a pipe is waited for and read, or refused
    const StopFlag* flag = nullptr;   // ends that wait; may be null
};

// The content of a regular file. InputError on anything else: a directory, a device, an empty or
// binary file, one that is too large.
std::string read_text_file(const std::filesystem::path& path, const FileLimits& limits = {});

// The same for content of any kind. It may be empty.
std::string read_binary_file(const std::filesystem::path& path, const FileLimits& limits = {});

// Standard input to its end, as text.
std::string read_standard_input(const FileLimits& limits = {});

// InputError, naming `file`, unless `text` is a text: neither empty nor binary.
void require_text(std::string_view text, const std::string& file);

}  // namespace odgear
