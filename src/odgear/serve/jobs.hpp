// The jobs that clients can ask for by id: accepted once, kept for a while after their end, within
// a bound of memory, and on the disk where there is a state file.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "odgear/serve/job.hpp"
#include "odgear/serve/log.hpp"
#include "odgear/serve/metrics.hpp"
#include "odgear/serve/parameters.hpp"
#include "odgear/serve/scheduler.hpp"
#include "odgear/serve/state_file.hpp"

namespace odgear::serve {

struct Accepted {
    JobPointer job;
    bool repeated = false;  // the idempotency key was known: it is the job of the first call
};

class Jobs {
public:
    Jobs(const Solver& solver, const Parameters& parameters, Metrics& metrics, Log& log);

    // Takes up what the state file holds. To be called once, before the first request.
    void restore();

    // Reads, stores and queues a request. HttpError 429 when the queue is full, 503 when the
    // service stops, 409 when the key came with another request before; and what read_request
    // throws.
    Accepted accept(const RequestText& text, const std::string& key);
    // A job that nobody can ask for later: the caller waits for it.
    JobPointer submit(const RequestText& text);

    void cancel(Job& job) { scheduler_.cancel(job); }

    JobPointer find(const std::string& id) const;

    // Forgets what has been kept long enough, or is too much. Call it about once a second.
    void sweep();
    void stop(double grace);

    struct Load {
        SchedulerLoad scheduler;
        std::size_t kept = 0;
        std::size_t bytes = 0;
    };
    Load load() const;

private:
    struct Entry {
        JobPointer job;
        std::string key;
        std::uint64_t digest = 0;
        Clock::time_point saved{};  // when its incumbent was last written
    };

    JobPointer known(const std::string& key, std::uint64_t digest) const;
    [[noreturn]] void refuse() const;
    void restore_one(StoredJob stored);
    void insert(Entry entry);
    void improved(Job& job);
    void finished(Job& job, Solved solved);
    void failed(Job& job, const HttpError& error);
    void store_outcome(const Job& job, JobState state, const Solved* solved,
                       const HttpError* error);
    void record(const Job& job, const char* outcome);
    void forget(const std::string& id);

    RequestLimits limits_;
    double keep_seconds_;
    std::size_t keep_bytes_;
    Metrics& metrics_;
    Log& log_;
    std::unique_ptr<StateFile> state_;

    std::mutex accepting_;      // one acceptance at a time, so that a key is used once
    std::mutex reading_;        // one large body at a time
    mutable std::mutex mutex_;  // for what follows
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_map<std::string, std::string> ids_by_key_;
    std::size_t bytes_ = 0;  // of kept jobs, as of the last sweep
    bool stopping_ = false;

    Scheduler scheduler_;  // last: its workers use the rest
};

// 128 random bits in hexadecimal digits.
std::string new_id();

}  // namespace odgear::serve
