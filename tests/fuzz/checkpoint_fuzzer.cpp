#include <cmath>

#include "fuzzing.hpp"
#include "odgear/train/checkpoint.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const train::TrainingState state = train::parse_state(text, "fuzz");
        fuzzing::require(std::isfinite(state.seconds) && std::isfinite(state.best_gap));
        for (const train::PendingSample& sample : state.pending)
            for (const Route& route : sample.routes)
                for (const int customer : route) fuzzing::require(customer >= 1);
    });
}
