// Where the listener listens, and how much it puts up with.
#pragma once

#include <cstddef>
#include <string>

namespace odgear::serve {

struct ConnectionLimits {
    double patience = 10;            // seconds for a head, and on top of what the rate gives a body
    double idle = 60;                // seconds between two requests
    double bytes_per_second = 16e3;  // the slowest client that is waited for
};

struct ListenerParameters {
    std::string address = "127.0.0.1";
    int port = 3000;  // 0: any free one
    std::size_t most_connections = 2000;
    std::size_t most_threads = 600;  // above the calls that may wait: jobs and streams of events
    ConnectionLimits limits;
};

}  // namespace odgear::serve
