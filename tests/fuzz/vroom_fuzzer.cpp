#include "fuzzing.hpp"
#include "odgear/io/vroom.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const VroomRequest request = read_vroom(text, "fuzz");
        // All customers in the order of the request, as long as vehicles carry them.
        std::vector<Route> routes(1);
        Load load = 0;
        for (int i = 1; i < request.instance.nodes(); ++i) {
            if (load + request.instance.demand(i) > request.instance.capacity()) {
                if (routes.size() == request.vehicles.size()) break;
                routes.emplace_back();
                load = 0;
            }
            load += request.instance.demand(i);
            routes.back().push_back(i);
        }
        const Solution solution = make_solution(request.instance, std::move(routes));
        const std::string answer = write_vroom_answer(request, solution);
        fuzzing::require(read_vroom_answer(answer, "again", request.instance) == solution);
    });
}
