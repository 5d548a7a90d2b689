#include "odgear/bench/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <thread>

#include "odgear_commit.hpp"

namespace odgear::bench {

namespace {

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) {
            const std::size_t colon = line.find(": ");
            if (colon != std::string::npos) return line.substr(colon + 2);
        }
    return "unknown processor";
}

}  // namespace

Environment this_environment() {
    Environment result;
    result.machine =
        fmt::format("{} ({} threads)", processor(), std::thread::hardware_concurrency());
    // Commas separate the fields of result files.
    std::replace(result.machine.begin(), result.machine.end(), ',', ' ');
    utsname names{};
    if (uname(&names) == 0)
        result.system = fmt::format("{} {} {}", names.sysname, names.release, names.machine);
    result.version = ODGEAR_VERSION;
    result.commit = build_commit;
    result.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    return result;
}

}  // namespace odgear::bench
