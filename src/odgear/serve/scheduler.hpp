// Which job runs when, with how much time and how many threads. Deadlines count from arrival, and
// every job is answered by its own, a short one behind long ones too:
//
// - Two lanes. Jobs with little time left use the express lane, earliest deadline first: short
//   requests, and long ones that have waited for nearly all of their time. All others use the
//   regular lane, highest priority first, then earliest deadline. Workers of the regular lane have
//   a lower claim to the processors.
// - A job that starts gets the time that lets all those behind it start in time too. When the jobs
//   waiting in a lane of W workers, in the order of their deadlines d_0 <= d_1 <= ..., all get the
//   same time b, job k ends at (k + 1) b / W; so b is the least of (d_k - now) W / (k + 1).
//
// Choosing is O(waiting jobs), of which there are a few hundred at most.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "odgear/serve/job.hpp"
#include "odgear/serve/solve_step.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::serve {

using JobPointer = std::shared_ptr<Job>;

struct SchedulerParameters {
    std::size_t most_jobs = 256;                    // waiting and running
    std::size_t most_bytes = std::size_t{1} << 30;  // of the problems of these
    double express_seconds = 1.0;  // jobs with less time left may use the express workers
    int regular_workers = 0;       // 0: twice the threads of the solver, at least 4
    int express_workers = 0;       // 0: the threads of the solver
};

// What the scheduler tells while a job runs; called from its workers.
struct SchedulerEvents {
    std::function<void(Job&)> improved = [](Job&) {};
    // Must make the end known by Job::finish or Job::fail, after it has been stored.
    std::function<void(Job&, Solved)> finished;
    std::function<void(Job&, const HttpError&)> failed;
};

struct SchedulerLoad {
    std::size_t waiting = 0;
    std::size_t running = 0;
};

// The time for the first of jobs with these seconds left, ascending, in a lane of so many workers.
double fair_seconds(const std::vector<double>& seconds_left, int workers);

class Scheduler {
public:
    Scheduler(const Solver& solver, const SchedulerParameters& parameters, SchedulerEvents events);
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // False when the queue is full or the service is stopping.
    bool submit(const JobPointer& job);
    // Whether a job of that size would be refused.
    bool full(std::size_t bytes) const;
    // A job of an earlier process: taken whatever the bound.
    void take_up(const JobPointer& job);
    // Ends a job soon: its search, or its waiting with a construction.
    void cancel(Job& job);
    // Seconds after which a place in the queue can be hoped for.
    double retry_after() const;
    SchedulerLoad load() const;

    // No new jobs; those that run or wait get at most so many seconds. With `leave_stored`, stored
    // ones that have not begun stay as they are. Returns when all workers have ended.
    void stop(double grace, bool leave_stored);

private:
    enum class Lane { regular, express };

    bool has_room(std::size_t bytes) const;
    void add(const JobPointer& job);
    void work(Lane lane);
    Lane lane_of(const Job& job) const;
    JobPointer choose(Lane lane);
    double budget(const Job& job, Lane lane) const;
    int threads_for_one() const;
    void run(const JobPointer& job, const SolveBudget& budget);
    Clock::time_point next_express() const;
    void wait_for_work(std::unique_lock<std::mutex>& lock, Lane lane);

    const Solver& solver_;
    SchedulerParameters parameters_;
    SchedulerEvents events_;

    mutable std::mutex mutex_;  // for what follows
    std::condition_variable changed_;
    std::vector<JobPointer> waiting_;
    std::vector<JobPointer> running_;
    bool stopping_ = false;
    std::vector<std::thread> workers_;
};

}  // namespace odgear::serve
