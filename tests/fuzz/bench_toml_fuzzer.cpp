#include "fuzzing.hpp"
#include "odgear/bench/definitions.hpp"

using namespace odgear;

// The three kinds of files of a table share their syntax; each reader sees every input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    fuzzing::run(bytes, size,
                 [](std::string_view text) { bench::parse_row(text, "row", "fuzz").settings(); });
    fuzzing::run(bytes, size, [](std::string_view text) { bench::parse_set(text, "set", "fuzz"); });
    return fuzzing::run(bytes, size,
                        [](std::string_view text) { bench::parse_table(text, "table", "fuzz"); });
}
