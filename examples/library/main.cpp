#include <cstdio>
#include <odgear/odgear.hpp>

int main(int argc, char** argv) try {
    odgear::InstanceData data;  // four customers around a depot; node 0 is the depot
    data.points = {{0, 0}, {1, 5}, {2, 6}, {-4, 1}, {-5, 2}};
    data.demands = {0, 3, 4, 5, 2};
    data.capacity = 8;
    const odgear::Instance instance =
        argc > 1 ? odgear::read_instance(argv[1]).instance : odgear::Instance(data);

    odgear::StopRule stop;
    stop.seconds = 2;
    const odgear::Result result = odgear::Solver().solve(instance, {}, stop);
    std::printf("cost %g\n", result.solution.cost);
    for (const odgear::Route& route : result.solution.routes) {
        for (const int customer : route) std::printf("%d ", customer);
        std::printf("\n");
    }
} catch (const odgear::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.exit_code();
}
