#include "fuzzing.hpp"
#include "odgear/io/svg.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const std::vector<TracePoint> trace = read_trace(text, "fuzz");
        if (!trace.empty()) plot_trace(trace);
    });
}
