#include "fuzzing.hpp"
#include "odgear/core/check.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/solution_file.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Instance instance = fuzzing::small_instance(30);
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const SolFile file = read_sol(text, "fuzz");
        check(instance, file.routes);
        if (!file.cost) return;
        const Solution solution{file.routes, *file.cost};
        bool visits = false;
        for (const Route& route : solution.routes) visits = visits || !route.empty();
        if (visits) fuzzing::require(read_sol(write_sol(solution), "again").cost == file.cost);
    });
}
