// Whole files in and out. Reading refuses what is not a text of sensible size; writing is atomic,
// so that a result is either the old one or the new one, never half of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace odgear {

constexpr std::size_t largest_file = std::size_t{1} << 30;

// The content of a regular file or pipe. InputError on anything else: a directory or device, an
// empty or binary file, one above `most` bytes.
std::string read_text_file(const std::filesystem::path& path, std::size_t most = largest_file);

// InputError, naming `file`, unless `text` is a text: neither empty nor binary.
void require_text(std::string_view text, const std::string& file);

// Writes beside the target under another name, then renames. InputError on failure (no such
// directory, no permission, disk full), with no trace left. A target that is not a regular file
// (/dev/stdout, a pipe) is written directly.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace odgear
