#include "odgear/serve/scheduler.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "odgear/core/check.hpp"

namespace odgear::serve {
namespace {

// Customers on a circle.
std::string circle(int customers) {
    std::string text = "TYPE : CVRP\nDIMENSION : " + std::to_string(customers + 1) +
                       "\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 5\nNODE_COORD_SECTION\n1 0 0\n";
    for (int i = 0; i < customers; ++i)
        text += std::to_string(i + 2) + " " + std::to_string(100 + 37 * i % 101) + " " +
                std::to_string(53 * i % 97) + "\n";
    text += "DEMAND_SECTION\n1 0\n";
    for (int i = 0; i < customers; ++i) text += std::to_string(i + 2) + " 1\n";
    return text;
}

JobPointer job(double seconds, int customers = 20) {
    Request request = read_request({circle(customers), "", "", {}}, {});
    request.seconds = seconds;
    return std::make_shared<Job>("", std::move(request));
}

SchedulerEvents plain_events() {
    return {.finished = [](Job& ended, Solved solved) { ended.finish(std::move(solved)); },
            .failed = [](Job& ended, const HttpError& error) { ended.fail(error); }};
}

JobView end_of(const JobPointer& pointer) {
    JobView view = pointer->view();
    while (!view.ended()) view = pointer->wait(view.version, 60);
    return view;
}

TEST(FairSeconds, LetEveryDeadlineBeKept) {
    EXPECT_EQ(fair_seconds({10}, 2), 10);
    EXPECT_EQ(fair_seconds({10, 10}, 2), 10);
    EXPECT_EQ(fair_seconds({10, 10, 10, 10}, 2), 5);
    EXPECT_EQ(fair_seconds({10, 1000, 1000, 1000}, 1), 10);
    EXPECT_EQ(fair_seconds({10, 11}, 1), 5.5);
    EXPECT_EQ(fair_seconds({-1, 5}, 1), 0);
}

TEST(Scheduler, AnswersShortJobsWhileLongOnesFillIt) {
    const Solver solver(1);
    Scheduler scheduler(solver, {.regular_workers = 1, .express_workers = 1}, plain_events());
    std::vector<JobPointer> long_ones;
    for (int i = 0; i < 3; ++i) {
        long_ones.push_back(job(1000));
        ASSERT_TRUE(scheduler.submit(long_ones.back()));
    }
    const JobPointer short_one = job(0.05);
    ASSERT_TRUE(scheduler.submit(short_one));
    const JobView view = end_of(short_one);
    EXPECT_EQ(view.state, JobState::finished);
    EXPECT_TRUE(check(short_one->request().instance(), view.solved->result.solution).feasible());
    for (const JobPointer& other : long_ones) {
        EXPECT_FALSE(other->view().ended());
        scheduler.cancel(*other);
        EXPECT_EQ(end_of(other).state, JobState::cancelled);
    }
}

TEST(Scheduler, AnswersJobsThatAreLateAlready) {
    const Solver solver(1);
    Scheduler scheduler(solver, {}, plain_events());
    const JobPointer late = job(0);
    ASSERT_TRUE(scheduler.submit(late));
    EXPECT_EQ(end_of(late).state, JobState::finished);
}

TEST(Scheduler, RefusesWhatItHasNoRoomFor) {
    const Solver solver(1);
    Scheduler scheduler(solver, {.most_jobs = 2}, plain_events());
    const JobPointer first = job(1000);
    const JobPointer second = job(1000);
    EXPECT_TRUE(scheduler.submit(first));
    EXPECT_TRUE(scheduler.submit(second));
    EXPECT_FALSE(scheduler.submit(job(1)));
    EXPECT_GE(scheduler.retry_after(), 1);
    scheduler.stop(0, false);
    EXPECT_EQ(end_of(first).state, JobState::finished);
    EXPECT_EQ(end_of(second).state, JobState::finished);
    EXPECT_FALSE(scheduler.submit(job(1)));
}

TEST(Scheduler, IncumbentsFallAndEndWithTheResult) {
    const Solver solver(1);
    std::atomic<int> improvements{0};
    SchedulerEvents events = plain_events();
    events.improved = [&](Job&) { ++improvements; };
    Scheduler scheduler(solver, {}, events);
    const JobPointer one = job(0.3, 60);
    ASSERT_TRUE(scheduler.submit(one));
    const JobView view = end_of(one);
    EXPECT_GE(improvements, 1);
    ASSERT_FALSE(view.trace.empty());
    for (std::size_t i = 1; i < view.trace.size(); ++i)
        EXPECT_LT(view.trace[i].cost, view.trace[i - 1].cost);
    EXPECT_EQ(view.trace.back().cost, view.solved->result.solution.cost);
}

}  // namespace
}  // namespace odgear::serve
