#include "odgear/serve/service.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/serve/http_error.hpp"
#include "odgear/serve/page.hpp"
#include "odgear/serve/routes.hpp"

namespace odgear::serve {

namespace {

// Always compares the full length, so that the time taken does not reveal how much is right.
bool same_secret(const std::string& given, const std::string& expected) {
    unsigned difference = given.size() == expected.size() ? 0U : 1U;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const char c = i < given.size() ? given[i] : '\0';
        difference |= static_cast<unsigned>(static_cast<unsigned char>(c) ^
                                            static_cast<unsigned char>(expected[i]));
    }
    return difference == 0;
}

void set_error(httplib::Response& response, const HttpError& error) {
    response.status = error.status();
    response.set_content(error_text(error), "application/json");
    if (error.status() == 401) response.set_header("WWW-Authenticate", "Bearer");
    if (error.retry_after() > 0)
        response.set_header("Retry-After", std::to_string(error.retry_after()));
}

}  // namespace

Service::Service(const Parameters& parameters, Log::Sink sink)
    : Listener(parameters.listener),
      parameters_(parameters),
      log_(std::move(sink)),
      solver_(parameters.threads) {
    solver_.load();
    jobs_ = std::make_unique<Jobs>(solver_, parameters_, metrics_, log_);
    set_default_headers({{"X-Content-Type-Options", "nosniff"},
                         {"Referrer-Policy", "no-referrer"},
                         {"Server", "odgear"}});
    set_pre_routing_handler(
        [this](const Request& request, Response& response) { return gate(request, response); });
    for (const char* path : {"/", "/jobs"})
        Post(path,
             [this](const Request& request, Response& response,
                    const httplib::ContentReader& reader) { post(request, response, reader); });
    // Errors that the library reports itself have no text.
    set_error_handler([](const Request&, Response& response) {
        if (response.body.empty())
            set_error(response, {response.status, VroomCode::input, "the request cannot be read"});
    });
    set_exception_handler([](const Request&, Response& response, std::exception_ptr pointer) {
        try {
            std::rethrow_exception(std::move(pointer));
        } catch (const std::exception& error) {
            set_error(response, as_http_error(error));
        }
    });
}

Service::~Service() { stop(); }

void Service::start() {
    jobs_->restore();
    Listener::start();
    sweeper_ = std::thread([this] { sweep_until_stopped(); });
    log_.info("listening", {{"address", parameters_.listener.address},
                            {"port", std::int64_t{port()}},
                            {"threads", std::int64_t{solver_.threads()}}});
}

void Service::stop() {
    if (stopping_.exchange(true)) return;
    log_.info("stopping", {{"grace", parameters_.grace}});
    jobs_->stop(parameters_.grace);
    closing_ = true;
    Listener::stop();
    {
        const std::scoped_lock lock(sweeping_);
        wake_sweeper_.notify_all();
    }
    if (sweeper_.joinable()) sweeper_.join();
    log_.info("stopped");
}

void Service::sweep_until_stopped() {
    std::unique_lock lock(sweeping_);
    while (!closing_) {
        wake_sweeper_.wait_for(lock, std::chrono::seconds(1));
        lock.unlock();
        jobs_->sweep();
        lock.lock();
    }
}

httplib::Server::HandlerResponse Service::gate(const Request& request, Response& response) {
    add_cors(request, response);
    try {
        check_access(request);
        if (request.method == "POST") {
            const RouteMatch match = match_route(request.method, request.path);
            if (match.found && match.allowed) {
                check_body(request);
                return HandlerResponse::Unhandled;  // next, the body is read
            }
        }
        dispatch(request, response);
    } catch (const std::exception& error) {
        set_error(response, as_http_error(error));
        // A body that is not read would be taken for the next request.
        if (request.method == "POST") response.set_header("Connection", "close");
    }
    return HandlerResponse::Handled;
}

void Service::check_access(const Request& request) const {
    if (request.method == "OPTIONS") return;
    const bool changes = request.method != "GET" && request.method != "HEAD";
    // A page of another site must not use this server through its visitors' browsers.
    if (changes && request.get_header_value("Sec-Fetch-Site") == "cross-site" &&
        (parameters_.cors.empty() || request.get_header_value("Origin") != parameters_.cors))
        throw HttpError(403, VroomCode::input, "calls from other sites are not allowed");
    if (parameters_.token.empty() || is_public(request.method, request.path)) return;
    if (!same_secret(request.get_header_value("Authorization"), "Bearer " + parameters_.token))
        throw HttpError(401, VroomCode::input, "a valid bearer token is needed");
}

void Service::add_cors(const Request& request, Response& response) const {
    if (parameters_.cors.empty() || request.get_header_value("Origin") != parameters_.cors) return;
    response.set_header("Access-Control-Allow-Origin", parameters_.cors);
    response.set_header("Vary", "Origin");
    if (request.method != "OPTIONS") return;
    response.set_header("Access-Control-Allow-Methods", "GET, POST, DELETE");
    response.set_header("Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Idempotency-Key");
    response.set_header("Access-Control-Max-Age", "86400");
}

void Service::dispatch(const Request& request, Response& response) {
    const RouteMatch match = match_route(request.method, request.path);
    if (!match.found) throw HttpError(404, VroomCode::input, "there is nothing at this address");
    if (request.method == "OPTIONS") {
        response.status = 204;
        response.set_header("Allow", match.methods);
        return;
    }
    if (!match.allowed) {
        response.set_header("Allow", match.methods);
        throw HttpError(405, VroomCode::input, "this address answers to " + match.methods);
    }
    switch (match.address) {
        case Address::page: page(request, response); break;
        case Address::health: health(response); break;
        case Address::metrics: write_metrics(response); break;
        case Address::job:
            if (request.method == "DELETE")
                cancel_job(response, job_of(request.path));
            else
                get_job(request, response, job_of(request.path));
            break;
        case Address::events: stream_events(request, response, job_of(request.path)); break;
        case Address::instance: get_instance(request, response, *job_of(request.path)); break;
        case Address::edges: get_edges(response, *job_of(request.path)); break;
        case Address::solve:
        case Address::jobs: break;  // only POST, after the body
    }
}

void Service::post(const Request& request, Response& response,
                   const httplib::ContentReader& reader) {
    RequestText text;
    text.body = read_body(reader);
    text.content_type = request.get_header_value("Content-Type");
    text.accept = request.get_header_value("Accept");
    for (const auto& [key, value] : request.params) text.query[key] = value;
    if (request.path == "/")
        solve(request, response, text);
    else
        create_job(request, response, text);
}

void Service::check_body(const Request& request) const {
    const bool chunked = request.has_header("Transfer-Encoding");
    if (!chunked && !request.has_header("Content-Length"))
        throw HttpError(411, VroomCode::input, "the length of the body is not stated");
    if (request.get_header_value<std::uint64_t>("Content-Length") > parameters_.limits.body)
        throw HttpError(413, VroomCode::too_large,
                        "the request is too large: this server takes " +
                            std::to_string(parameters_.limits.body) + " bytes");
    if (request.is_multipart_form_data())
        throw HttpError(415, VroomCode::input, "forms are not read: send the file as the body");
    const std::string encoding = request.get_header_value("Content-Encoding");
    if (!encoding.empty() && encoding != "gzip" && encoding != "br" && encoding != "identity")
        throw HttpError(415, VroomCode::input, "bodies may be encoded as gzip or br only");
}

std::string Service::read_body(const httplib::ContentReader& reader) const {
    std::string body;
    bool too_large = false;
    const bool complete = reader([&](const char* data, std::size_t size) {
        too_large = body.size() + size > parameters_.limits.body;
        if (!too_large) body.append(data, size);
        return !too_large;
    });
    if (too_large) throw HttpError(413, VroomCode::too_large, "the request is too large");
    if (!complete) throw HttpError(400, VroomCode::input, "the body did not come in whole");
    return body;
}

void Service::answered(const Request& request, const Response& response, double seconds) {
    const RouteMatch match = match_route(request.method, request.path);
    const std::string route = match.found ? std::string(match.pattern) : "other";
    const std::string method = match.found ? request.method : "other";
    metrics_.request(method, route, response.status, seconds);
    log_.info("request", {{"method", request.method},
                          {"path", request.path},
                          {"status", std::int64_t{response.status}},
                          {"seconds", seconds},
                          {"bytes", static_cast<std::int64_t>(response.body.size())},
                          {"remote", request.remote_addr}});
}

JobPointer Service::job_of(const std::string& path) const {
    JobPointer job = jobs_->find(job_id(path));
    if (!job) throw HttpError(404, VroomCode::input, "there is no such job (any more)");
    return job;
}

}  // namespace odgear::serve
