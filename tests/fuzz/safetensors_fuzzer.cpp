#include "fuzzing.hpp"
#include "odgear/policy/models/weights.hpp"

using namespace odgear;

// A file that can be parsed is written and gives the same when read again. As a model it is either
// rejected or complete.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        const auto parse = [](std::string_view content) {
            return policy::parse_safetensors(std::as_bytes(std::span(content)), "fuzz");
        };
        policy::SafeTensors first = parse(text);
        const std::string written = policy::serialize_safetensors(first);
        fuzzing::require(policy::serialize_safetensors(parse(written)) == written);
        policy::model_from(std::move(first), "fuzz");
    });
}
