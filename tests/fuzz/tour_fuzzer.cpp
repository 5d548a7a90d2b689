#include "fuzzing.hpp"
#include "odgear/io/tour.hpp"

using namespace odgear;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const TourFile tour = read_tour(text, "fuzz");
        if (tour.nodes.size() < 2) return;
        InstanceData data;
        data.problem = Problem::tsp;
        data.name = tour.name;
        for (std::size_t i = 0; i < tour.nodes.size(); ++i)
            data.points.push_back({double(i % 17), double(i % 19)});
        const Instance instance(std::move(data));
        const Solution solution = tour_solution(instance, tour, "fuzz");
        const TourFile again = read_tour(write_tour(instance, solution), "again");
        fuzzing::require(tour_solution(instance, again, "again") == solution);
    });
}
