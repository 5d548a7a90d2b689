// A job as JSON: for clients, and for the state file, which reads back what it wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/serve/job.hpp"

namespace odgear::serve {

// All about a job: state, times, best routes so far, how the cost fell.
std::string describe_job(const Job& job, const JobView& view);

// One server-sent event: "event: incumbent" with the best routes and the trace from `seen` points
// on while the job lives, "event: end" with the whole job after.
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
// The request is the one that ended so: plans are scheduled anew. InputError on text that is none.
Outcome read_outcome(std::string_view text, const Request& request);

std::string write_incumbent(const Incumbent& best, const std::vector<TracePoint>& trace);

struct SavedIncumbent {
    Incumbent best;
    std::vector<TracePoint> trace;
};
SavedIncumbent read_incumbent(std::string_view text, const Request& request);

}  // namespace odgear::serve
