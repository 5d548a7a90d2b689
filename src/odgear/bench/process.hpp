// Runs another program to its end, without a shell.
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
    std::string output;  // the end of its standard output and error, at most 4 KiB
    double seconds = 0;  // wall clock
};

// Runs in `folder` with empty standard input. The program and all its children are killed when the
// time is up or the flag is raised. Throws InputError if it cannot be started.
ProcessResult run_process(const std::filesystem::path& program,
                          const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder, double seconds,
                          const StopFlag* flag = nullptr);

// A new folder below the system's temporary one; removed with its content.
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
