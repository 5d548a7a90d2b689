#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace odgear::cli {

namespace {

constexpr int bar_width = 24;
constexpr double line_interval = 1.0;  // if each update is a line of its own

}  // namespace

std::string progress_bar(double share) {
    const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * bar_width);
    return fmt::format("[{}{}] ", std::string(static_cast<std::size_t>(full), '='),
                       std::string(static_cast<std::size_t>(bar_width - full), ' '));
}

ProgressLine::ProgressLine(const StopRule& stop, std::optional<double> best_known, bool quiet)
    : stop_(stop), best_known_(best_known), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { finish(); }

Observer ProgressLine::observer() {
    return [this](const Progress& progress) {
        const bool first = !told_;
        told_ = true;
        if (quiet_) return;
        const double interval = terminal_ ? terminal_interval : line_interval;
        if (first || progress.seconds >= last_shown_ + interval) show(progress);
    };
}

void ProgressLine::show(const Progress& progress) {
    last_shown_ = progress.seconds;
    const std::string line = text(progress);
    if (terminal_)
        fmt::print(stderr, "\r\033[K{}{}", bar(progress.seconds), line);
    else
        fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
    line_open_ = terminal_;
}

std::string ProgressLine::text(const Progress& progress) const {
    std::string line = fmt::format("{:8.2f} s  ", progress.seconds);
    const double cost = progress.best_cost;
    line += std::isfinite(cost) ? fmt::format("cost {:.10g}", cost) : "no solution yet";
    if (best_known_ && std::isfinite(cost)) {
        const double gap = 100 * (cost / *best_known_ - 1);
        line += gap < 0 ? fmt::format("  {:.3f} % below the reference", -gap)
                        : fmt::format("  gap {:.3f} %", gap);
    }
    return line + fmt::format("  {} {}", progress.stage, progress.iteration);
}

std::string ProgressLine::bar(double seconds) const {
    if (!stop_.timed()) return "";
    return progress_bar(seconds / stop_.seconds);
}

void ProgressLine::finish() {
    if (!line_open_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    line_open_ = false;
}

}  // namespace odgear::cli
