#include "odgear/serve/job_text.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "odgear/serve/solve_step.hpp"

namespace odgear::serve {
namespace {

Request plain() {
    return read_request(
        {R"({"vehicles":[{"id":1,"start":[1,2],"end":[1,2]}],"jobs":[{"id":70,"location":[1.1,2]}]})",
         "",
         "",
         {}},
        {});
}

Request rich() {
    return read_request({R"({"vehicles":[{"id":1,"start_index":0,"time_window":[0,1000],
             "breaks":[{"id":1,"service":5}]}],
             "jobs":[{"id":5,"location_index":1,"time_windows":[[50,500]]},
                     {"id":5000,"location_index":2},{"id":6,"location_index":2,"skills":[9]}],
             "matrices":{"car":{"durations":[[0,10,20],[10,0,10],[20,10,0]]}}})",
                         "",
                         "",
                         {}},
                        {});
}

TEST(JobText, AnOutcomeReadsBack) {
    Solved solved;
    Result& result = solved.result;
    result.solution = {{{1, 2}, {3}}, 12.5};
    result.mode = Mode::expert;
    result.model = "odgear-200";
    result.seconds.total = 0.75;
    result.iterations = 9;
    result.notices = {"a \"notice\""};
    result.rollouts = RolloutSummary{3, 1.5, 2.5};
    result.start = StartChoice{StartChoice::Taken::policy, 1.25, 1.75};
    const std::vector<TracePoint> trace{{0.1, 20, "savings"}, {0.2, 12.5, "hgs"}};
    const Outcome outcome =
        read_outcome(write_outcome(JobState::cancelled, &solved, nullptr, trace), plain());
    EXPECT_EQ(outcome.state, JobState::cancelled);
    ASSERT_TRUE(outcome.solved);
    EXPECT_EQ(outcome.solved->result.solution, result.solution);
    EXPECT_EQ(outcome.solved->result.notices, result.notices);
    EXPECT_EQ(outcome.solved->result.model, "odgear-200");
    EXPECT_EQ(outcome.solved->result.rollouts->mean, 2.5);
    EXPECT_EQ(outcome.solved->result.start, result.start);
    EXPECT_EQ(outcome.trace, trace);
    EXPECT_FALSE(outcome.error);
}

TEST(JobText, AFailureReadsBack) {
    const HttpError error(422, VroomCode::input, "too small");
    const Outcome outcome =
        read_outcome(write_outcome(JobState::failed, nullptr, &error, {}), plain());
    EXPECT_EQ(outcome.state, JobState::failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->status(), 422);
    EXPECT_STREQ(outcome.error->what(), "too small");
}

TEST(JobText, AnIncumbentReadsBack) {
    const Incumbent best{{{{2}, {1}}, 7}, 1.5, "hgs", nullptr};
    const SavedIncumbent saved = read_incumbent(write_incumbent(best, {{1.5, 7, "hgs"}}), plain());
    EXPECT_EQ(saved.best.solution, best.solution);
    EXPECT_EQ(saved.best.seconds, 1.5);
    EXPECT_EQ(saved.trace.size(), 1U);
}

TEST(JobText, APlanReadsBackWithItsTimesAndReasons) {
    const Request request = rich();
    ASSERT_NE(request.fleet(), nullptr);
    const Solved solved =
        solve_request(Solver(1), request, {.seconds = 0.05, .threads = 1}, nullptr, {});
    ASSERT_TRUE(solved.plan);
    EXPECT_FALSE(solved.complete);
    const std::string text = write_outcome(JobState::finished, &solved, nullptr, {});
    const Outcome outcome = read_outcome(text, request);
    ASSERT_TRUE(outcome.solved && outcome.solved->plan);
    EXPECT_EQ(*outcome.solved->plan, *solved.plan);
    EXPECT_FALSE(outcome.solved->complete);
    const Incumbent best{solved.result.solution, 0.5, "ruin", solved.plan};
    EXPECT_EQ(*read_incumbent(write_incumbent(best, {}), request).best.plan, *solved.plan);
    EXPECT_THROW(read_outcome(text, plain()), InputError);
}

TEST(JobText, DamagedTextIsAnInputError) {
    EXPECT_THROW(read_outcome("{", plain()), InputError);
    EXPECT_THROW(read_outcome(R"({"state":"odd","trace":[]})", plain()), InputError);
    EXPECT_THROW(read_incumbent(R"({"cost":"x"})", plain()), InputError);
}

}  // namespace
}  // namespace odgear::serve
