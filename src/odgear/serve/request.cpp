#include "odgear/serve/request.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/text.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/serve/http_error.hpp"

namespace odgear::serve {

namespace {

using json::Field;
using json::Value;

const std::string source = "request";  // what messages call the body
constexpr double most_amount = 1e15;
constexpr int most_rollouts = 10'000;
constexpr std::size_t longest_name = 200;

[[noreturn]] void refuse(const std::string& key, const std::string& message) {
    throw InputError(Place{source, 0, key}, message);
}

constexpr std::array languages{std::pair{Language::vroom, "vroom"},
                               std::pair{Language::json, "json"}, std::pair{Language::sol, "sol"},
                               std::pair{Language::geojson, "geojson"},
                               std::pair{Language::svg, "svg"}};

// Options by name, from the query of the URL or from an object of our own, read alike.
class Wishes {
public:
    void add(std::string key, Value value) { values_[std::move(key)] = std::move(value); }

    void apply(Request& request) {
        if (const Value* v = take("mode")) request.options.mode = mode_from(text(*v, "mode"));
        if (const Value* v = take("time_limit"))
            request.seconds = number(*v, "time_limit", 0, most_amount);
        if (const Value* v = take("threads"))
            request.options.threads = whole(*v, "threads", 0, 1024);
        if (const Value* v = take("seed"))
            request.options.seed =
                static_cast<std::uint64_t>(number(*v, "seed", 0, 9007199254740992.0));
        if (const Value* v = take("rollouts"))
            request.options.policy.rollouts = whole(*v, "rollouts", 1, most_rollouts);
        if (const Value* v = take("model")) request.options.policy.model = model(text(*v, "model"));
        if (const Value* v = take("iterations"))
            request.iterations =
                static_cast<std::int64_t>(number(*v, "iterations", 0, 9007199254740992.0));
        if (const Value* v = take("target"))
            request.target = number(*v, "target", -most_amount, most_amount);
        if (const Value* v = take("priority")) request.priority = whole(*v, "priority", -10, 10);
        if (const Value* v = take("format")) request.language = language_from(text(*v, "format"));
        if (const Value* v = take("edges")) request.options.keep_edge_probabilities = flag(*v);
        if (const Value* v = take("warm_start")) add_warm_start(*v, request);
        if (const Value* v = take("name")) request.name = text(*v, "name").substr(0, longest_name);
        if (!values_.empty()) refuse(values_.begin()->first, "is not supported");
    }

    std::optional<Rounding> rounding() {
        const Value* value = take("rounding");
        return value != nullptr ? rounding_option(text(*value, "rounding")) : std::nullopt;
    }

private:
    // A value that was asked for; each is taken once, and what is left over is unknown.
    const Value* take(const std::string& key) {
        const auto found = values_.find(key);
        if (found == values_.end()) return nullptr;
        taken_ = std::move(found->second);
        values_.erase(found);
        return &taken_;
    }

    static std::string text(const Value& value, const char* key) {
        return Field(value, source, key).string();
    }

    static double number(const Value& value, const char* key, double least, double most) {
        double result = 0;
        if (value.is_string()) {  // from a query
            const auto parsed = text::to_double(value.get_ref<const std::string&>());
            if (!parsed) refuse(key, "expected a number");
            result = *parsed;
        } else {
            result = Field(value, source, key).number();
        }
        if (!(result >= least && result <= most))
            refuse(key, "must be between " + text::from_double(least) + " and " +
                            text::from_double(most));
        return result;
    }

    static int whole(const Value& value, const char* key, int least, int most) {
        const double result = number(value, key, least, most);
        if (result != std::trunc(result)) refuse(key, "must be a whole number");
        return static_cast<int>(result);
    }

    static bool flag(const Value& value) {
        if (value.is_boolean()) return value.get<bool>();
        return value == "1" || value == "true";
    }

    // Only models that are in the program: a request must not name files of the server.
    static std::string model(const std::string& name) {
        if (name == "auto") return name;
        for (const policy::EmbeddedModel& known : policy::embedded_models())
            if (name == known.file) return name;
        refuse("model", "there is no embedded model " + text::quoted(name));
    }

    // Routes of customers as the answers name them: from 1, or by job id.
    static void add_warm_start(const Value& value, Request& request) {
        const Instance& instance = request.instance();
        std::unordered_map<std::int64_t, int> nodes;
        for (int i = 1; i < instance.nodes(); ++i) nodes[instance.label(i)] = i;
        const Field routes(value, source, "warm_start");
        for (std::size_t r = 0; r < routes.array_size(); ++r) {
            const Field list = routes.at(r);
            Route& route = request.options.warm_start.emplace_back();
            for (std::size_t i = 0; i < list.array_size(); ++i) {
                const auto found = nodes.find(list.at(i).integer());
                if (found == nodes.end()) list.at(i).fail("the instance has no such customer");
                route.push_back(found->second);
            }
        }
    }

    std::map<std::string, Value> values_;
    Value taken_;
};

bool is_json(std::string_view body) {
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && body[first] == '{';
}

// An object of our own; nothing when the body is something else. The search for the word comes
// first, so that a VROOM request is not parsed twice.
std::optional<Value> own_object(std::string_view body) {
    if (!is_json(body) || body.find("\"instance\"") == std::string_view::npos) return std::nullopt;
    Value value = json::parse(body, source);
    if (!value.is_object() || !value.contains("instance")) return std::nullopt;
    return value;
}

Problem read_problem(std::string_view body, const ReadOptions& options) {
    if (body.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw InputError(Place{source, 0, ""}, "the body is empty");
    if (is_json(body)) return read_vroom(body, source, options);
    return parse_instance(body, source, options);
}

// What the problem itself states: only VROOM requests do.
void apply_vroom_options(const VroomRequest& vroom, Request& request) {
    if (vroom.options.threads) request.options.threads = *vroom.options.threads;
    if (vroom.options.time_limit) request.seconds = *vroom.options.time_limit;
    // A wish for effort scales the time that is given when nothing is said.
    if (vroom.options.exploration && !vroom.options.time_limit)
        request.seconds =
            default_seconds(vroom.instance.customers()) * (*vroom.options.exploration + 1) / 6.0;
}

bool accepts(const std::string& accept, std::string_view type) {
    return accept.find(type) != std::string::npos;
}

// The language of the request, unless the client states what it accepts.
Language default_language(const RequestText& text, const Request& request, bool own) {
    const bool vroom = std::holds_alternative<VroomRequest>(request.problem);
    if (vroom && !own) return Language::vroom;
    if (accepts(text.accept, "application/geo+json")) return Language::geojson;
    if (accepts(text.accept, "image/svg+xml") && !accepts(text.accept, "text/html"))
        return Language::svg;
    return own || accepts(text.accept, "application/json") ? Language::json : Language::sol;
}

void check_size(const Instance& instance, const RequestLimits& limits) {
    if (instance.customers() <= limits.customers) return;
    throw HttpError(413, VroomCode::too_large,
                    std::to_string(instance.customers()) +
                        " customers are too many: this server takes " +
                        std::to_string(limits.customers));
}

}  // namespace

Language language_from(std::string_view name) {
    for (const auto& [language, known] : languages)
        if (name == known) return language;
    refuse("format",
           "unknown format " + text::quoted(name) + " (known: vroom, json, sol, geojson, svg)");
}

std::string_view name_of(Language language) {
    for (const auto& [known, name] : languages)
        if (language == known) return name;
    return "json";
}

const Instance& Request::instance() const {
    if (const auto* vroom = std::get_if<VroomRequest>(&problem)) return vroom->instance;
    return std::get<ReadResult>(problem).instance;
}

const std::vector<std::string>& Request::warnings() const {
    if (const auto* vroom = std::get_if<VroomRequest>(&problem)) return vroom->warnings;
    return std::get<ReadResult>(problem).warnings;
}

std::size_t Request::bytes() const {
    const Instance& all = instance();
    const auto nodes = static_cast<std::size_t>(all.nodes());
    std::size_t bytes = sizeof(Request) + nodes * 64;
    if (all.matrix() != nullptr) bytes += nodes * nodes * sizeof(double);
    if (all.rule().metric == Metric::matrix) bytes += nodes * nodes * sizeof(double);
    return bytes;
}

Request read_request(const RequestText& text, const RequestLimits& limits) {
    if (text.body.size() > limits.body)
        throw HttpError(413, VroomCode::too_large, "the request is too large");
    const StopRule clock;
    Wishes wishes;
    for (const auto& [key, value] : text.query) wishes.add(key, value);
    std::string nested;  // the instance of an object of our own
    if (std::optional<Value> own = own_object(text.body)) {
        for (auto& [key, value] : own->items())
            if (key != "instance") wishes.add(key, std::move(value));
        const Value& inner = (*own)["instance"];
        nested = inner.is_string() ? inner.get<std::string>() : inner.dump();
    }
    const ReadOptions options{wishes.rounding()};
    Request request{.problem = read_problem(nested.empty() ? text.body : nested, options)};
    check_size(request.instance(), limits);
    request.name = request.instance().name();
    request.language = default_language(text, request, !nested.empty());
    if (const auto* vroom = std::get_if<VroomRequest>(&request.problem))
        apply_vroom_options(*vroom, request);
    wishes.apply(request);
    if (request.language == Language::vroom && request.problem.index() == 0)
        refuse("format", "an answer in VROOM's form needs a request in it");
    if (request.seconds == 0) request.seconds = default_seconds(request.instance().customers());
    request.seconds = std::min(request.seconds, limits.seconds);
    request.load_seconds = clock.elapsed();
    return request;
}

}  // namespace odgear::serve
