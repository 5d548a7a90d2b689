// One problem in the service, watched by any number of clients. All methods may be called from
// several threads at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/serve/http_error.hpp"
#include "odgear/serve/request.hpp"
#include "odgear/serve/solved.hpp"

namespace odgear::serve {

enum class JobState : std::uint8_t { queued, running, finished, cancelled, failed };

std::string_view name_of(JobState state);

// The state of a job as a watcher sees it. Solutions are shared, not copied.
struct JobView {
    JobState state = JobState::queued;
    std::uint64_t version = 0;  // grows with every change
    std::shared_ptr<const Incumbent> best;
    std::shared_ptr<const Solved> solved;  // set if the job ended with a solution
    std::optional<HttpError> error;        // set if it failed
    std::vector<TracePoint> trace;
    double waited = 0;  // seconds between arrival and start

    bool ended() const { return state >= JobState::finished; }
};

// The trace of a job with its final cost, if that is better than all before.
std::vector<TracePoint> with_end(std::vector<TracePoint> trace, const Solved& solved);

class Job {
public:
    Job(std::string id, Request request);

    const std::string& id() const { return id_; }
    // Whether clients can ask for it later. A job without an id belongs to the call that waits for
    // it.
    bool stored() const { return !id_.empty(); }
    const Request& request() const { return request_; }
    Clock::time_point arrival() const { return arrival_; }
    std::chrono::system_clock::time_point created() const { return created_; }
    void set_created(std::chrono::system_clock::time_point when) { created_ = when; }

    Clock::time_point deadline() const;
    // Changes the deadline, but only to an earlier one.
    void bring_forward(Clock::time_point deadline);
    double seconds_left() const;

    // Ends the search soon; the best solution so far becomes the result.
    void cancel();
    bool cancelled() const;
    // Ends the search at the end of the grace time. No client cancelled it, so the job counts as
    // finished.
    void stop() { flag_.raise(); }
    const StopFlag& flag() const { return flag_; }

    // Called by the worker.
    void begin();
    void improve(const Progress& progress);
    void finish(Solved solved);
    void fail(const HttpError& error);

    // For a job of an earlier process: restores its best solution so far, or how and when it ended.
    void resume(Incumbent best, std::vector<TracePoint> trace);
    void restore(JobView ended, Clock::time_point when);

    JobView view() const;
    // Waits for a version after `version`; returns the same view if nothing changed in time.
    JobView wait(std::uint64_t version, double seconds) const;
    // Approximate memory that it uses.
    std::size_t bytes() const;
    // When it ended; nothing while it has not.
    std::optional<Clock::time_point> ended() const;

private:
    void changed();
    void improve_plan(const Progress& progress);

    const std::string id_;
    const Request request_;
    const Clock::time_point arrival_ = Clock::now();
    std::chrono::system_clock::time_point created_ = std::chrono::system_clock::now();
    StopFlag flag_;

    mutable std::mutex mutex_;  // guards the following members
    mutable std::condition_variable changed_;
    Clock::time_point deadline_;
    bool cancelled_ = false;
    Clock::time_point ended_{};
    JobView view_;
};

}  // namespace odgear::serve
