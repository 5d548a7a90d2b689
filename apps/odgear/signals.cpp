#include "signals.hpp"

#include <unistd.h>
#include <csignal>

namespace odgear::cli {

namespace {

// A signal handler can access only static storage.
StopFlag stop_flag;
volatile std::sig_atomic_t signals_seen = 0;

void on_signal(int number) {
    if (signals_seen != 0) _exit(128 + number);
    signals_seen = 1;
    stop_flag.raise();
}

}  // namespace

StopFlag& watch_signals() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // If the reader of a pipe goes away, the solution file must still be written.
    std::signal(SIGPIPE, SIG_IGN);
    // Beyond a limit on the size of files, the write fails and the solution is printed instead.
    std::signal(SIGXFSZ, SIG_IGN);
    return stop_flag;
}

}  // namespace odgear::cli
