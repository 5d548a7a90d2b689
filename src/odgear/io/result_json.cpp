#include "odgear/io/result_json.hpp"

#include <limits>
#include <utility>

#include "odgear/io/json.hpp"

namespace odgear {

namespace {

std::string optional_value(const std::optional<double>& value) {
    return value ? json::number_text(*value) : "null";
}

template <class Number>
std::string route_lines(const std::vector<std::vector<Number>>& routes) {
    std::string lines = "[";
    for (std::size_t r = 0; r < routes.size(); ++r) {
        lines += r == 0 ? "\n    [" : ",\n    [";
        for (std::size_t i = 0; i < routes[r].size(); ++i) {
            if (i > 0) lines += ", ";
            lines += std::to_string(routes[r][i]);
        }
        lines += ']';
    }
    return lines + (routes.empty() ? "]" : "\n  ]");
}

std::string seconds_object(const ResultRecord::Seconds& seconds) {
    using json::number_text;
    return "{\"load\": " + number_text(seconds.load) +
           ", \"graph\": " + number_text(seconds.graph) +
           ", \"encode\": " + number_text(seconds.encode) +
           ", \"rollout\": " + number_text(seconds.rollout) +
           ", \"improve\": " + number_text(seconds.improve) +
           ", \"total\": " + number_text(seconds.total) + "}";
}

std::string start_object(const std::optional<ResultRecord::Start>& start) {
    if (!start) return "null";
    return "{\"taken\": " + json::string_text(start->taken) +
           ", \"policy\": " + json::number_text(start->policy) +
           ", \"construction\": " + json::number_text(start->construction) + "}";
}

class ObjectWriter {
public:
    void field(const char* key, const std::string& value) {
        text_ += first_ ? "{\n  \"" : ",\n  \"";
        first_ = false;
        text_.append(key).append("\": ").append(value);
    }
    std::string finish() { return std::move(text_) + "\n}\n"; }

private:
    std::string text_;
    bool first_ = true;
};

std::vector<Route> read_routes(const json::Field& field) {
    std::vector<Route> routes(field.array_size());
    for (std::size_t r = 0; r < routes.size(); ++r) {
        const json::Field route = field.at(r);
        const std::size_t customers = route.array_size();
        for (std::size_t i = 0; i < customers; ++i) {
            const json::Field customer = route.at(i);
            const std::int64_t value = customer.integer();
            if (value < 1 || value > std::numeric_limits<int>::max())
                customer.fail(std::to_string(value) +
                              " is not a customer: they count from 1, the depot is left out");
            routes[r].push_back(static_cast<int>(value));
        }
    }
    return routes;
}

// Calls take(field) if the key is present and not null.
template <class Take>
void when_given(const json::Field& object, const char* key, Take take) {
    if (object.has(key) && !object.at(key).value().is_null()) take(object.at(key));
}

void read_seconds(const json::Field& object, ResultRecord::Seconds& seconds) {
    const auto read = [&](const char* key, double& slot) {
        when_given(object, key, [&](const json::Field& field) { slot = field.number(); });
    };
    read("load", seconds.load);
    read("graph", seconds.graph);
    read("encode", seconds.encode);
    read("rollout", seconds.rollout);
    read("improve", seconds.improve);
    read("total", seconds.total);
}

}  // namespace

std::string write_result(const ResultRecord& record) {
    ObjectWriter out;
    out.field("instance", json::string_text(record.instance));
    out.field("cost", json::number_text(record.cost));
    if (record.best_known) {
        out.field("best_known", json::number_text(*record.best_known));
        if (*record.best_known > 0)
            out.field("gap_percent",
                      json::number_text(100 * (record.cost / *record.best_known - 1)));
    }
    out.field("feasible", record.feasible ? "true" : "false");
    out.field("rounding", json::string_text(record.rounding));
    out.field("mode", json::string_text(record.mode));
    out.field("model", record.model.empty() ? "null" : json::string_text(record.model));
    out.field("seed", std::to_string(record.seed));
    out.field("threads", std::to_string(record.threads));
    out.field("seconds", seconds_object(record.seconds));
    out.field("rollouts", std::to_string(record.rollouts));
    out.field("best_rollout_cost", optional_value(record.best_rollout_cost));
    out.field("mean_rollout_cost", optional_value(record.mean_rollout_cost));
    out.field("start", start_object(record.start));
    out.field("iterations", std::to_string(record.iterations));
    out.field("routes", route_lines(record.routes));
    if (!record.ids.empty()) out.field("ids", route_lines(record.ids));
    return out.finish();
}

ResultRecord read_result(std::string_view text, const std::string& file) {
    using json::Field;
    const json::Value value = json::parse(text, file);
    const Field root(value, file);
    ResultRecord record;
    record.routes = read_routes(root.at("routes"));
    record.cost = root.at("cost").number();
    when_given(root, "instance", [&](const Field& f) { record.instance = f.string(); });
    when_given(root, "feasible", [&](const Field& f) { record.feasible = f.boolean(); });
    when_given(root, "rounding", [&](const Field& f) { record.rounding = f.string(); });
    when_given(root, "mode", [&](const Field& f) { record.mode = f.string(); });
    when_given(root, "model", [&](const Field& f) { record.model = f.string(); });
    when_given(root, "seed", [&](const Field& f) {
        record.seed = f.value().is_number_unsigned() ? f.value().get<std::uint64_t>()
                                                     : static_cast<std::uint64_t>(f.integer());
    });
    when_given(root, "threads", [&](const Field& f) {
        const std::int64_t threads = f.integer();
        if (threads < 0 || threads > std::numeric_limits<int>::max()) f.fail("is out of range");
        record.threads = static_cast<int>(threads);
    });
    when_given(root, "seconds", [&](const Field& f) { read_seconds(f, record.seconds); });
    when_given(root, "rollouts", [&](const Field& f) { record.rollouts = f.integer(); });
    when_given(root, "iterations", [&](const Field& f) { record.iterations = f.integer(); });
    when_given(root, "best_known", [&](const Field& f) { record.best_known = f.number(); });
    when_given(root, "best_rollout_cost",
               [&](const Field& f) { record.best_rollout_cost = f.number(); });
    when_given(root, "mean_rollout_cost",
               [&](const Field& f) { record.mean_rollout_cost = f.number(); });
    when_given(root, "start", [&](const Field& f) {
        record.start = ResultRecord::Start{f.at("taken").string(), f.at("policy").number(),
                                           f.at("construction").number()};
    });
    return record;
}

}  // namespace odgear
