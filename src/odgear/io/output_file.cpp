#include "odgear/io/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "odgear/io/descriptor.hpp"
#include "odgear/io/file_error.hpp"

namespace odgear {

namespace fs = std::filesystem;

namespace {

constexpr int most_links = 40;  // the kernel's limit

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Follows links to the final name, which need not exist.
fs::path resolved(const fs::path& path) {
    fs::path at = path;
    for (int links = 0; links < most_links; ++links) {
        std::error_code error;
        const fs::path folder = fs::canonical(folder_of(at), error);
        if (error) fail(path, "cannot be written: its folder: " + error.message());
        at = folder / at.filename();
        if (!fs::is_symlink(fs::symlink_status(at, error))) return at;
        const fs::path next = fs::read_symlink(at, error);
        if (error) fail(path, "cannot be written: " + error.message());
        at = next.is_absolute() ? next : folder / next;
    }
    fail(path, "cannot be written: " + reason(ELOOP));
}

void require_regular_or_absent(const fs::path& path, const fs::path& target) {
    struct stat status {};
    if (::lstat(target.c_str(), &status) != 0) {
        if (errno == ENOENT) return;
        fail(path, "cannot be written: " + reason(errno));
    }
    if (S_ISDIR(status.st_mode)) fail(path, "is a directory");
    if (S_ISFIFO(status.st_mode)) fail(path, "is a pipe, not a file");
    if (!S_ISREG(status.st_mode)) fail(path, "is a device, not a file");
    if (::access(target.c_str(), W_OK) != 0) fail(path, "cannot be written: " + reason(errno));
}

fs::path checked_target(const fs::path& path) {
    if (path.empty() || path.filename().empty()) fail(path, "is not the name of a file");
    fs::path target = resolved(path);
    require_regular_or_absent(path, target);
    if (::access(folder_of(target).c_str(), W_OK | X_OK) != 0)
        fail(path, "cannot be written: its folder: " + reason(errno));
    return target;
}

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Creates a new file in `folder` with a unique name and sets `name` to it. The name is short, so
// that it is valid wherever the target's name is.
int create_in(const fs::path& folder, const char* prefix, const std::string& extension,
              fs::path& name) {
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0;; ++attempt) {
        name = folder /
               (prefix + std::to_string(::getpid()) + "-" + std::to_string(counter++) + extension);
        const int number = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (number >= 0 || errno != EEXIST || attempt == 1000) return number;
    }
}

// A replaced file keeps its permissions; a new one keeps those it was created with.
bool keep_mode(int descriptor, const fs::path& target) {
    struct stat status {};
    return ::stat(target.c_str(), &status) != 0 ||
           ::fchmod(descriptor, status.st_mode & 07777) == 0;
}

bool to_disk(int descriptor) {
    // Some file systems do not support it; there is nothing more to do for them.
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
}

// Syncs the folder, so that the new name is on disk. A failure is ignored, since the content is
// there.
void folder_to_disk(const fs::path& folder) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() >= 0) ::fsync(opened.get());
}

bool same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return a == b || fs::equivalent(a, b, ignored);
}

// The length of the content up to its last line end. Lines are short, so it reads backwards.
off_t whole_lines(int descriptor, off_t size) {
    char block[4096];
    while (size > 0) {
        const off_t from = size > off_t{sizeof block} ? size - off_t{sizeof block} : 0;
        const ssize_t got = ::pread(descriptor, block, static_cast<std::size_t>(size - from), from);
        if (got <= 0) return -1;
        for (ssize_t i = got; i > 0; --i)
            if (block[i - 1] == '\n') return from + i;
        size = from;
    }
    return 0;
}

}  // namespace

OutputFile::OutputFile(const fs::path& path) : path_(path), target_(checked_target(path)) {}

void OutputFile::write(std::string_view content) const {
    // The target may have changed during the computation; a device must not be replaced by a file.
    require_regular_or_absent(path_, target_);
    fs::path temporary;
    Descriptor out(create_in(folder_of(target_), ".odgear-", ".tmp", temporary));
    if (out.get() < 0) fail(path_, "cannot be created: " + reason(errno));
    const bool written = write_all(out.get(), content) && keep_mode(out.get(), target_) &&
                         to_disk(out.get()) && out.close();
    if (!written) {
        const int error = errno;
        ::unlink(temporary.c_str());
        fail(path_, "cannot be written: " + reason(error));
    }
    if (::rename(temporary.c_str(), target_.c_str()) != 0)
        fail(path_, "cannot be replaced: " + reason(errno) + "; the new content is in " +
                        temporary.string());
    folder_to_disk(folder_of(target_));
}

void CommandFiles::read(const fs::path& path) {
    std::error_code ignored;
    fs::path target = fs::weakly_canonical(path, ignored);
    if (target.empty()) target = path;
    files_.push_back({path, std::move(target), false});
}

OutputFile CommandFiles::write(const fs::path& path) {
    OutputFile output(path);
    for (const File& other : files_) {
        if (!same_file(other.target, output.target())) continue;
        fail(path, other.written ? "two outputs of this command would be written to it"
                                 : "is an input of this command (" + other.path.string() +
                                       "); it is not overwritten");
    }
    files_.push_back({path, output.target(), true});
    return output;
}

void write_file(const fs::path& path, std::string_view content) { OutputFile(path).write(content); }

void append_lines(const fs::path& path, std::string_view header, std::string_view lines) {
    const fs::path target = checked_target(path);
    Descriptor out(::open(target.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (out.get() < 0) fail(path, "cannot be opened: " + reason(errno));
    struct stat status {};
    // On a file system without locks, we assume one writer at a time.
    ::flock(out.get(), LOCK_EX);
    if (::fstat(out.get(), &status) != 0) fail(path, "cannot be read: " + reason(errno));
    const off_t whole = whole_lines(out.get(), status.st_size);
    if (whole < 0 || (whole < status.st_size && ::ftruncate(out.get(), whole) != 0))
        fail(path, "cannot be written: " + reason(errno));
    std::string text;
    if (whole == 0 && !header.empty()) text.append(header).append("\n");
    text.append(lines);
    if (write_all(out.get(), text)) {
        if (!out.close()) fail(path, "cannot be written: " + reason(errno));
        return;
    }
    const int error = errno;
    if (::ftruncate(out.get(), whole) != 0) fail(path, "is cut short: " + reason(error));
    fail(path, "cannot be written: " + reason(error));
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) fail(path, "is no folder and cannot be made one: " + error.message());
    if (!fs::is_directory(path, error)) fail(path, "is not a folder");
}

std::optional<fs::path> rescue_file(std::string_view content, const std::string& extension) {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) return std::nullopt;
    fs::path name;
    Descriptor out(create_in(folder, "odgear-", extension, name));
    if (out.get() < 0) return std::nullopt;
    if (write_all(out.get(), content) && to_disk(out.get()) && out.close()) return name;
    ::unlink(name.c_str());
    return std::nullopt;
}

}  // namespace odgear
