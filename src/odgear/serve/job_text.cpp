#include "odgear/serve/job_text.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/json.hpp"
#include "odgear/serve/log.hpp"
#include "odgear/serve/plan_text.hpp"

namespace odgear::serve {

namespace {

using Ordered = nlohmann::ordered_json;
using Json = nlohmann::json;

Ordered trace_list(const std::vector<TracePoint>& trace, std::size_t from = 0) {
    Ordered list = Ordered::array();
    for (std::size_t i = from; i < trace.size(); ++i)
        list.push_back(
            {{"seconds", trace[i].seconds}, {"cost", trace[i].cost}, {"stage", trace[i].stage}});
    return list;
}

std::vector<TracePoint> read_trace_list(const Json& list) {
    std::vector<TracePoint> trace;
    for (const Json& point : list)
        trace.push_back({point.at("seconds"), point.at("cost"), point.at("stage")});
    return trace;
}

void add_result(Ordered& object, const Result& result) {
    object["mode"] = name_of(result.mode);
    object["model"] = result.model.empty() ? Ordered(nullptr) : Ordered(result.model);
    object["solve_seconds"] = result.seconds.total;
    object["iterations"] = result.iterations;
    object["threads"] = result.threads;
    if (result.rollouts)
        object["rollouts"] = {{"count", result.rollouts->count},
                              {"best", result.rollouts->best},
                              {"mean", result.rollouts->mean}};
    if (result.start)
        object["start"] = {{"taken", name_of(result.start->taken)},
                           {"policy", result.start->policy},
                           {"construction", result.start->construction}};
    object["notices"] = result.notices;
    object["edges"] = !result.edge_probabilities.values.empty();
}

Solved read_solved(const Json& object, const Request& request) {
    Solved solved;
    Result& result = solved.result;
    result.solution.cost = object.at("cost");
    result.solution.routes = object.at("routes").get<std::vector<Route>>();
    result.mode = mode_from(object.at("mode").get<std::string>());
    if (object.at("model").is_string()) result.model = object.at("model");
    result.seconds.total = object.at("solve_seconds");
    result.iterations = object.at("iterations");
    result.threads = object.at("threads");
    result.notices = object.at("notices").get<std::vector<std::string>>();
    if (object.contains("rollouts")) {
        const Json& drawn = object["rollouts"];
        result.rollouts = RolloutSummary{drawn.at("count"), drawn.at("best"), drawn.at("mean")};
    }
    if (object.contains("start")) {
        const Json& start = object["start"];
        result.start = StartChoice{start_from(start.at("taken").get<std::string>()),
                                   start.at("policy"), start.at("construction")};
    }
    if (object.contains("plan")) {
        solved.plan = read_orders(object["plan"], request);
        solved.complete = object.at("complete");
    }
    return solved;
}

void add_best(Ordered& object, const Request& request, const Incumbent& best) {
    object["cost"] = best.solution.cost;
    object["seconds"] = best.seconds;
    object["stage"] = best.stage;
    object["routes"] = best.solution.routes;
    if (best.plan) add_plan(object, request.fleet()->problem(), *best.plan);
}

// Runs `read` on the parsed text and turns exceptions of the JSON library into InputError.
template <class Read>
auto parsed(std::string_view text, Read read) {
    try {
        return read(Json::parse(text));
    } catch (const Json::exception& error) {
        throw InputError(std::string("state file: ") + error.what());
    }
}

JobState state_from(const std::string& name) {
    for (const JobState state : {JobState::finished, JobState::cancelled, JobState::failed})
        if (name == name_of(state)) return state;
    throw InputError("state file: unknown state " + name);
}

}  // namespace

std::string describe_job(const Job& job, const JobView& view) {
    const Request& request = job.request();
    Ordered object;
    object["id"] = job.id();
    object["status"] = name_of(view.state);
    object["name"] = request.name;
    object["customers"] = request.customers();
    object["created"] = utc_text(job.created());
    object["time_limit"] = request.seconds;
    object["priority"] = request.priority;
    object["waited"] = view.waited;
    if (view.error)
        object["error"] = {{"code", static_cast<int>(view.error->code())},
                           {"error", view.error->what()},
                           {"status", view.error->status()}};
    if (view.best) add_best(object, request, *view.best);
    if (view.solved) {
        add_result(object, view.solved->result);
        if (view.solved->plan) object["complete"] = view.solved->complete;
    }
    object["trace"] = trace_list(view.trace);
    return json_line(object);
}

std::string event_text(const Job& job, const JobView& view, std::size_t seen) {
    const std::string id = "id: " + std::to_string(view.version) + "\n";
    if (view.ended()) {
        std::string data = describe_job(job, view);
        data.pop_back();
        return "event: end\n" + id + "data: " + data + "\n\n";
    }
    Ordered object;
    object["status"] = name_of(view.state);
    if (view.best) {
        add_best(object, job.request(), *view.best);
        object["trace"] = trace_list(view.trace, std::min(seen, view.trace.size()));
    }
    return "event: incumbent\n" + id + "data: " + json_text(object) + "\n\n";
}

std::string write_outcome(JobState state, const Solved* solved, const HttpError* error,
                          const std::vector<TracePoint>& trace) {
    Ordered object;
    object["state"] = name_of(state);
    if (error != nullptr)
        object["error"] = {{"status", error->status()},
                           {"code", static_cast<int>(error->code())},
                           {"message", error->what()}};
    if (solved != nullptr) {
        Ordered result;
        result["cost"] = solved->result.solution.cost;
        result["routes"] = solved->result.solution.routes;
        add_result(result, solved->result);
        if (solved->plan) {
            result["plan"] = write_orders(*solved->plan);
            result["complete"] = solved->complete;
        }
        object["result"] = std::move(result);
    }
    object["trace"] = trace_list(trace);
    return json_text(object);
}

Outcome read_outcome(std::string_view text, const Request& request) {
    return parsed(text, [&](const Json& object) {
        Outcome outcome;
        outcome.state = state_from(object.at("state"));
        outcome.trace = read_trace_list(object.at("trace"));
        if (object.contains("error")) {
            const Json& error = object["error"];
            outcome.error.emplace(error.at("status").get<int>(),
                                  static_cast<VroomCode>(error.at("code").get<int>()),
                                  error.at("message").get<std::string>());
        }
        if (object.contains("result")) outcome.solved = read_solved(object["result"], request);
        return outcome;
    });
}

std::string write_incumbent(const Incumbent& best, const std::vector<TracePoint>& trace) {
    Ordered object;
    object["cost"] = best.solution.cost;
    object["routes"] = best.solution.routes;
    object["seconds"] = best.seconds;
    object["stage"] = best.stage;
    if (best.plan) object["plan"] = write_orders(*best.plan);
    object["trace"] = trace_list(trace);
    return json_text(object);
}

SavedIncumbent read_incumbent(std::string_view text, const Request& request) {
    return parsed(text, [&](const Json& object) {
        SavedIncumbent saved;
        saved.best.solution.cost = object.at("cost");
        saved.best.solution.routes = object.at("routes").get<std::vector<Route>>();
        saved.best.seconds = object.at("seconds");
        saved.best.stage = object.at("stage");
        if (object.contains("plan")) saved.best.plan = read_orders(object["plan"], request);
        saved.trace = read_trace_list(object.at("trace"));
        return saved;
    });
}

}  // namespace odgear::serve
