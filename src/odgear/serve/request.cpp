#include "odgear/serve/request.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/stop_table.hpp"
#include "odgear/io/text.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/serve/http_error.hpp"

namespace odgear::serve {

namespace {

using json::Field;
using json::Value;

const std::string source = "request";  // what messages call the request body
constexpr double most_amount = 1e15;
constexpr int most_rollouts = 10'000;
constexpr std::size_t longest_name = 200;

[[noreturn]] void refuse(const std::string& key, const std::string& message) {
    throw InputError(Place{source, 0, key}, message);
}

constexpr std::array languages{
    std::pair{Language::vroom, "vroom"},     std::pair{Language::json, "json"},
    std::pair{Language::sol, "sol"},         std::pair{Language::csv, "csv"},
    std::pair{Language::geojson, "geojson"}, std::pair{Language::svg, "svg"},
    std::pair{Language::html, "html"}};

// Options by name, from the query of the URL or from our own JSON object.
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

    std::string rounding() {
        const Value* value = take("rounding");
        return value != nullptr ? text(*value, "rounding") : "auto";
    }

    // Options for a table of stops that the table itself does not contain.
    TableOptions table() {
        TableOptions options;
        if (const Value* v = take("depot")) options.depot = text(*v, "depot");
        if (const Value* v = take("capacity"))
            options.capacity = static_cast<Load>(whole(*v, "capacity", 1, 1'000'000'000));
        if (const Value* v = take("speed")) options.speed = number(*v, "speed", 0.1, 1000);
        return options;
    }

    std::optional<int> vehicles() {
        const Value* value = take("vehicles");
        if (value == nullptr) return std::nullopt;
        return whole(*value, "vehicles", 1, 1'000'000);
    }

private:
    // The value of an option. Each is taken once; options that are never taken are unknown ones.
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
        if (value.is_string()) {  // it comes from the query
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

    // Only embedded models: a request must not name files on the server.
    static std::string model(const std::string& name) {
        if (name == "auto") return name;
        for (const policy::EmbeddedModel& known : policy::embedded_models())
            if (name == known.file) return name;
        refuse("model", "there is no embedded model " + text::quoted(name));
    }

    // Routes of customers, numbered as in answers: from 1, or by job id.
    static void add_warm_start(const Value& value, Request& request) {
        if (const FleetInput* fleet = request.fleet()) {
            request.warm_plan = warm_plan(value, fleet->problem());
            return;
        }
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

    // A plan in our JSON format, or routes of stops for the vehicles in their order.
    static fleet::Plan warm_plan(const Value& value, const fleet::Problem& problem) {
        if (value.is_object()) return read_plan_json(value.dump(), "warm_start", problem);
        const Field routes(value, source, "warm_start");
        std::string lines;
        for (std::size_t r = 0; r < routes.array_size(); ++r) {
            lines += "Route #";
            lines += std::to_string(r + 1);
            lines += ':';
            for (std::size_t i = 0; i < routes.at(r).array_size(); ++i) {
                lines += ' ';
                lines += std::to_string(routes.at(r).at(i).integer());
            }
            lines += '\n';
        }
        return read_plan_sol(lines, "warm_start", problem).plan;
    }

    std::map<std::string, Value> values_;
    Value taken_;
};

bool is_json(std::string_view body) {
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && body[first] == '{';
}

// Parses our own JSON object; nothing if the body is something else. The quick search for the key
// comes first, so that a VROOM request is not parsed twice.
std::optional<Value> own_object(std::string_view body) {
    if (!is_json(body) || body.find("\"instance\"") == std::string_view::npos) return std::nullopt;
    Value value = json::parse(body, source);
    if (!value.is_object() || !value.contains("instance")) return std::nullopt;
    return value;
}

// Whether equal vehicles can carry everything: largest load first, each into the first vehicle with
// room. If that fails, some jobs may have to be left out.
bool fits_fleet(const Instance& instance) {
    if (!instance.has_vehicle_limit() || instance.is_tsp()) return true;
    std::vector<Load> loads(instance.demands().begin() + 1, instance.demands().end());
    std::sort(loads.begin(), loads.end(), std::greater<>());
    std::vector<Load> room;
    for (const Load load : loads) {
        const auto found =
            std::find_if(room.begin(), room.end(), [&](const Load space) { return space >= load; });
        if (found != room.end())
            *found -= load;
        else if (room.size() < static_cast<std::size_t>(instance.max_vehicles()))
            room.push_back(instance.capacity() - load);
        else
            return false;
    }
    return true;
}

// A VROOM request that is a plain CVRP or TSP goes to the search for that, unless jobs might have
// to be left out, which only an answer to a rich problem can express.
Problem read_vroom_problem(std::string_view body, const ReadOptions& options) {
    try {
        VroomRequest request = read_vroom(body, source, options);
        if (fits_fleet(request.instance)) return request;
    } catch (const InputError&) {
        // It is either invalid or rich; the rich reader decides.
    } catch (const InfeasibleError&) {
    }
    return FleetInput(read_vroom_fleet(body, source));
}

Problem read_problem(std::string_view body, const std::string& rounding,
                     const TableOptions& table) {
    if (body.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw InputError(Place{source, 0, ""}, "the body is empty");
    if (!is_json(body))
        if (auto fleet = parse_fleet_input(body, source, {rounding, false, table}))
            return std::move(*fleet);
    const ReadOptions options{rounding_option(rounding), table};
    if (is_json(body)) return read_vroom_problem(body, options);
    return parse_instance(body, source, options);
}

// A limit given in the options replaces that of the problem.
void limit_vehicles(Problem& problem, std::optional<int> vehicles) {
    if (!vehicles) return;
    auto* read = std::get_if<ReadResult>(&problem);
    if (read == nullptr || read->instance.is_tsp())
        refuse("vehicles", "is for CVRPs: this problem states its fleet");
    InstanceData data = read->instance.data();
    data.max_vehicles = *vehicles;
    read->instance = Instance(std::move(data));
}

// Options inside the problem; only VROOM requests have them.
void apply_vroom_options(Request& request) {
    VroomOptions asked;
    if (const auto* vroom = std::get_if<VroomRequest>(&request.problem)) asked = vroom->options;
    if (const FleetInput* fleet = request.fleet()) asked = fleet->asked();
    if (asked.threads) request.options.threads = *asked.threads;
    if (asked.time_limit) request.seconds = *asked.time_limit;
    // Without a time limit, the exploration level scales the default time.
    if (asked.exploration && !asked.time_limit)
        request.seconds = default_seconds(request.customers()) * (*asked.exploration + 1) / 6.0;
}

bool is_vroom(const Request& request) {
    const FleetInput* fleet = request.fleet();
    return std::holds_alternative<VroomRequest>(request.problem) ||
           (fleet != nullptr && fleet->vroom() != nullptr);
}

bool accepts(const std::string& accept, std::string_view type) {
    return accept.find(type) != std::string::npos;
}

// The language of the answer is that of the request, unless the client states what it accepts.
Language default_language(const RequestText& text, const Request& request, bool own) {
    if (is_vroom(request) && !own) return Language::vroom;
    if (accepts(text.accept, "text/csv")) return Language::csv;
    if (accepts(text.accept, "application/geo+json")) return Language::geojson;
    if (accepts(text.accept, "image/svg+xml") && !accepts(text.accept, "text/html"))
        return Language::svg;
    if (own || accepts(text.accept, "application/json")) return Language::json;
    return text.content_type.rfind("text/csv", 0) == 0 || is_stop_table(text.body, source)
               ? Language::csv
               : Language::sol;
}

void check_size(const Request& request, const RequestLimits& limits) {
    if (request.customers() <= limits.customers) return;
    throw HttpError(413, VroomCode::too_large,
                    std::to_string(request.customers()) +
                        " customers are too many: this server takes " +
                        std::to_string(limits.customers));
}

}  // namespace

Language language_from(std::string_view name) {
    for (const auto& [language, known] : languages)
        if (name == known) return language;
    refuse("format", "unknown format " + text::quoted(name) +
                         " (known: vroom, json, sol, csv, geojson, svg, html)");
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

int Request::customers() const {
    return fleet() != nullptr ? fleet()->problem().stops() : instance().customers();
}

const std::vector<std::string>& Request::warnings() const {
    if (fleet() != nullptr) return fleet()->warnings();
    if (const auto* vroom = std::get_if<VroomRequest>(&problem)) return vroom->warnings;
    return std::get<ReadResult>(problem).warnings;
}

std::size_t Request::bytes() const {
    if (fleet() != nullptr) {
        const fleet::Problem& rich = fleet()->problem();
        const auto places = static_cast<std::size_t>(rich.locations());
        std::size_t tables = 0;
        for (const fleet::Profile& profile : rich.data().profiles)
            tables += profile.distances.size() + profile.durations.size() +
                      (places <= fleet::Problem::matrix_threshold ? 2 * places * places : 0);
        return sizeof(Request) + source.size() + tables * sizeof(double) +
               static_cast<std::size_t>(rich.stops()) * (sizeof(fleet::Stop) + 100);
    }
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
    std::string nested;  // the instance inside our own JSON object
    if (std::optional<Value> own = own_object(text.body)) {
        for (auto& [key, value] : own->items())
            if (key != "instance") wishes.add(key, std::move(value));
        const Value& inner = (*own)["instance"];
        nested = inner.is_string() ? inner.get<std::string>() : inner.dump();
    }
    const std::string rounding = wishes.rounding();
    const TableOptions table = wishes.table();
    const std::string& body = nested.empty() ? text.body : nested;
    Request request{.problem = read_problem(body, rounding, table)};
    limit_vehicles(request.problem, wishes.vehicles());
    check_size(request, limits);
    if (const FleetInput* fleet = request.fleet()) {
        request.name = fleet->problem().name();
        request.source = body;
    } else {
        request.name = request.instance().name();
    }
    request.language = default_language(text, request, !nested.empty());
    apply_vroom_options(request);
    wishes.apply(request);
    if (request.language == Language::vroom && !is_vroom(request))
        refuse("format", "an answer in VROOM's format needs a request in that format");
    if (request.fleet() != nullptr && request.options.mode == Mode::policy)
        refuse("mode", "the policy does not support time windows, vehicle types or depots");
    if (request.seconds == 0) request.seconds = default_seconds(request.customers());
    request.seconds = std::min(request.seconds, limits.seconds);
    request.load_seconds = clock.elapsed();
    return request;
}

}  // namespace odgear::serve
