// All that an operator can set, with its defaults.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "odgear/serve/http/limits.hpp"

namespace odgear::serve {

// What one request may ask for.
struct RequestLimits {
    std::size_t body = std::size_t{32} << 20;  // bytes, after decompression
    int customers = 100'000;
    double seconds = 300;
};

struct Parameters {
    ListenerParameters listener;
    RequestLimits limits;
    int threads = 0;              // of the solver; 0: all cores
    std::size_t most_jobs = 256;  // waiting and running together
    double keep_seconds = 3600;   // how long a finished job can be asked for
    std::size_t keep_bytes = std::size_t{512} << 20;
    double grace = 10;            // seconds that running jobs have after a stop was asked for
    std::filesystem::path state;  // SQLite file; empty: jobs live in memory only
    std::string token;            // empty: none is asked for
    std::string cors;             // the origin that browsers may call from; empty: none
};

}  // namespace odgear::serve
