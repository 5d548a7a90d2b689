// Another program, run to its end without a shell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "odgear/core/stop.hpp"

namespace odgear::bench {

struct ProcessResult {
    enum class End { normal, timeout, interrupted, signal };
    End end = End::normal;
    int code = 0;        // exit code, or the number of the signal
    std::string output;  // the last of what it said, standard output and error, at most 4 KiB
    double seconds = 0;  // wall clock
};

// In `folder`, with its standard input empty. Killed with all its children when the time is up or
// the flag is raised. Throws InputError when it cannot be started.
ProcessResult run_process(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder, double seconds,
                          const StopFlag* flag = nullptr);

// A folder of its own below the system's temporary one, removed with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace odgear::bench
