// When to stop: any combination of time, iterations, iterations without improvement, target cost,
// and a flag that Ctrl-C, SIGTERM or another thread raises. A rule is a value; a component asks it
// once per iteration.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace odgear {

using Clock = std::chrono::steady_clock;

// Raised from a signal handler or another thread; lock-free, so safe in both.
class StopFlag {
public:
    void raise() { raised_.store(true, std::memory_order_relaxed); }
    bool raised() const { return raised_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> raised_{false};
};

struct StopRule {
    // The clock starts with the process (or call), so that loading counts.
    Clock::time_point start = Clock::now();
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
    std::int64_t no_improvement = std::numeric_limits<std::int64_t>::max();
    double target = -std::numeric_limits<double>::infinity();
    const StopFlag* flag = nullptr;

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
    double remaining() const { return seconds - elapsed(); }
    bool timed() const { return seconds < std::numeric_limits<double>::infinity(); }
    // Whether anything other than the flag ends the work.
    bool limited() const {
        return timed() || iterations != std::numeric_limits<std::int64_t>::max() ||
               no_improvement != std::numeric_limits<std::int64_t>::max() ||
               target != -std::numeric_limits<double>::infinity();
    }
    bool interrupted() const { return flag != nullptr && flag->raised(); }

    // Whether the flag or the clock ends the work. For inner loops.
    bool out_of_time() const { return interrupted() || (timed() && elapsed() >= seconds); }

    bool done(std::int64_t iteration, std::int64_t since_improvement, double best_cost) const {
        return iteration >= iterations || since_improvement >= no_improvement ||
               best_cost <= target || out_of_time();
    }

    // The same clock and flag with less time: for a stage of the work.
    StopRule until(double seconds_from_start) const {
        StopRule stage = *this;
        stage.seconds = seconds_from_start < seconds ? seconds_from_start : seconds;
        return stage;
    }
};

}  // namespace odgear
