#include "odgear/serve/scheduler.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace odgear::serve {

namespace {

// Even a job whose time is over gets enough time for a construction.
constexpr double least_seconds = 0.001;

// Niceness of regular workers, so that express workers and answering threads go first.
constexpr int regular_niceness = 5;

// Share of the remaining time that is reserved for reading, writing and a search's last step.
constexpr double reserve_share = 0.05;
constexpr double largest_reserve = 0.05;

}  // namespace

double fair_seconds(const std::vector<double>& seconds_left, int workers) {
    double fair = seconds_left.front();
    for (std::size_t k = 0; k < seconds_left.size(); ++k)
        fair = std::min(fair, seconds_left[k] * workers / static_cast<double>(k + 1));
    return std::max(fair, 0.0);
}

Scheduler::Scheduler(const Solver& solver, const SchedulerParameters& parameters,
                     SchedulerEvents events)
    : solver_(solver), parameters_(parameters), events_(std::move(events)) {
    if (parameters_.regular_workers <= 0)
        parameters_.regular_workers = std::max(4, 2 * solver.threads());
    if (parameters_.express_workers <= 0) parameters_.express_workers = solver.threads();
    for (int i = 0; i < parameters_.regular_workers; ++i)
        workers_.emplace_back([this] {
            // Linux applies it only to the calling thread and the threads that it starts.
            setpriority(PRIO_PROCESS, 0, regular_niceness);
            work(Lane::regular);
        });
    for (int i = 0; i < parameters_.express_workers; ++i)
        workers_.emplace_back([this] { work(Lane::express); });
}

Scheduler::~Scheduler() { stop(0, true); }

bool Scheduler::submit(const JobPointer& job) {
    const std::scoped_lock lock(mutex_);
    if (!has_room(job->request().bytes())) return false;
    add(job);
    return true;
}

bool Scheduler::full(std::size_t bytes) const {
    const std::scoped_lock lock(mutex_);
    return !has_room(bytes);
}

bool Scheduler::has_room(std::size_t bytes) const {
    const std::size_t jobs = waiting_.size() + running_.size();
    if (stopping_ || jobs >= parameters_.most_jobs) return false;
    std::size_t total = bytes;
    for (const auto* all : {&running_, &waiting_})
        for (const JobPointer& job : *all) total += job->request().bytes();
    return jobs == 0 || total <= parameters_.most_bytes;
}

void Scheduler::take_up(const JobPointer& job) {
    const std::scoped_lock lock(mutex_);
    add(job);
}

void Scheduler::add(const JobPointer& job) {
    waiting_.push_back(job);
    changed_.notify_all();
}

void Scheduler::cancel(Job& job) {
    job.cancel();
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
}

SchedulerLoad Scheduler::load() const {
    const std::scoped_lock lock(mutex_);
    return {waiting_.size(), running_.size()};
}

double Scheduler::retry_after() const {
    const std::scoped_lock lock(mutex_);
    double soonest = 1e9;
    for (const auto* jobs : {&running_, &waiting_})
        for (const JobPointer& job : *jobs) soonest = std::min(soonest, job->seconds_left());
    return std::clamp(soonest, 1.0, 60.0);
}

void Scheduler::stop(double grace, bool leave_stored) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(grace));
    std::unique_lock lock(mutex_);
    if (workers_.empty()) return;
    stopping_ = true;
    if (leave_stored) std::erase_if(waiting_, [](const JobPointer& job) { return job->stored(); });
    for (const JobPointer& job : waiting_) job->bring_forward(end);
    changed_.notify_all();
    changed_.wait_until(lock, end, [&] { return running_.empty() && waiting_.empty(); });
    for (const JobPointer& job : running_) job->stop();
    for (const JobPointer& job : waiting_) job->stop();
    std::vector<std::thread> workers;
    workers.swap(workers_);
    lock.unlock();
    for (std::thread& worker : workers) worker.join();
}

Scheduler::Lane Scheduler::lane_of(const Job& job) const {
    return job.seconds_left() <= parameters_.express_seconds ? Lane::express : Lane::regular;
}

JobPointer Scheduler::choose(Lane lane) {
    auto best = waiting_.end();
    const auto rank = [&](const Job& job) {
        return std::tuple(lane == Lane::express ? 0 : -job.request().priority, job.deadline());
    };
    for (auto candidate = waiting_.begin(); candidate != waiting_.end(); ++candidate) {
        if (lane_of(**candidate) != lane) continue;
        if (best == waiting_.end() || rank(**candidate) < rank(**best)) best = candidate;
    }
    if (best == waiting_.end()) return nullptr;
    JobPointer job = std::move(*best);
    waiting_.erase(best);
    return job;
}

double Scheduler::budget(const Job& job, Lane lane) const {
    const double left = job.seconds_left();
    std::vector<double> all{left};
    for (const JobPointer& other : waiting_) {
        const double seconds = other->seconds_left();
        if (lane_of(*other) == lane && seconds >= left) all.push_back(seconds);
    }
    std::sort(all.begin(), all.end());
    const int workers =
        lane == Lane::express ? parameters_.express_workers : parameters_.regular_workers;
    const double fair = fair_seconds(all, workers);
    return std::max(least_seconds, fair - std::min(largest_reserve, reserve_share * fair));
}

int Scheduler::threads_for_one() const {
    const std::size_t sharing = running_.size() + waiting_.size() + 1;
    return std::max(1, solver_.threads() / static_cast<int>(sharing));
}

// When a waiting job will have so little time left that an express worker may take it.
Clock::time_point Scheduler::next_express() const {
    Clock::time_point next = Clock::now() + std::chrono::hours(1);
    for (const JobPointer& job : waiting_) next = std::min(next, job->deadline());
    return next - std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(0.99 * parameters_.express_seconds));
}

void Scheduler::wait_for_work(std::unique_lock<std::mutex>& lock, Lane lane) {
    if (lane == Lane::express)
        changed_.wait_until(lock, next_express());
    else
        changed_.wait(lock);
}

void Scheduler::work(Lane lane) {
    std::unique_lock lock(mutex_);
    while (true) {
        const JobPointer job = choose(lane);
        if (!job) {
            if (stopping_ && waiting_.empty()) return;
            wait_for_work(lock, lane);
            continue;
        }
        SolveBudget given;
        given.seconds = budget(*job, lane);
        given.threads = threads_for_one();
        given.flag = &job->flag();
        running_.push_back(job);
        lock.unlock();
        run(job, given);
        lock.lock();
        std::erase(running_, job);
        changed_.notify_all();
    }
}

void Scheduler::run(const JobPointer& job, const SolveBudget& budget) {
    job->begin();
    try {
        const auto start = job->view().best;
        Solved solved = solve_request(solver_, job->request(), budget, start.get(),
                                      [&](const Progress& progress) {
                                          job->improve(progress);
                                          if (progress.improved || progress.plan)
                                              events_.improved(*job);
                                      });
        events_.finished(*job, std::move(solved));
    } catch (const std::exception& error) {
        events_.failed(*job, as_http_error(error));
    }
}

}  // namespace odgear::serve
