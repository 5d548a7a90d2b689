#include "odgear/bench/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "odgear/core/errors.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kept_output = 4096;
constexpr int poll_milliseconds = 20;
constexpr int cannot_start = 127;

// Runs in the child: only calls that are safe after fork.
[[noreturn]] void become(char* const* arguments, const char* folder, int output) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // the child is killed when the bench ends
#endif
    const int null_device = open("/dev/null", O_RDONLY);
    dup2(null_device, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    if (chdir(folder) == 0) execv(arguments[0], arguments);
    _exit(cannot_start);
}

class Child {
public:
    Child(const std::string& program, const std::vector<std::string>& arguments,
          const fs::path& folder) {
        std::vector<std::string> words{program};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> pointers;
        pointers.reserve(words.size() + 1);
        for (std::string& word : words) pointers.push_back(word.data());
        pointers.push_back(nullptr);
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw InternalError("no pipe to a program");
        const std::string place = folder.string();
        pid_ = fork();
        if (pid_ == 0) become(pointers.data(), place.c_str(), ends[1]);
        close(ends[1]);
        output_ = ends[0];
        if (pid_ < 0) throw InternalError(std::string("no new process: ") + std::strerror(errno));
        fcntl(output_, F_SETFL, O_NONBLOCK);
    }
    ~Child() {
        if (!ended_) end();
        close(output_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Waits briefly for output or the end; true once the process has ended.
    bool ended(int& status) {
        pollfd wait{output_, POLLIN, 0};
        poll(&wait, 1, poll_milliseconds);
        drain();
        // The program closed its output but goes on: sleep instead of looping.
        if ((wait.revents & POLLHUP) != 0) usleep(1000);
        if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
        drain();
        ended_ = true;
        return true;
    }
    void end() {
        kill(-pid_, SIGKILL);
        kill(pid_, SIGKILL);
        int status = 0;
        waitpid(pid_, &status, 0);
        ended_ = true;
    }
    std::string text;

private:
    void drain() {
        char buffer[4096];
        for (ssize_t got = 0; (got = read(output_, buffer, sizeof buffer)) > 0;) {
            text.append(buffer, static_cast<std::size_t>(got));
            if (text.size() > 2 * kept_output) text.erase(0, text.size() - kept_output);
        }
    }

    pid_t pid_ = -1;
    int output_ = -1;
    bool ended_ = false;
};

}  // namespace

ProcessResult run_process(const fs::path& program, const std::vector<std::string>& arguments,
                          const fs::path& folder, double seconds, const StopFlag* flag) {
    StopRule stop;
    stop.seconds = seconds;
    const std::string name = fs::absolute(program).string();
    if (access(name.c_str(), X_OK) != 0 || fs::is_directory(name))
        throw InputError({name, 0, ""}, "there is no such program, or it may not be run");
    Child child(name, arguments, folder);
    ProcessResult result;
    int status = 0;
    while (!child.ended(status)) {
        if (flag != nullptr && flag->raised()) result.end = ProcessResult::End::interrupted;
        if (stop.out_of_time()) result.end = ProcessResult::End::timeout;
        if (result.end == ProcessResult::End::normal) continue;
        child.end();
        break;
    }
    result.seconds = stop.elapsed();
    result.output = std::move(child.text);
    if (result.end != ProcessResult::End::normal) return result;
    if (WIFSIGNALED(status)) result.end = ProcessResult::End::signal;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (result.code == cannot_start && result.end == ProcessResult::End::normal)
        throw InputError({name, 0, ""}, "the program could not be started");
    return result;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "odgear-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw InputError({pattern, 0, ""}, "cannot be made");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace odgear::bench
