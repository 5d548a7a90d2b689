#include "odgear/cluster/health.hpp"

#include <chrono>
#include <thread>

namespace odgear::cluster {

namespace {

constexpr double grace_seconds = 30;

}  // namespace

void rest() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

std::optional<Message> wait_for_message(Ranks& ranks, Health& health, const StopRule& stop,
                                        int expected) {
    std::optional<double> interrupted_at;
    for (;;) {
        if (auto message = ranks.poll()) return message;
        const double now = stop.elapsed();
        if (stop.interrupted() && !interrupted_at) interrupted_at = now;
        const bool late = stop.timed() && now > stop.seconds + grace_seconds;
        if (late || (interrupted_at && now > *interrupted_at + ranks.patience())) {
            health.lost = expected;
            if (health.flag != nullptr) health.flag->raise();
            return std::nullopt;
        }
        rest();
    }
}

}  // namespace odgear::cluster
