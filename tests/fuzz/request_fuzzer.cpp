// The body of a request to the server, and its head.
#include "odgear/serve/request.hpp"

#include "fuzzing.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/serve/http/head.hpp"
#include "odgear/serve/http_error.hpp"

using namespace odgear;

// The target has no embedded models, because linking them takes long.
std::span<const policy::EmbeddedModel> policy::embedded_models() { return {}; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzzing::run(bytes, size, [](std::string_view text) {
        std::string head(text);
        if (const auto found = serve::find_head(head)) {
            fuzzing::require(found->size <= head.size());
            serve::hide_range(head, *found);
            fuzzing::require(head.size() == text.size());
        }
        // The first line is the query.
        const std::size_t line = std::min(text.find('\n'), text.size());
        serve::RequestText request;
        const std::size_t equal = std::min(text.find('='), line);
        if (equal < line)
            request.query[std::string(text.substr(0, equal))] =
                text.substr(equal + 1, line - equal - 1);
        request.body = text.substr(equal < line ? line : 0);
        try {
            const serve::Request read = serve::read_request(request, {});
            fuzzing::require(read.seconds >= 0 && read.seconds <= 300);
            fuzzing::require(read.bytes() > 0);
        } catch (const serve::HttpError& error) {
            fuzzing::require(error.status() == 413);
        } catch (const ConfigurationError& error) {
            throw InputError(error.what());  // an unknown mode or rounding
        }
    });
}
