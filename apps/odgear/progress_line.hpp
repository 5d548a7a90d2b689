// Progress for people, on standard error: a live line with a bar on a terminal, plain lines (one
// per improvement, at most one per second) in a file or pipe, nothing with --quiet.
#pragma once

#include <optional>
#include <string>

#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cli {

constexpr double terminal_interval = 0.1;  // seconds between two updates of a live line

// "[=====     ] " for a share of 0..1.
std::string progress_bar(double share);

class ProgressLine {
public:
    ProgressLine(const StopRule& stop, std::optional<double> best_known, bool quiet);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    Observer observer();
    // Clears the live line before other output.
    void finish();

private:
    void show(const Progress& progress);
    std::string text(const Progress& progress) const;
    std::string bar(double seconds) const;

    const StopRule& stop_;
    std::optional<double> best_known_;
    bool quiet_;
    bool terminal_;
    bool line_open_ = false;
    double last_shown_ = -1;
    bool told_ = false;
};

}  // namespace odgear::cli
