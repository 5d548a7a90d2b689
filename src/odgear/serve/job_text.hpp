// A job as JSON, for clients and for the state file, which also reads it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/serve/job.hpp"

namespace odgear::serve {

// All about a job: state, times, best routes so far, and the trace of the cost.
std::string describe_job(const Job& job, const JobView& view);

// One server-sent event: "event: incumbent" with the best routes and the trace from point `seen` on
// while the job runs; "event: end" with the whole job after it.
std::string event_text(const Job& job, const JobView& view, std::size_t seen);

// How a job ended.
struct Outcome {
    JobState state = JobState::finished;
    std::optional<Solved> solved;
    std::optional<HttpError> error;
    std::vector<TracePoint> trace;
};

std::string write_outcome(JobState state, const Solved* solved, const HttpError* error,
                          const std::vector<TracePoint>& trace);
// `request` must be the request of this job, because plans are scheduled again. Throws InputError
// on an invalid text.
Outcome read_outcome(std::string_view text, const Request& request);

std::string write_incumbent(const Incumbent& best, const std::vector<TracePoint>& trace);

struct SavedIncumbent {
    Incumbent best;
    std::vector<TracePoint> trace;
};
SavedIncumbent read_incumbent(std::string_view text, const Request& request);

}  // namespace odgear::serve
