#include "bench_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "progress_line.hpp"

namespace odgear::cli {

namespace {

constexpr double run_line_interval = 30;  // if each update is a line of its own

}  // namespace

BenchProgress::BenchProgress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

BenchProgress::~BenchProgress() { finish(); }

bench::RunObserver BenchProgress::observer() {
    return [this](const bench::RunProgress& progress) {
        if (quiet_ || clock_.elapsed() < next_) return;
        next_ = clock_.elapsed() + (terminal_ ? terminal_interval : run_line_interval);
        show(progress);
    };
}

void BenchProgress::show(const bench::RunProgress& progress) {
    const double share = progress.total == 0 ? 0
                                             : static_cast<double>(progress.done) /
                                                   static_cast<double>(progress.total);
    const std::string line =
        fmt::format("{:3.0f} %  {} of {}  {}, {}, run {}", 100 * share, progress.done,
                    progress.total, progress.row, progress.instance, progress.run);
    if (terminal_)
        fmt::print(stderr, "\r\033[K{}{}", progress_bar(share), line);
    else
        fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
    line_open_ = terminal_;
}

void BenchProgress::finish() {
    if (!line_open_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    line_open_ = false;
}

}  // namespace odgear::cli
