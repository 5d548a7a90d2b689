#include "fuzzing.hpp"
#include "odgear/core/check.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/solution_file.hpp"

using namespace odgear;

// Both JSON solutions: a result of ours, and a VROOM answer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const Instance instance = fuzzing::small_instance(10);
    fuzzing::run(bytes, size, [](std::string_view text) {
        const SolutionFile file = parse_solution(text, "fuzz", instance);
        check(instance, file.solution, file.tolerance);
    });
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const ResultRecord record = read_result(text, "fuzz");
        fuzzing::require(read_result(write_result(record), "again") == record);
    });
}
