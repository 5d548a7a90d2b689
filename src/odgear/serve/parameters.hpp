// All settings of an operator, with their defaults.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "odgear/serve/http/limits.hpp"

namespace odgear::serve {

// Limits of one request.
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
    double keep_seconds = 3600;   // how long a finished job is kept
    std::size_t keep_bytes = std::size_t{512} << 20;
    double grace = 10;            // seconds that running jobs have after a stop request
    std::filesystem::path state;  // SQLite file; empty: jobs are kept in memory only
    std::string token;            // empty: no token is required
    std::string cors;             // the origin from which browsers may call; empty: none
};

}  // namespace odgear::serve
