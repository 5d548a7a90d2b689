#include "odgear/serve/jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/serve/job_text.hpp"

namespace odgear::serve {

namespace {

// Minimum interval between two writes of a running job's incumbent to disk.
constexpr double seconds_between_saves = 1.0;

// Bodies larger than this are parsed one after another, because a parsed body takes many times its
// size in memory.
constexpr std::size_t large_body = 1 << 20;

double unix_seconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::chrono::system_clock::time_point moment(double unix) {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::duration<double>(unix)));
}

// FNV-1a, which is the same in every process. It only distinguishes two requests with one key.
std::uint64_t digest_of(const RequestText& text) {
    std::uint64_t hash = 14695981039346656037ULL;
    const auto add = [&](std::string_view part) {
        for (const char c : part) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 1099511628211ULL;
        }
        hash *= 31;
    };
    add(text.body);
    for (const auto& [key, value] : text.query) {
        add(key);
        add(value);
    }
    return hash;
}

}  // namespace

std::string new_id() {
    std::random_device chance;
    std::string id;
    for (int i = 0; i < 4; ++i) id += fmt::format("{:08x}", chance());
    return id;
}

Jobs::Jobs(const Solver& solver, const Parameters& parameters, Metrics& metrics, Log& log)
    : limits_(parameters.limits),
      keep_seconds_(parameters.keep_seconds),
      keep_bytes_(parameters.keep_bytes),
      metrics_(metrics),
      log_(log),
      state_(parameters.state.empty() ? nullptr : std::make_unique<StateFile>(parameters.state)),
      scheduler_(solver, {.most_jobs = parameters.most_jobs},
                 {.improved = [this](Job& job) { improved(job); },
                  .finished = [this](Job& job, Solved solved) { finished(job, std::move(solved)); },
                  .failed = [this](Job& job, const HttpError& error) { failed(job, error); }}) {}

void Jobs::restore() {
    if (!state_) return;
    std::vector<StoredJob> all = state_->load();
    for (StoredJob& stored : all) restore_one(std::move(stored));
    log_.info("restored", {{"jobs", static_cast<std::int64_t>(all.size())},
                           {"unfinished", static_cast<std::int64_t>(scheduler_.load().waiting +
                                                                    scheduler_.load().running)}});
}

void Jobs::restore_one(StoredJob stored) {
    try {
        Request request = read_request(stored.request, limits_);
        std::optional<SavedIncumbent> saved;
        if (!stored.incumbent.empty()) saved = read_incumbent(stored.incumbent, request);
        // After a stop of unknown length the deadline has no meaning, so the search gets its
        // remaining time.
        if (saved && stored.outcome.empty())
            request.seconds = std::max(0.0, request.seconds - saved->best.seconds);
        auto job = std::make_shared<Job>(stored.id, std::move(request));
        job->set_created(moment(stored.created));
        if (!stored.outcome.empty()) {
            Outcome outcome = read_outcome(stored.outcome, job->request());
            JobView view;
            view.state = outcome.state;
            if (outcome.solved)
                view.solved = std::make_shared<const Solved>(std::move(*outcome.solved));
            view.error = std::move(outcome.error);
            view.trace = std::move(outcome.trace);
            const double ago = std::max(0.0, unix_seconds() - stored.ended);
            job->restore(std::move(view),
                         Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(ago)));
        } else if (saved) {
            job->resume(std::move(saved->best), std::move(saved->trace));
        }
        const bool unfinished = stored.outcome.empty();
        insert({job, stored.key, stored.digest});
        if (unfinished) scheduler_.take_up(job);
    } catch (const std::exception& error) {
        // The limits may be lower now. The row stays, in case they are raised again.
        log_.error("not restored", {{"job", stored.id}, {"error", error.what()}});
    }
}

void Jobs::insert(Entry entry) {
    const std::scoped_lock lock(mutex_);
    if (!entry.key.empty()) ids_by_key_[entry.key] = entry.job->id();
    const std::string id = entry.job->id();
    entries_[id] = std::move(entry);
}

JobPointer Jobs::known(const std::string& key, std::uint64_t digest) const {
    if (key.empty()) return nullptr;
    const std::scoped_lock lock(mutex_);
    const auto found = ids_by_key_.find(key);
    if (found == ids_by_key_.end()) return nullptr;
    const Entry& entry = entries_.at(found->second);
    if (entry.digest != digest)
        throw HttpError(409, VroomCode::input,
                        "this idempotency key was used for another request before");
    return entry.job;
}

void Jobs::refuse() const {
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_) throw HttpError(503, VroomCode::internal, "the server is stopping", 5);
    }
    const int seconds = static_cast<int>(std::ceil(scheduler_.retry_after()));
    throw HttpError(429, VroomCode::internal,
                    fmt::format("the queue is full; try again in {} s", seconds), seconds);
}

Accepted Jobs::accept(const RequestText& text, const std::string& key) {
    const std::uint64_t digest = digest_of(text);
    if (JobPointer job = known(key, digest)) return {job, true};
    std::unique_lock large(reading_, std::defer_lock);
    if (text.body.size() > large_body) large.lock();
    auto job = std::make_shared<Job>(new_id(), read_request(text, limits_));
    if (large.owns_lock()) large.unlock();

    const std::scoped_lock accepting(accepting_);
    if (JobPointer other = known(key, digest)) return {other, true};
    if (scheduler_.full(job->request().bytes())) refuse();
    if (state_) state_->add({job->id(), key, digest, unix_seconds(), text});
    insert({job, key, digest});
    if (!scheduler_.submit(job)) {
        forget(job->id());
        refuse();
    }
    return {job, false};
}

JobPointer Jobs::submit(const RequestText& text) {
    std::unique_lock large(reading_, std::defer_lock);
    if (text.body.size() > large_body) large.lock();
    auto job = std::make_shared<Job>("", read_request(text, limits_));
    if (!scheduler_.submit(job)) refuse();
    return job;
}

JobPointer Jobs::find(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second.job;
}

void Jobs::improved(Job& job) {
    if (!state_ || !job.stored()) return;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = entries_.find(job.id());
        if (found == entries_.end()) return;
        Clock::time_point& saved = found->second.saved;
        // The first write waits too, because most jobs end before it would be useful.
        if (saved == Clock::time_point{}) saved = job.arrival();
        if (std::chrono::duration<double>(Clock::now() - saved).count() < seconds_between_saves)
            return;
        saved = Clock::now();
    }
    const JobView view = job.view();
    if (!view.best) return;
    try {
        state_->set_incumbent(job.id(), write_incumbent(*view.best, view.trace));
    } catch (const std::exception& error) {
        log_.error("state not written", {{"job", job.id()}, {"error", error.what()}});
    }
}

// Written to disk first, so that an end that a client has seen is the same after a restart.
void Jobs::store_outcome(const Job& job, JobState state, const Solved* solved,
                         const HttpError* error) {
    if (!state_ || !job.stored()) return;
    try {
        std::vector<TracePoint> trace = job.view().trace;
        if (solved != nullptr) trace = with_end(std::move(trace), *solved);
        state_->set_outcome(job.id(), write_outcome(state, solved, error, trace), unix_seconds());
    } catch (const std::exception& failure) {
        log_.error("state not written", {{"job", job.id()}, {"error", failure.what()}});
    }
}

void Jobs::finished(Job& job, Solved solved) {
    store_outcome(job, job.cancelled() ? JobState::cancelled : JobState::finished, &solved,
                  nullptr);
    job.finish(std::move(solved));
    record(job, job.cancelled() ? "cancelled" : "finished");
}

void Jobs::failed(Job& job, const HttpError& error) {
    store_outcome(job, JobState::failed, nullptr, &error);
    job.fail(error);
    record(job, "failed");
}

void Jobs::record(const Job& job, const char* outcome) {
    const JobView view = job.view();
    const double seconds = std::chrono::duration<double>(Clock::now() - job.arrival()).count();
    // A search may exceed its limit by a few hundredths of a second.
    constexpr double tolerance = 0.02;
    const bool late = Clock::now() > job.deadline() + std::chrono::duration_cast<Clock::duration>(
                                                          std::chrono::duration<double>(tolerance));
    metrics_.solved(view.waited, seconds - view.waited, outcome, late);
    log_.info("solved", {{"job", job.id()},
                         {"outcome", outcome},
                         {"customers", std::int64_t{job.request().customers()}},
                         {"time_limit", job.request().seconds},
                         {"waited", view.waited},
                         {"seconds", seconds - view.waited},
                         {"cost", view.best ? view.best->solution.cost : 0.0},
                         {"error", view.error ? std::string_view(view.error->what()) : ""}});
}

void Jobs::forget(const std::string& id) {
    {
        const std::scoped_lock lock(mutex_);
        const auto found = entries_.find(id);
        if (found == entries_.end()) return;
        if (!found->second.key.empty()) ids_by_key_.erase(found->second.key);
        entries_.erase(found);
    }
    if (state_) state_->erase(id);
}

void Jobs::sweep() {
    std::vector<std::pair<Clock::time_point, JobPointer>> ended;
    std::size_t bytes = 0;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [id, entry] : entries_) {
            bytes += entry.job->bytes();
            if (const auto when = entry.job->ended()) ended.emplace_back(*when, entry.job);
        }
    }
    std::sort(ended.begin(), ended.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto oldest = Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(keep_seconds_));
    for (const auto& [when, job] : ended) {
        if (when > oldest && bytes <= keep_bytes_) break;
        bytes -= std::min(bytes, job->bytes());
        try {
            forget(job->id());
        } catch (const std::exception& error) {
            log_.error("state not written", {{"job", job->id()}, {"error", error.what()}});
        }
    }
    const std::scoped_lock lock(mutex_);
    bytes_ = bytes;
}

void Jobs::stop(double grace) {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    scheduler_.stop(grace, state_ != nullptr);
}

Jobs::Load Jobs::load() const {
    const std::scoped_lock lock(mutex_);
    return {scheduler_.load(), entries_.size(), bytes_};
}

}  // namespace odgear::serve
