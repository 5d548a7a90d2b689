#include "fuzzing.hpp"
#include "odgear/core/check.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/solution_file.hpp"

using namespace odgear;

namespace {

Instance small_instance() {
    InstanceData data;
    for (int i = 0; i < 30; ++i) {
        data.points.push_back({double(7 * i % 11), double(5 * i % 13)});
        data.demands.push_back(i == 0 ? 0 : 1 + i % 3);
    }
    data.capacity = 20;
    return Instance(std::move(data));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Instance instance = small_instance();
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
