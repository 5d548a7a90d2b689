// Structure-aware: the bytes become an instance that is always well-formed, with arbitrary demands,
// places, capacity, fleet and length limit. It is written, read again, constructed and searched for
// a few iterations, and every answer is checked.
#include <algorithm>
#include <utility>

#include "fuzzing.hpp"
#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/tsplib_reader.hpp"
#include "odgear/io/tsplib_writer.hpp"
#include "odgear/spatial/neighbors.hpp"

using namespace odgear;

namespace {

class Bytes {
public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
    // 0 when there are none left.
    int next() {
        if (bytes_.empty()) return 0;
        const int value = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return value;
    }

private:
    std::string_view bytes_;
};

InstanceData instance_data(Bytes bytes) {
    InstanceData data;
    const int customers = 1 + bytes.next() % 24;
    data.name = "fuzz";
    data.capacity = 1 + bytes.next();
    if (const int fleet = bytes.next(); fleet > 0) data.max_vehicles = fleet;
    if (const int length = bytes.next(); length > 0 && length < 128)
        data.max_route_length = 8.0 * length;
    data.rule.rounding = Rounding::nearest;
    for (int i = 0; i <= customers; ++i) {
        data.points.push_back({double(bytes.next()), double(bytes.next())});
        data.demands.push_back(i == 0 ? 0 : bytes.next() % (data.capacity + 1));
    }
    return data;
}

void require_feasible(const Instance& instance, const Solution& solution) {
    fuzzing::require(check(instance, solution).feasible());
    fuzzing::require(check(instance, read_sol(write_sol(solution), "again").routes).feasible());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const Instance made{instance_data(Bytes(text))};
        const ReadResult read = read_tsplib(write_tsplib(made), "fuzz.vrp", {});
        const Instance& instance = read.instance;
        fuzzing::require(instance.customers() == made.customers());
        StopRule stop;
        stop.iterations = 20;
        const Solution start = savings(instance, nearest_neighbors(instance, 10), {}, stop);
        require_feasible(instance, start);
        const std::vector<std::vector<Route>> starts{start.routes};
        const auto found = hgs::solve(instance, {}, starts, stop, 1).best;
        fuzzing::require(found.has_value());
        require_feasible(instance, *found);
        fuzzing::require(found->cost <= start.cost * (1 + 1e-9));
    });
}
