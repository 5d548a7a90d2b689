// The answers of the service, by address.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/tsplib_writer.hpp"
#include "odgear/serve/answer.hpp"
#include "odgear/serve/http_error.hpp"
#include "odgear/serve/job_text.hpp"
#include "odgear/serve/page.hpp"
#include "odgear/serve/service.hpp"

namespace odgear::serve {

namespace {

constexpr const char* json_type = "application/json";

// How often a waiting call checks whether its client is still there.
constexpr double seconds_between_looks = 0.25;

// The longest time that GET /jobs/ID?wait=S waits.
constexpr double longest_wait = 60;

// A client gets at most one incumbent in this time. Incumbents that come faster are skipped; the
// newest one is sent.
constexpr double seconds_between_events = 0.1;
// Keeps proxies from closing the stream, and shows when a connection is dead.
constexpr double seconds_between_heartbeats = 10;
constexpr int most_streams = 200;

bool client_is_there(const httplib::Request& request) {
    return !request.progress || request.progress(0, 0);
}

double number_of(const httplib::Request& request, const char* key, double most) {
    if (!request.has_param(key)) return 0;
    const std::string text = request.get_param_value(key);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value >= 0))
        throw HttpError(400, VroomCode::input, std::string(key) + ": expected a number of seconds");
    return std::min(value, most);
}

std::string quoted_hash(std::string_view text) {
    std::string tag = "\"";
    tag += std::to_string(std::hash<std::string_view>{}(text));
    return tag += '"';
}

// Whether the plan contains all required stops.
bool is_complete(const serve::Request& request, const fleet::Plan& plan) {
    const fleet::Problem& problem = request.fleet()->problem();
    return std::none_of(plan.unassigned.begin(), plan.unassigned.end(),
                        [&](const fleet::Unassigned& left) { return problem.required(left.stop); });
}

// Sends the changes of a job until it has ended.
class EventStream {
public:
    EventStream(JobPointer job, const std::atomic<bool>& closing)
        : job_(std::move(job)), closing_(closing) {}

    // Writes one event, or nothing for a while; false if the client is gone.
    bool next(httplib::DataSink& sink) {
        JobView view = job_->wait(version_, first_ ? 0 : 1);
        const bool news = first_ || view.version > version_;
        std::string text;
        if (news) {
            text = event_text(*job_, view, seen_);
            spoke_ = Clock::now();
        } else if (silence() > seconds_between_heartbeats) {
            text = ": still there\n\n";
            spoke_ = Clock::now();
        }
        first_ = false;
        version_ = view.version;
        seen_ = view.trace.size();
        if (!text.empty() && !sink.write(text.data(), text.size())) return false;
        if (view.ended() || closing_) {
            sink.done();
            return true;
        }
        if (news)
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds_between_events));
        return sink.is_writable();
    }

private:
    double silence() const { return std::chrono::duration<double>(Clock::now() - spoke_).count(); }

    JobPointer job_;
    const std::atomic<bool>& closing_;
    bool first_ = true;
    std::uint64_t version_ = 0;
    std::size_t seen_ = 0;
    Clock::time_point spoke_ = Clock::now();
};

}  // namespace

void Service::solve(const Request& request, Response& response, const RequestText& text) {
    const JobPointer job = jobs_->submit(text);
    JobView view = job->view();
    while (!view.ended()) {
        view = job->wait(view.version, seconds_between_looks);
        if (!view.ended() && !client_is_there(request)) jobs_->cancel(*job);
    }
    if (view.error) throw HttpError(*view.error);
    const Language language = job->request().language;
    response.set_content(write_answer(job->request(), *view.solved, language),
                         content_type(language));
}

void Service::create_job(const Request& request, Response& response, const RequestText& text) {
    const std::string key = request.get_header_value("Idempotency-Key");
    constexpr std::size_t longest_key = 200;
    if (key.size() > longest_key)
        throw HttpError(400, VroomCode::input, "Idempotency-Key: longer than 200 bytes");
    const Accepted accepted = jobs_->accept(text, key);
    response.status = accepted.repeated ? 200 : 202;
    response.set_header("Location", "/jobs/" + accepted.job->id());
    response.set_content(describe_job(*accepted.job, accepted.job->view()), json_type);
}

void Service::get_job(const Request& request, Response& response, const JobPointer& job) const {
    JobView view = job->view();
    const double patience = number_of(request, "wait", longest_wait);
    const StopRule clock;
    while (!view.ended() && clock.elapsed() < patience && !closing_ && client_is_there(request))
        view = job->wait(view.version, std::min(seconds_between_looks, patience - clock.elapsed()));
    if (!request.has_param("format")) {
        response.set_content(describe_job(*job, view), json_type);
        return;
    }
    if (view.error) throw HttpError(*view.error);
    if (!view.best) throw HttpError(409, VroomCode::input, "this job has no solution yet");
    const Language language = language_from(request.get_param_value("format"));
    Solved solved;
    if (view.solved) {
        solved = *view.solved;
    } else {
        solved.result.solution = view.best->solution;
        solved.plan = view.best->plan;
        solved.complete = solved.plan == nullptr || is_complete(job->request(), *solved.plan);
    }
    response.set_content(write_answer(job->request(), solved, language), content_type(language));
}

void Service::stream_events(const Request& request, Response& response, const JobPointer& job) {
    if (++streams_ > most_streams) {
        --streams_;
        throw HttpError(503, VroomCode::internal, "too many streams of events", 5);
    }
    response.set_header("Cache-Control", "no-store");
    response.set_header("X-Accel-Buffering", "no");  // makes nginx pass on each event at once
    auto stream = std::make_shared<EventStream>(job, closing_);
    const auto provide = [stream](std::size_t, httplib::DataSink& sink) {
        return stream->next(sink);
    };
    const auto release = [this](bool) { --streams_; };
    if (request.method == "HEAD") {
        release(true);
        response.set_header("Content-Type", "text/event-stream");
    } else if (request.version == "HTTP/1.0") {
        response.set_content_provider("text/event-stream", provide, release);
    } else {
        response.set_chunked_content_provider("text/event-stream", provide, release);
    }
}

void Service::cancel_job(Response& response, const JobPointer& job) const {
    jobs_->cancel(*job);
    JobView view = job->view();
    // The search ends within a few hundredths of a second.
    const StopRule clock;
    while (!view.ended() && clock.elapsed() < 2) view = job->wait(view.version, 0.1);
    response.set_content(describe_job(*job, view), json_type);
}

void Service::get_instance(const Request& request, Response& response, const Job& job) {
    if (request.has_param("format")) {
        if (request.get_param_value("format") != "vrp")
            throw HttpError(400, VroomCode::input, "format: a problem is written as vrp only");
        // A rich problem is returned as it was sent.
        response.set_content(job.request().fleet() != nullptr
                                 ? job.request().source
                                 : write_tsplib(job.request().instance()),
                             "text/plain; charset=utf-8");
        return;
    }
    response.set_content(describe_instance(job.request()), json_type);
}

void Service::get_edges(Response& response, const Job& job) {
    const JobView view = job.view();
    if (!view.solved || view.solved->result.edge_probabilities.values.empty())
        throw HttpError(
            404, VroomCode::input,
            "this job has no edge probabilities: ask for them with \"edges\": true, and "
            "wait for its end");
    response.set_content(describe_edges(view.solved->result.edge_probabilities), json_type);
}

void Service::health(Response& response) const {
    if (stopping_) throw HttpError(503, VroomCode::internal, "the server is stopping", 5);
    const Jobs::Load load = jobs_->load();
    nlohmann::ordered_json object;
    object["status"] = "ok";
    object["waiting"] = load.scheduler.waiting;
    object["running"] = load.scheduler.running;
    response.set_content(object.dump() + "\n", json_type);
}

void Service::write_metrics(Response& response) const {
    const Jobs::Load load = jobs_->load();
    const auto number = [](std::size_t value) { return static_cast<double>(value); };
    response.set_content(
        metrics_.text({
            {"odgear_queue_waiting", "Jobs that wait.", number(load.scheduler.waiting)},
            {"odgear_queue_running", "Jobs that run.", number(load.scheduler.running)},
            {"odgear_jobs_kept", "Jobs that clients can ask for.", number(load.kept)},
            {"odgear_jobs_bytes", "Approximate memory of kept jobs.", number(load.bytes)},
            {"odgear_connections", "Open connections.", number(connections())},
            {"odgear_connections_busy", "Requests being answered.", number(busy())},
            {"odgear_connections_refused_total", "Connections refused because there were too many.",
             number(refused()), true},
            {"odgear_event_streams", "Streams of events.", static_cast<double>(streams_.load())},
            {"process_resident_memory_bytes", "Memory of the process.", resident_bytes()},
        }),
        "text/plain; version=0.0.4");
}

void Service::page(const Request& request, Response& response) {
    const PageFile* file = find_page_file(request.path);
    if (file == nullptr) throw HttpError(404, VroomCode::input, "there is nothing at this address");
    const std::string tag = quoted_hash(file->text());
    response.set_header("ETag", tag);
    response.set_header("Cache-Control", "no-cache");
    response.set_header("Content-Security-Policy",
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
                        "data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                        "frame-ancestors 'none'");
    if (request.get_header_value("If-None-Match") == tag) {
        response.status = 304;
        return;
    }
    response.set_content(file->bytes.empty() ? std::string() : std::string(file->text()),
                         content_type(*file));
}

}  // namespace odgear::serve
