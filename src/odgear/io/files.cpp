#include "odgear/io/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
    throw InputError(Place{path.string(), 0, ""}, what);
}

std::string reason(int error) { return std::generic_category().message(error); }

// A file descriptor that is closed on every way out.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }
    // Closing reports what a network or quota file system has kept back until then.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void write_directly(const std::filesystem::path& path, std::string_view content) {
    Descriptor out(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (out.get() < 0 || !write_all(out.get(), content) || !out.close())
        fail(path, "cannot be written: " + reason(errno));
}

// A new file beside `target`, under a name nobody else uses; `name` is set to it.
int create_beside(const std::filesystem::path& target, std::string& name) {
    for (int attempt = 0;; ++attempt) {
        name = target.string() + "." + std::to_string(::getpid()) + "." + std::to_string(attempt) +
               ".tmp";
        const int number = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (number >= 0 || errno != EEXIST || attempt == 1000) return number;
    }
}

// A file that is replaced keeps its permissions; a new one has those it was created with.
bool keep_mode(int descriptor, const std::filesystem::path& target) {
    struct stat status {};
    return ::stat(target.c_str(), &status) != 0 ||
           ::fchmod(descriptor, status.st_mode & 07777) == 0;
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

std::string read_text_file(const std::filesystem::path& path, std::size_t most) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever; reading from
    // one that somebody will write to must wait, so the flag is taken back.
    Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (in.get() < 0) fail(path, "cannot be opened: " + reason(errno));
    struct stat status {};
    if (::fstat(in.get(), &status) != 0) fail(path, "cannot be read: " + reason(errno));
    if (S_ISDIR(status.st_mode)) fail(path, "is a directory");
    if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) fail(path, "is not a file");
    ::fcntl(in.get(), F_SETFL, 0);
    const auto too_large = [&] {
        fail(path, "is larger than " + std::to_string(most >> 20) + " MiB");
    };
    const auto size = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
    if (S_ISREG(status.st_mode) && size > most) too_large();

    std::string content;
    std::size_t used = 0;
    // One byte more than the size: the end of a file that has not grown is seen without growing.
    content.resize(std::max<std::size_t>(size + 1, 1 << 16));
    while (true) {
        const ssize_t got = ::read(in.get(), content.data() + used, content.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(path, "cannot be read: " + reason(errno));
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
        if (used > most) too_large();
        if (used == content.size()) content.resize(2 * content.size());
    }
    content.resize(used);
    require_text(content, path.string());
    return content;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_directory(status)) fail(path, "is a directory");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return write_directly(path, content);

    // The file a symbolic link points to is replaced, not the link.
    const std::filesystem::path target =
        std::filesystem::exists(status) ? std::filesystem::canonical(path, ignored) : path;
    std::string temporary;
    Descriptor out(create_beside(target, temporary));
    if (out.get() < 0) fail(path, "cannot be created: " + reason(errno));
    const bool done = write_all(out.get(), content) && keep_mode(out.get(), target) &&
                      out.close() && ::rename(temporary.c_str(), target.c_str()) == 0;
    if (done) return;
    const int error = errno;
    ::unlink(temporary.c_str());
    fail(path, "cannot be written: " + reason(error));
}

}  // namespace odgear
