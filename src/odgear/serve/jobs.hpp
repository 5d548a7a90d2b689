// The jobs that clients can ask for by id. They are accepted once, kept for some time after their
// end within a memory limit, and stored on disk if there is a state file.
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
    bool repeated = false;  // the idempotency key was known, so this is the job of the first call
};

class Jobs {
public:
    Jobs(const Solver& solver, const Parameters& parameters, Metrics& metrics, Log& log);

    // Restores the jobs of the state file. To be called once, before the first request.
    void restore();

    // Reads, stores and queues a request. Throws HttpError 429 if the queue is full, 503 if the
    // service is stopping, 409 if the key came with another request before, and the errors of
    // read_request.
    Accepted accept(const RequestText& text, const std::string& key);
    // Submits a job that no client can ask for later; the caller waits for it.
    JobPointer submit(const RequestText& text);

    void cancel(Job& job) { scheduler_.cancel(job); }

    JobPointer find(const std::string& id) const;

    // Removes jobs that were kept long enough or exceed the memory limit. To be called about once a
    // second.
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

    std::mutex accepting_;      // one acceptance at a time, so that each key is used once
    std::mutex reading_;        // held while a large body is read
    mutable std::mutex mutex_;  // guards the following members
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_map<std::string, std::string> ids_by_key_;
    std::size_t bytes_ = 0;  // of kept jobs, at the last sweep
    bool stopping_ = false;

    Scheduler scheduler_;  // declared last, because its workers use the other members
};

// 128 random bits in hexadecimal digits.
std::string new_id();

}  // namespace odgear::serve
