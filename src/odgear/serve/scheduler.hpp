// Which job runs when, with how much time and how many threads. Deadlines count from arrival. Every
// job is answered by its own deadline, a short one behind long ones too:
//
// - Two lanes. Jobs with little time left use the express lane, earliest deadline first. These are
//   short requests, and long ones that have waited for nearly all of their time. All others use
//   the regular lane, highest priority first, then earliest deadline. Workers of the regular lane
//   have a lower scheduling priority.
// - A job that starts gets an amount of time that lets all those behind it start in time too. Let
//   the jobs waiting in a lane of W workers have deadlines d_0 <= d_1 <= ... If all get the same
//   time b, job k ends at (k + 1) b / W. So b is the minimum of (d_k - now) W / (k + 1).
//
// Choosing is O(waiting jobs), of which there are at most a few hundred.
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
    std::size_t most_bytes = std::size_t{1} << 30;  // total size of their problems
    double express_seconds = 1.0;  // jobs with less time left may use the express workers
    int regular_workers = 0;       // 0: twice the threads of the solver, at least 4
    int express_workers = 0;       // 0: the threads of the solver
};

// Calls of the scheduler while a job runs, from its workers.
struct SchedulerEvents {
    std::function<void(Job&)> improved = [](Job&) {};
    // Must announce the end by Job::finish or Job::fail, after it has been stored.
    std::function<void(Job&, Solved)> finished;
    std::function<void(Job&, const HttpError&)> failed;
};

struct SchedulerLoad {
    std::size_t waiting = 0;
    std::size_t running = 0;
};

// The time for the first of several jobs with these seconds left, in ascending order, in a lane of
// `workers` workers.
double fair_seconds(const std::vector<double>& seconds_left, int workers);

class Scheduler {
public:
    Scheduler(const Solver& solver, const SchedulerParameters& parameters, SchedulerEvents events);
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // False if the queue is full or the service is stopping.
    bool submit(const JobPointer& job);
    // Whether a job of that size would be rejected.
    bool full(std::size_t bytes) const;
    // Adds a job of an earlier process, regardless of the limits.
    void take_up(const JobPointer& job);
    // Ends a job soon: a running one by ending its search, a waiting one with a construction.
    void cancel(Job& job);
    // Seconds after which there is probably room in the queue.
    double retry_after() const;
    SchedulerLoad load() const;

    // Accepts no new jobs; running and waiting ones get at most `grace` seconds. With
    // `leave_stored`, stored jobs that have not begun stay as they are. Returns when all workers
    // have ended.
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

    mutable std::mutex mutex_;  // guards the following members
    std::condition_variable changed_;
    std::vector<JobPointer> waiting_;
    std::vector<JobPointer> running_;
    bool stopping_ = false;
    std::vector<std::thread> workers_;
};

}  // namespace odgear::serve
