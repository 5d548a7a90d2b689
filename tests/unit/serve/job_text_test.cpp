#include "odgear/serve/job_text.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"

namespace odgear::serve {
namespace {

TEST(JobText, AnOutcomeReadsBack) {
    Result result;
    result.solution = {{{1, 2}, {3}}, 12.5};
    result.mode = Mode::expert;
    result.model = "odgear-200";
    result.seconds.total = 0.75;
    result.iterations = 9;
    result.notices = {"a \"notice\""};
    result.rollouts = RolloutSummary{3, 1.5, 2.5};
    const std::vector<TracePoint> trace{{0.1, 20, "savings"}, {0.2, 12.5, "hgs"}};
    const Outcome outcome =
        read_outcome(write_outcome(JobState::cancelled, &result, nullptr, trace));
    EXPECT_EQ(outcome.state, JobState::cancelled);
    ASSERT_TRUE(outcome.result);
    EXPECT_EQ(outcome.result->solution, result.solution);
    EXPECT_EQ(outcome.result->notices, result.notices);
    EXPECT_EQ(outcome.result->model, "odgear-200");
    EXPECT_EQ(outcome.result->rollouts->mean, 2.5);
    EXPECT_EQ(outcome.trace, trace);
    EXPECT_FALSE(outcome.error);
}

TEST(JobText, AFailureReadsBack) {
    const HttpError error(422, VroomCode::input, "too small");
    const Outcome outcome = read_outcome(write_outcome(JobState::failed, nullptr, &error, {}));
    EXPECT_EQ(outcome.state, JobState::failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->status(), 422);
    EXPECT_STREQ(outcome.error->what(), "too small");
}

TEST(JobText, AnIncumbentReadsBack) {
    const Incumbent best{{{{2}, {1}}, 7}, 1.5, "hgs"};
    const SavedIncumbent saved = read_incumbent(write_incumbent(best, {{1.5, 7, "hgs"}}));
    EXPECT_EQ(saved.best.solution, best.solution);
    EXPECT_EQ(saved.best.seconds, 1.5);
    EXPECT_EQ(saved.trace.size(), 1U);
}

TEST(JobText, DamagedTextIsAnInputError) {
    EXPECT_THROW(read_outcome("{"), InputError);
    EXPECT_THROW(read_outcome(R"({"state":"odd","trace":[]})"), InputError);
    EXPECT_THROW(read_incumbent(R"({"cost":"x"})"), InputError);
}

}  // namespace
}  // namespace odgear::serve
