#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace odgear::cli {

namespace {

std::string duration(double seconds) {
    const auto whole = static_cast<long>(seconds);
    if (whole >= 3600) return fmt::format("{}h{:02}m", whole / 3600, whole / 60 % 60);
    return fmt::format("{}m{:02}s", whole / 60, whole % 60);
}

std::string numbers(const train::LogRow& row) {
    std::string text;
    if (row.imitation) text += fmt::format("  loss {:.3f}", *row.imitation);
    if (row.cost) text += fmt::format("  cost {:.3f}  best {:.3f}", *row.cost, *row.best_cost);
    if (row.entropy) text += fmt::format("  entropy {:.3f}", *row.entropy);
    if (row.positive) text += fmt::format("  R {:.2f}/{:.2f}", *row.positive, *row.negative);
    text += fmt::format("  |g| {:.3g}  {:.0f} inst/s", row.gradient_norm, row.instances_per_second);
    if (row.skipped > 0) text += fmt::format("  skipped {}", row.skipped);
    return text;
}

}  // namespace

std::string time_table(const train::TimeUse& use, std::int64_t instances) {
    std::string text = fmt::format("CPU seconds of this process: {:.1f}", use.total());
    if (use.total() > 0 && instances > 0)
        text += fmt::format(
            ", {:.1f} instances a CPU second without validation",
            static_cast<double>(instances) / (use.total() - use.of(train::Part::validation)));
    text += "\n";
    for (std::size_t p = 0; p < train::part_names.size(); ++p) {
        const double seconds = use.of(static_cast<train::Part>(p));
        if (seconds <= 0) continue;
        text += fmt::format("  {:<20}{:9.1f} s {:5.1f} %", train::part_names[p], seconds,
                            100 * seconds / use.total());
        if (instances > 0)
            text += fmt::format("{:9.2f} ms an instance",
                                1000 * seconds / static_cast<double>(instances));
        text += "\n";
    }
    return text;
}

TrainingLine::TrainingLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void TrainingLine::show(const train::TrainingProgress& progress) {
    if (quiet_) return;
    if (progress.row != nullptr && progress.row->validation_gap)
        gap_ = *progress.row->validation_gap;
    std::string text = fmt::format("{} {}/{}  {} left", progress.stage, progress.step,
                                   progress.steps, duration(progress.seconds_left));
    if (progress.row != nullptr) text += numbers(*progress.row);
    if (progress.best_step >= 0)
        text += fmt::format("  gap {:.2f} % (best {:.2f})", gap_, progress.best_gap);
    std::fputs(
        fmt::format("{}{}{}", terminal_ ? "\r\033[K" : "", text, terminal_ ? "" : "\n").c_str(),
        stderr);
    std::fflush(stderr);
    open_ = terminal_;
}

void TrainingLine::finish() {
    if (open_) std::fputs("\n", stderr);
    open_ = false;
}

}  // namespace odgear::cli
