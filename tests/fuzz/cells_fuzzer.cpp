#include <cmath>

#include "fuzzing.hpp"
#include "odgear/bench/cells.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        for (const bench::Cell& cell : bench::parse_cells(text, "fuzz"))
            fuzzing::require(std::isfinite(cell.cost) && std::isfinite(cell.seconds) &&
                             cell.customers >= 1);
    });
}
