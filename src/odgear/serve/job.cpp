#include "odgear/serve/job.hpp"

#include <algorithm>
#include <utility>

namespace odgear::serve {

namespace {

constexpr std::size_t most_trace_points = 2000;

// Minimum interval between plans of a rich problem that are shown to watchers.
constexpr double seconds_between_plans = 0.05;

}  // namespace

std::string_view name_of(JobState state) {
    switch (state) {
        case JobState::queued: return "queued";
        case JobState::running: return "running";
        case JobState::finished: return "finished";
        case JobState::cancelled: return "cancelled";
        case JobState::failed: break;
    }
    return "failed";
}

std::vector<TracePoint> with_end(std::vector<TracePoint> trace, const Solved& solved) {
    const Result& result = solved.result;
    if (trace.empty() || trace.back().cost > result.solution.cost)
        trace.push_back({result.seconds.total, result.solution.cost, "end"});
    return trace;
}

Job::Job(std::string id, Request request)
    : id_(std::move(id)),
      request_(std::move(request)),
      deadline_(arrival_ + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(request_.seconds))) {}

Clock::time_point Job::deadline() const {
    const std::scoped_lock lock(mutex_);
    return deadline_;
}

void Job::bring_forward(Clock::time_point deadline) {
    const std::scoped_lock lock(mutex_);
    deadline_ = std::min(deadline_, deadline);
}

double Job::seconds_left() const {
    return std::chrono::duration<double>(deadline() - Clock::now()).count();
}

void Job::cancel() {
    {
        const std::scoped_lock lock(mutex_);
        if (view_.ended()) return;
        cancelled_ = true;
        deadline_ = std::min(deadline_, Clock::now());
    }
    flag_.raise();
}

bool Job::cancelled() const {
    const std::scoped_lock lock(mutex_);
    return cancelled_;
}

void Job::changed() {
    ++view_.version;
    changed_.notify_all();
}

void Job::begin() {
    const std::scoped_lock lock(mutex_);
    view_.state = JobState::running;
    view_.waited = std::chrono::duration<double>(Clock::now() - arrival_).count();
    changed();
}

void Job::improve(const Progress& progress) {
    if (progress.plan) {
        improve_plan(progress);
        return;
    }
    if (!progress.improved || !progress.solution) return;
    // A search that continues from an incumbent may report costs that are known already.
    {
        const std::scoped_lock lock(mutex_);
        if (view_.best && view_.best->solution.cost <= progress.best_cost) return;
    }
    auto best = std::make_shared<const Incumbent>(
        Incumbent{progress.solution(), progress.seconds, std::string(progress.stage)});
    const std::scoped_lock lock(mutex_);
    if (view_.trace.size() < most_trace_points)
        view_.trace.push_back({best->seconds, best->solution.cost, best->stage});
    view_.best = std::move(best);
    changed();
}

void Job::improve_plan(const Progress& progress) {
    const fleet::Problem& problem = request_.fleet()->problem();
    const double cost = progress.best_cost / problem.units().cost;
    {
        const std::scoped_lock lock(mutex_);
        if (progress.improved) {
            if (!view_.trace.empty() && view_.trace.back().cost <= cost) return;
            if (view_.trace.size() < most_trace_points)
                view_.trace.push_back({progress.seconds, cost, std::string(progress.stage)});
        }
        // Making a plan takes longer than an improvement of the search.
        if (view_.best && progress.seconds < view_.best->seconds + seconds_between_plans) return;
    }
    auto plan = std::make_shared<const fleet::Plan>(progress.plan());
    auto best = std::make_shared<const Incumbent>(Incumbent{
        solution_of(problem, *plan), progress.seconds, std::string(progress.stage), plan});
    const std::scoped_lock lock(mutex_);
    // While required stops are left out, the cost of the driven routes is shown.
    const double driven = best->solution.cost;
    if (!progress.improved && view_.trace.size() < most_trace_points &&
        (view_.trace.empty() || driven < view_.trace.back().cost))
        view_.trace.push_back({best->seconds, driven, best->stage});
    view_.best = std::move(best);
    changed();
}

void Job::finish(Solved solved) {
    const Result& result = solved.result;
    const std::scoped_lock lock(mutex_);
    view_.trace = with_end(std::move(view_.trace), solved);
    view_.best = std::make_shared<const Incumbent>(
        Incumbent{result.solution, result.seconds.total, "end", solved.plan});
    view_.solved = std::make_shared<const Solved>(std::move(solved));
    view_.state = cancelled_ ? JobState::cancelled : JobState::finished;
    ended_ = Clock::now();
    changed();
}

void Job::fail(const HttpError& error) {
    const std::scoped_lock lock(mutex_);
    view_.error = error;
    view_.state = JobState::failed;
    ended_ = Clock::now();
    changed();
}

void Job::resume(Incumbent best, std::vector<TracePoint> trace) {
    const std::scoped_lock lock(mutex_);
    view_.best = std::make_shared<const Incumbent>(std::move(best));
    view_.trace = std::move(trace);
}

void Job::restore(JobView ended, Clock::time_point when) {
    const std::scoped_lock lock(mutex_);
    if (ended.solved)
        ended.best = std::make_shared<const Incumbent>(Incumbent{ended.solved->result.solution,
                                                                 ended.solved->result.seconds.total,
                                                                 "end", ended.solved->plan});
    view_ = std::move(ended);
    ended_ = when;
    changed();
}

JobView Job::view() const {
    const std::scoped_lock lock(mutex_);
    return view_;
}

JobView Job::wait(std::uint64_t version, double seconds) const {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                      [&] { return view_.version > version; });
    return view_;
}

std::size_t Job::bytes() const {
    const std::scoped_lock lock(mutex_);
    const auto customers = static_cast<std::size_t>(request_.customers());
    const std::size_t step = request_.fleet() != nullptr ? sizeof(fleet::Step) + 32 : 16;
    std::size_t bytes = request_.bytes() + step * (customers + 1) + 64 * view_.trace.size();
    if (view_.solved) bytes += 12 * view_.solved->result.edge_probabilities.values.size();
    return bytes;
}

std::optional<Clock::time_point> Job::ended() const {
    const std::scoped_lock lock(mutex_);
    if (!view_.ended()) return std::nullopt;
    return ended_;
}

}  // namespace odgear::serve
