// The machine and the version that measured results.
#pragma once

#include <string>

namespace odgear::bench {

struct Environment {
    std::string machine;  // the processor, with its number of cores
    std::string system;   // kernel and architecture
    std::string version;  // of the program
    std::string commit;   // with a "+" if files were changed; "unknown" outside a checkout
    std::string date;     // now, UTC, ISO 8601
};

Environment this_environment();

}  // namespace odgear::bench
