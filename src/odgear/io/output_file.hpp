// The one place that writes files. A file is replaced as a whole: the new content goes to a unique
// temporary beside it, reaches the disk, and is then renamed. A reader sees the old file or the new
// one, never half of it. Lists that grow line by line (logs, caches, measurements) are appended to.
// All errors are InputErrors that name the file and the system's reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace odgear {

// A file that will be written. Construct it before long work begins: it throws unless the target
// could be written now. A target is a regular file or does not exist yet; its folder exists; both
// are writable. Symbolic links are followed, dangling ones too, so a link stays a link.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& path);

    // As it was named.
    const std::filesystem::path& path() const { return path_; }
    // With all links resolved.
    const std::filesystem::path& target() const { return target_; }

    // Replaces the content. The file keeps its permissions. On failure the old file stays; if only
    // the last step failed, the message says where the new content is.
    void write(std::string_view content) const;

private:
    std::filesystem::path path_;
    std::filesystem::path target_;
};

// The files of one command. No file is written that is also read, and none is written twice.
class CommandFiles {
public:
    void read(const std::filesystem::path& path);
    // Throws when `path` is one of the files read or written so far, by whatever name.
    OutputFile write(const std::filesystem::path& path);

private:
    struct File {
        std::filesystem::path path;
        std::filesystem::path target;
        bool written;
    };
    std::vector<File> files_;
};

// OutputFile(path).write(content), for files that nothing was computed for yet.
void write_file(const std::filesystem::path& path, std::string_view content);

// Adds whole lines. `header` is the first line of a file that is new or empty; it may be empty. A
// last line that a crash cut short is removed first. On failure the file is as long as before.
// Several processes may append at the same time. Not forced to the disk: it survives a crash of the
// program, not one of the machine.
void append_lines(const std::filesystem::path& path, std::string_view header,
                  std::string_view lines);

// Makes a folder and those above it. Throws when something else has that name.
void make_folder(const std::filesystem::path& path);

// For content that could go nowhere else: a new file in the folder for temporary files. Its path,
// or nothing if that failed too.
std::optional<std::filesystem::path> rescue_file(std::string_view content,
                                                 const std::string& extension);

}  // namespace odgear
