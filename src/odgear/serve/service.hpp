// The service: the listener, the jobs, and what each address does. docs/server.md and
// /openapi.json describe it to its users.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "odgear/serve/http/listener.hpp"
#include "odgear/serve/jobs.hpp"
#include "odgear/serve/log.hpp"
#include "odgear/serve/metrics.hpp"
#include "odgear/serve/parameters.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::serve {

class Service : private Listener {
public:
    // Loads the networks. `sink` takes the log, a line a call.
    Service(const Parameters& parameters, Log::Sink sink);
    ~Service() override;

    // Serves until stop(), in threads of its own.
    void start();
    using Listener::port;
    // No new work; jobs get the grace time, then their best is their result.
    void stop();

private:
    using Request = httplib::Request;
    using Response = httplib::Response;

    // Before a body is read: who may call, what does not exist, and all that has no body.
    HandlerResponse gate(const Request& request, Response& response);
    void check_access(const Request& request) const;
    void add_cors(const Request& request, Response& response) const;
    void dispatch(const Request& request, Response& response);
    void post(const Request& request, Response& response, const httplib::ContentReader& reader);
    void answered(const Request& request, const Response& response, double seconds) override;

    // The addresses.
    void solve(const Request& request, Response& response, const RequestText& text);
    void create_job(const Request& request, Response& response, const RequestText& text);
    void get_job(const Request& request, Response& response, const JobPointer& job) const;
    void stream_events(const Request& request, Response& response, const JobPointer& job);
    void cancel_job(Response& response, const JobPointer& job) const;
    static void get_instance(const Request& request, Response& response, const Job& job);
    static void get_edges(Response& response, const Job& job);
    void health(Response& response) const;
    void write_metrics(Response& response) const;
    static void page(const Request& request, Response& response);

    JobPointer job_of(const std::string& path) const;
    // What the head says about the body: length, kind, encoding. HttpError when it is not wanted.
    void check_body(const Request& request) const;
    std::string read_body(const httplib::ContentReader& reader) const;
    void sweep_until_stopped();

    Parameters parameters_;
    Log log_;
    Metrics metrics_;
    Solver solver_;
    std::unique_ptr<Jobs> jobs_;
    std::atomic<bool> stopping_{false};
    std::atomic<bool> closing_{false};  // streams end
    std::atomic<int> streams_{0};

    std::mutex sweeping_;
    std::condition_variable wake_sweeper_;
    std::thread sweeper_;
};

}  // namespace odgear::serve
