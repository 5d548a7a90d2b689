// Where the listener listens, and its limits.
#pragma once

#include <cstddef>
#include <string>

namespace odgear::serve {

struct ConnectionLimits {
    double patience = 10;  // seconds for a head; added to the time that the rate allows for a body
    double idle = 60;      // seconds between two requests
    double bytes_per_second = 16e3;  // slower clients are disconnected
};

struct ListenerParameters {
    std::string address = "127.0.0.1";
    int port = 3000;  // 0: any free one
    std::size_t most_connections = 2000;
    // more than the calls that may wait: jobs and streams of events
    std::size_t most_threads = 600;
    ConnectionLimits limits;
};

}  // namespace odgear::serve
