#include "odgear/io/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "odgear/io/descriptor.hpp"
#include "odgear/io/file_error.hpp"

namespace odgear {

namespace {

// Waits until there is something to read. A pipe that has no writer yet has no data. If all writers
// are gone, the next read reports the end.
void wait_for_content(int descriptor, const std::string& name, const StopFlag* flag) {
    pollfd waiting{descriptor, POLLIN, 0};
    while (::poll(&waiting, 1, -1) < 0)
        if (errno != EINTR || (flag != nullptr && flag->raised()))
            fail(name, "cannot be read: " + reason(errno));
}

// `size` is the expected size of the file.
std::string read_all(int descriptor, const std::string& name, std::size_t size, bool waits,
                     const FileLimits& limits) {
    std::string content;
    std::size_t used = 0;
    // One byte more than the size, so that the end is found without growing the buffer.
    content.resize(std::max<std::size_t>(size + 1, 1 << 16));
    while (true) {
        if (waits) wait_for_content(descriptor, name, limits.flag);
        const ssize_t got = ::read(descriptor, content.data() + used, content.size() - used);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) fail(name, "cannot be read: " + reason(errno));
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
        if (used > limits.most)
            fail(name, "is larger than " + std::to_string(limits.most >> 20) + " MiB");
        if (used == content.size()) content.resize(2 * content.size());
    }
    content.resize(used);
    return content;
}

}  // namespace

void require_text(std::string_view text, const std::string& file) {
    const auto blank = [](char c) { return std::strchr(" \t\r\n\v\f", c) != nullptr; };
    if (text.find('\0') != std::string_view::npos)
        throw InputError(Place{file, 0, ""}, "is a binary file");
    for (const char c : text.substr(0, 4096))
        if (static_cast<unsigned char>(c) < 32 && !blank(c) && c != '\x1a')
            throw InputError(Place{file, 0, ""}, "is a binary file");
    if (std::all_of(text.begin(), text.end(), blank))
        throw InputError(Place{file, 0, ""}, "is empty");
}

std::string read_binary_file(const std::filesystem::path& path, const FileLimits& limits) {
    // Without O_NONBLOCK, opening a pipe would wait for its writer, and a signal would not end the
    // wait.
    const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (in.get() < 0) fail(path, "cannot be opened: " + reason(errno));
    struct stat status {};
    if (::fstat(in.get(), &status) != 0) fail(path, "cannot be read: " + reason(errno));
    if (S_ISDIR(status.st_mode)) fail(path, "is a directory");
    const bool pipe = S_ISFIFO(status.st_mode);
    if (pipe && !limits.pipes) fail(path, "is a pipe, not a file");
    if (!S_ISREG(status.st_mode) && !pipe) fail(path, "is not a file");
    const auto size = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (!pipe && size > limits.most)
        fail(path, "is larger than " + std::to_string(limits.most >> 20) + " MiB");
    return read_all(in.get(), path.string(), size, pipe, limits);
}

std::string read_text_file(const std::filesystem::path& path, const FileLimits& limits) {
    std::string content = read_binary_file(path, limits);
    require_text(content, path.string());
    return content;
}

std::string read_standard_input(const FileLimits& limits) {
    const std::string name = "standard input";
    std::string content = read_all(STDIN_FILENO, name, 0, true, limits);
    require_text(content, name);
    return content;
}

}  // namespace odgear
