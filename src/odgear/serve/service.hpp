// The service: the listener, the jobs, and the action for each address. docs/server.md and
// /openapi.json describe it for users.
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
    // Loads the networks. `sink` receives the log, one line per call.
    Service(const Parameters& parameters, Log::Sink sink);
    ~Service() override;

    // Serves until stop(), in its own threads.
    void start();
    using Listener::port;
    // Accepts no new work. Jobs get the grace time; then their best solution is the result.
    void stop();

private:
    using Request = httplib::Request;
    using Response = httplib::Response;

    // Runs before a body is read: checks permissions, rejects unknown addresses, and answers all
    // requests without a body.
    HandlerResponse gate(const Request& request, Response& response);
    void check_access(const Request& request) const;
    void add_cors(const Request& request, Response& response) const;
    void dispatch(const Request& request, Response& response);
    void post(const Request& request, Response& response, const httplib::ContentReader& reader);
    void answered(const Request& request, const Response& response, double seconds) override;

    // The actions by address.
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
    // Checks what the head says about the body: length, type, encoding. Throws HttpError if it is
    // rejected.
    void check_body(const Request& request) const;
    std::string read_body(const httplib::ContentReader& reader) const;
    void sweep_until_stopped();

    Parameters parameters_;
    Log log_;
    Metrics metrics_;
    Solver solver_;
    std::unique_ptr<Jobs> jobs_;
    std::atomic<bool> stopping_{false};
    std::atomic<bool> closing_{false};  // ends event streams
    std::atomic<int> streams_{0};

    std::mutex sweeping_;
    std::condition_variable wake_sweeper_;
    std::thread sweeper_;
};

}  // namespace odgear::serve
