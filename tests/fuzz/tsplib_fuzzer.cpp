#include "fuzzing.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/tsplib_reader.hpp"
#include "odgear/io/tsplib_writer.hpp"

using namespace odgear;

namespace {

// Whatever was read can be written, and reading that gives the same distances.
void check_round_trip(const Instance& instance) {
    const std::string text = write_tsplib(instance);
    ReadOptions options;
    if (text.find("[read with --round") != std::string::npos)
        options.rounding = instance.rule().rounding;
    const Instance again = read_tsplib(text, "again", options).instance;
    fuzzing::require(again.nodes() == instance.nodes());
    for (int i = 0; i < instance.nodes(); ++i)
        fuzzing::require(again.distance(0, i) == instance.distance(0, i) &&
                         again.demand(i) == instance.demand(i));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const ReadResult result = read_tsplib(text, "fuzz");
        if (result.instance.nodes() <= 50) check_round_trip(result.instance);
    });
}
