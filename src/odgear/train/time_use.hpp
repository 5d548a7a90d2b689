// Where a run's processor time goes: CPU seconds by part of the work, summed over the threads. CPU
// time instead of wall-clock time, so that the figures are valid on a busy machine too.
#pragma once

#include <array>
#include <cstddef>
#include <ctime>
#include <string_view>

namespace odgear::train {

enum class Part : std::size_t {
    graph,
    forward,
    rollouts,
    reward,
    rollout_gradient,
    backward,
    discriminator,
    expert,
    update,
    validation,
};
constexpr std::array<std::string_view, 10> part_names = {
    "graph and features", "generator forward", "rollouts", "reward", "rollout gradient",
    "generator backward", "discriminator",     "expert",   "update", "validation"};

// CPU seconds of the calling thread.
inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class TimeUse {
public:
    double of(Part part) const { return seconds_[static_cast<std::size_t>(part)]; }
    double total() const {
        double sum = 0;
        for (const double seconds : seconds_) sum += seconds;
        return sum;
    }
    void add(Part part, double seconds) { seconds_[static_cast<std::size_t>(part)] += seconds; }
    void add(const TimeUse& other) {
        for (std::size_t p = 0; p < seconds_.size(); ++p) seconds_[p] += other.seconds_[p];
    }

private:
    std::array<double, part_names.size()> seconds_{};
};

// Measures the CPU time of the calling thread, lap by lap.
class CpuWatch {
public:
    explicit CpuWatch(TimeUse& use) : use_(use) {}
    void lap(Part part) {
        const double now = thread_seconds();
        use_.add(part, now - last_);
        last_ = now;
    }

private:
    TimeUse& use_;
    double last_ = thread_seconds();
};

}  // namespace odgear::train
