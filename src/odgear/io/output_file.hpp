// The only place that writes files. A file is replaced as a whole: the new content is written to a
// unique temporary file beside it, synced to disk, and renamed. A reader sees either the old file
// or the new one, never a part. Lists that grow line by line (logs, caches, measurements) are
// appended to. All errors are InputErrors that name the file and the system's reason.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace odgear {

// A file that will be written. Construct it before long work begins, because it throws if the
// target could not be written now. A target is a regular file or does not exist; its folder exists;
// both are writable. Symbolic links are followed, also dangling ones, so a link stays a link.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& path);

    // The path as given.
    const std::filesystem::path& path() const { return path_; }
    // The path with all links resolved.
    const std::filesystem::path& target() const { return target_; }

    // Replaces the content. The file keeps its permissions. On failure the old file stays; if only
    // the last step failed, the message names the file with the new content.
    void write(std::string_view content) const;

private:
    std::filesystem::path path_;
    std::filesystem::path target_;
};

// The files of one command. No file is both read and written, and none is written twice.
class CommandFiles {
public:
    void read(const std::filesystem::path& path);
    // Throws if `path` is one of the files read or written so far, under any name.
    OutputFile write(const std::filesystem::path& path);

private:
    struct File {
        std::filesystem::path path;
        std::filesystem::path target;
        bool written;
    };
    std::vector<File> files_;
};

// OutputFile(path).write(content), where no work precedes it.
void write_file(const std::filesystem::path& path, std::string_view content);

// Appends whole lines. `header` becomes the first line of a new or empty file; it may be empty. A
// last line cut short by a crash is removed first. On failure the file has its old length. Several
// processes may append at the same time. The content is not synced: it survives a crash of the
// program, not of the machine.
void append_lines(const std::filesystem::path& path, std::string_view header,
                  std::string_view lines);

// Makes a folder and its parents. Throws if something else has that name.
void make_folder(const std::filesystem::path& path);

// For content that could not be written elsewhere: a new file in the temporary folder. Returns its
// path, or nothing if that failed too.
std::optional<std::filesystem::path> rescue_file(std::string_view content,
                                                 const std::string& extension);

}  // namespace odgear
