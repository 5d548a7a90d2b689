#include "fuzzing.hpp"
#include "odgear/core/check.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/solution_file.hpp"

using namespace odgear;

namespace {

Instance small_instance() {
    InstanceData data;
    for (int i = 0; i < 10; ++i) {
        data.points.push_back({double(7 * i % 11), double(5 * i % 13)});
        data.demands.push_back(i == 0 ? 0 : 1 + i % 3);
    }
    data.capacity = 20;
    return Instance(std::move(data));
}

}  // namespace

// Both JSON solutions: a result of ours, and a VROOM answer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Instance instance = small_instance();
    fuzzing::run(bytes, size, [](std::string_view text) {
        const SolutionFile file = parse_solution(text, "fuzz", instance);
        check(instance, file.solution, file.tolerance);
    });
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const ResultRecord record = read_result(text, "fuzz");
        fuzzing::require(read_result(write_result(record), "again") == record);
    });
}
