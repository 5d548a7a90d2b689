#include "odgear/solve/solver.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "support/fleet_problems.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear {
namespace {

using testing::iterations;
using testing::random_instance;

TEST(Solver, EveryModeGivesAFeasibleSolution) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 60});
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid}) {
        const Result result =
            Solver().solve(instance, {.mode = mode, .threads = 1}, iterations(50));
        EXPECT_TRUE(check(instance, result.solution).feasible()) << name_of(mode);
    }
}

TEST(Solver, IsNeverWorseThanItsWarmStart) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 50});
    const Result good = Solver().solve(instance, {.threads = 1}, iterations(300));
    Options options{.threads = 1};
    options.warm_start = good.solution.routes;
    EXPECT_LE(Solver().solve(instance, options, iterations(0)).solution.cost, good.solution.cost);
}

TEST(Solver, HasAnAnswerWhenTheFlagIsUpFromTheStart) {
    Random random(3);
    const Instance instance = random_instance(random, {.customers = 200});
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    EXPECT_TRUE(check(instance, Solver().solve(instance, {}, stop).solution).feasible());
}

TEST(Solver, SolvesWhatHasNoCoordinatesAndWhatIsLimited) {
    Random random(4);
    const Instance matrix = random_instance(random, {.customers = 30, .asymmetric = true});
    EXPECT_TRUE(check(matrix, Solver().solve(matrix, {}, iterations(50)).solution).feasible());
    const Instance limited = random_instance(
        random,
        {.customers = 40, .max_route_length = 3.5, .service_time = 0.02, .max_vehicles = 30});
    EXPECT_TRUE(check(limited, Solver().solve(limited, {}, iterations(50)).solution).feasible());
}

TEST(Solver, TellsTheObserverAboutEachImprovement) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 80});
    double last = std::numeric_limits<double>::infinity();
    const Result result =
        Solver().solve(instance, {.threads = 1}, iterations(200), [&](const Progress& p) {
            EXPECT_LE(p.best_cost, last);
            last = p.best_cost;
        });
    EXPECT_NEAR(last, result.solution.cost, 1e-6 * last);
}

// Also under a time limit, where the founders of the population are reported first.
TEST(Solver, NeverTellsOfAWorseSolutionThanBefore) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 60});
    StopRule stop;
    stop.seconds = 1;
    double last = std::numeric_limits<double>::infinity();
    const Result result = Solver().solve(instance, {.threads = 2}, stop, [&](const Progress& p) {
        EXPECT_LE(p.best_cost, last);
        EXPECT_EQ(p.improved, p.best_cost < last);
        last = p.best_cost;
    });
    EXPECT_NEAR(last, result.solution.cost, 1e-6 * last);
}

// The stages that find a solution before the expert, which gets no iterations.
std::set<std::string> stages_before_the_expert(int customers, double seconds, double target = 0) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = customers});
    StopRule stop;
    stop.seconds = seconds;
    stop.target = target;
    stop.iterations = 0;
    std::set<std::string> stages;
    Solver().solve(instance, {.threads = 1, .policy = {.rollouts = 2}}, stop,
                   [&](const Progress& p) { stages.emplace(p.stage); });
    return stages;
}

TEST(Solver, AsksThePolicyWhereThereIsTime) {
    EXPECT_EQ(stages_before_the_expert(100, 2000),
              (std::set<std::string>{"savings", "policy", "local search"}));
    EXPECT_EQ(stages_before_the_expert(1000, 2000), (std::set<std::string>{"savings", "policy"}));
    EXPECT_EQ(stages_before_the_expert(3600, 2), std::set<std::string>{"savings"});
}

Result solve_large(double seconds, const std::string& model = "auto") {
    Random random(7);
    StopRule stop;
    stop.seconds = seconds;
    stop.iterations = 0;
    return Solver().solve(random_instance(random, {.customers = 3600}),
                          {.threads = 1, .policy = {.model = model, .rollouts = 20}}, stop);
}

TEST(Solver, DrawsFewWholeRolloutsWhereTheExpertAnneals) {
    EXPECT_EQ(solve_large(400).rollouts->count, 2);
}

TEST(Solver, SaysWhenThereIsTooLittleTimeForThePolicy) {
    const Result result = solve_large(2);
    EXPECT_FALSE(result.rollouts);
    ASSERT_EQ(result.notices.size(), 1U);
    EXPECT_THROW(solve_large(2, "no such model"), ConfigurationError);
}

// There are savings even if the policy used up the time, and the best solution is never lost.
TEST(Solver, GoesOnFromTheBetterOfSavingsAndPolicy) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 900});
    std::map<std::string, double> told;
    const Result result =
        Solver().solve(instance, {.threads = 1}, iterations(1),
                       [&](const Progress& p) { told.emplace(p.stage, p.best_cost); });
    ASSERT_TRUE(told.contains("local search"));
    EXPECT_LT(told["local search"], told["policy"]);
    EXPECT_LE(result.solution.cost, told["local search"] + 1e-9);
}

// The choice is by cost and the same for any number of threads; the search starts from the cheaper
// one.
TEST(Solver, SaysWhatTheSearchBeganWith) {
    using Taken = StartChoice::Taken;
    for (const int customers : {80, 900}) {
        Random random(15);
        const Instance instance = random_instance(random, {.customers = customers});
        const Result result = Solver().solve(instance, {.threads = 1}, iterations(1));
        ASSERT_TRUE(result.start) << customers;
        const bool policy = result.start->policy <= result.start->construction;
        const Taken winner = customers > 800 ? Taken::policy : Taken::both;
        EXPECT_EQ(result.start->taken, policy ? winner : Taken::construction);
        EXPECT_LE(result.solution.cost,
                  std::min(result.start->policy, result.start->construction) + 1e-9);
        const Result other = Solver().solve(instance, {.threads = 2}, iterations(1));
        EXPECT_EQ(other.start, result.start);
        EXPECT_EQ(other.solution, result.solution);
        EXPECT_FALSE(
            Solver().solve(instance, {.mode = Mode::expert, .threads = 1}, iterations(1)).start);
    }
}

// A policy with one poor rollout loses to savings; its rollouts do not join the population.
TEST(Solver, GoesOnFromTheConstructionWhereThePolicyLoses) {
    Random random(16);
    const Instance instance = random_instance(random, {.customers = 120});
    Options options{.threads = 1};
    options.policy.rollouts = 1;
    options.warm_start =
        Solver().solve(instance, {.mode = Mode::expert}, iterations(3000)).solution.routes;
    const Result result = Solver().solve(instance, options, iterations(1));
    ASSERT_TRUE(result.start);
    EXPECT_EQ(result.start->taken, StartChoice::Taken::construction);
    EXPECT_LT(result.start->construction, result.start->policy);
}

TEST(Solver, AsksThePolicyOnlyWithinItsShare) {
    Random random(17);
    const Instance instance = random_instance(random, {.customers = 100});
    StopRule stop = iterations(0);
    stop.seconds = 20;
    Options options{.threads = 1, .policy = {.rollouts = 2}};
    EXPECT_TRUE(Solver().solve(instance, options, stop).rollouts);
    options.hybrid.policy_seconds = 0.021;  // 2.1 s, which is more than a tenth of 20 s
    const Result refused = Solver().solve(instance, options, stop);
    EXPECT_FALSE(refused.rollouts);
    EXPECT_EQ(refused.notices.size(), 1U);
    stop.seconds = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(Solver().solve(instance, options, stop).rollouts);  // no limit: always
    options.hybrid.policy_share = 2;
    EXPECT_THROW(Solver().solve(instance, options, stop), ConfigurationError);
}

TEST(Solver, DoesNotRollOutWhenTheTargetIsMetAlready) {
    EXPECT_EQ(stages_before_the_expert(100, 20, 1e12), std::set<std::string>{"savings"});
}

// The solution that the observer can ask for has the reported cost, whatever the stage.
void expect_solutions_as_told(const Instance& instance, const StopRule& stop,
                              const Options& options) {
    std::set<std::string> stages;
    std::vector<double> costs;
    const Result result = Solver().solve(instance, options, stop, [&](const Progress& p) {
        ASSERT_EQ(bool(p.solution), p.improved);
        if (!p.improved) return;
        const Solution solution = p.solution();
        const CheckReport report = check(instance, solution);
        EXPECT_TRUE(report.feasible()) << p.stage << ": " << report.summary();
        EXPECT_NEAR(solution.cost, p.best_cost, 1e-9 * p.best_cost) << p.stage;
        stages.emplace(p.stage);
        costs.push_back(p.best_cost);
    });
    EXPECT_GE(stages.size(), 2U);
    ASSERT_EQ(result.trace.size(), costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) EXPECT_EQ(result.trace[i].cost, costs[i]);
    EXPECT_NEAR(result.trace.back().cost, result.solution.cost, 1e-9 * result.solution.cost);
}

TEST(Solver, OffersTheSolutionOfEveryImprovement) {
    Random random(8);
    const Instance small = random_instance(random, {.customers = 60});
    expect_solutions_as_told(small, iterations(300), {.threads = 2});
    StopRule timed;
    timed.seconds = 0.5;
    expect_solutions_as_told(small, timed, {.mode = Mode::expert, .threads = 2});
    const Instance large = random_instance(random, {.customers = 900});
    expect_solutions_as_told(large, iterations(20'000), {.threads = 2});
}

TEST(Solver, GivesTheSameAnswersToSeveralThreadsAtOnce) {
    Random random(9);
    const Instance instance = random_instance(random, {.customers = 80});
    const Solver solver(2);
    const auto answer = [&](std::uint64_t seed) {
        return solver.solve(instance, {.seed = seed}, iterations(150)).solution;
    };
    const std::vector<Solution> expected{answer(1), answer(2), answer(3)};
    std::vector<Solution> found(expected.size());
    std::vector<std::thread> callers;
    for (std::size_t i = 0; i < found.size(); ++i)
        callers.emplace_back([&, i] { found[i] = answer(i + 1); });
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(found, expected);
}

TEST(Solver, TakesNoMoreThreadsThanItHas) {
    Random random(10);
    const Instance instance = random_instance(random, {.customers = 20});
    EXPECT_EQ(Solver(1).threads(), 1);
    EXPECT_EQ(Solver(1).solve(instance, {.threads = 2}, iterations(1)).threads, 1);
}

TEST(Solver, UsesTheExpertsParameters) {
    Random random(11);
    const Instance instance = random_instance(random, {.customers = 60});
    Options options{.mode = Mode::expert, .threads = 1};
    options.expert.hgs.elite = -1;
    EXPECT_THROW(Solver().solve(instance, options, iterations(10)), ConfigurationError);
    options.expert.hgs.elite = 4;
    options.expert.most_for_hgs = 0;  // anneal in rounds instead
    std::set<std::string> stages;
    Solver().solve(instance, options, iterations(1000),
                   [&](const Progress& p) { stages.emplace(p.stage); });
    EXPECT_TRUE(stages.contains("ruin"));
    EXPECT_FALSE(stages.contains("hgs"));
}

TEST(Solver, KeepsWhatThePolicyDrewOnRequestAndDrawsTheSame) {
    Random random(12);
    const Instance instance = random_instance(random, {.customers = 50});
    Options options{.mode = Mode::policy, .threads = 2, .policy = {.rollouts = 20}};
    const Result plain = Solver().solve(instance, options);
    options.keep_trajectories = options.keep_edge_probabilities = true;
    const Result result = Solver().solve(instance, options);
    EXPECT_EQ(result.solution, plain.solution);
    EXPECT_TRUE(plain.trajectories.empty());
    EXPECT_TRUE(plain.edge_probabilities.values.empty());
    ASSERT_EQ(result.trajectories.size(), 20U);
    double best = std::numeric_limits<double>::infinity();
    for (const policy::DrawnTrajectory& drawn : result.trajectories) {
        std::vector<Route> routes(1);
        for (const int node : drawn.nodes) {
            if (node == 0)
                routes.emplace_back();
            else
                routes.back().push_back(node);
        }
        const Solution solution = make_solution(instance, routes);
        EXPECT_TRUE(check(instance, solution).feasible());
        EXPECT_NEAR(solution.cost, drawn.cost, 1e-9);
        EXPECT_LT(drawn.log_probability, 0);
        EXPECT_GT(drawn.log_probability, -200);
        best = std::min(best, drawn.cost);
    }
    EXPECT_NEAR(best, result.solution.cost, 1e-9);
}

TEST(Solver, EdgeProbabilitiesOfARowSumToNoMoreThanOne) {
    Random random(13);
    const Instance instance = random_instance(random, {.customers = 30});
    const Result result = Solver().solve(
        instance,
        {.mode = Mode::policy, .policy = {.rollouts = 1}, .keep_edge_probabilities = true});
    const policy::EdgeProbabilities& edges = result.edge_probabilities;
    ASSERT_EQ(edges.rows.size(), edges.values.size());
    ASSERT_EQ(edges.columns.size(), edges.values.size());
    std::vector<double> sums(31, 0);
    for (std::size_t e = 0; e < edges.values.size(); ++e) {
        EXPECT_NE(edges.rows[e], edges.columns[e]);
        sums[std::size_t(edges.rows[e])] += double(edges.values[e]);
    }
    for (const double sum : sums) EXPECT_NEAR(sum, 1, 1e-5);  // K is above N: nothing is outside
}

TEST(Solver, LoadsModelsAheadAndSaysWhichDoNotExist) {
    const Solver solver(1);
    EXPECT_NO_THROW(solver.load());
    EXPECT_THROW(solver.load("no such model"), ConfigurationError);
}

TEST(Solver, SolvesRichProblems) {
    // A line of four stops: one vehicle drives 80 there and back.
    const fleet::Problem problem(fleet::line_problem());
    const fleet::Result result = Solver(1).solve(problem, {.seed = 3}, iterations(200));
    EXPECT_TRUE(result.complete);
    EXPECT_DOUBLE_EQ(result.plan.cost(), 80);
    EXPECT_TRUE(fleet::check(problem, result.plan).feasible());
    EXPECT_EQ(Solver(2).solve(problem, {.seed = 3}, iterations(200)).plan, result.plan);
}

TEST(Solver, ThePolicyAloneAnswersOrRefuses) {
    Random random(4);
    InstanceData data = random_instance(random, {.customers = 20}).data();
    data.max_route_length = 1e6;
    const Instance limited(data);
    EXPECT_THROW(Solver().solve(limited, {.mode = Mode::policy}, iterations(5)),
                 ConfigurationError);
}

TEST(Solver, SaysBeforeTheSearchThatThePolicyIsLeftOut) {
    Random random(5);
    InstanceData data = random_instance(random, {.customers = 20}).data();
    data.max_route_length = 1e6;
    std::vector<std::string> told;
    Options options{.threads = 1};
    options.on_notice = [&](const std::string& text) { told.push_back(text); };
    Solver().solve(Instance(data), options, iterations(5),
                   [&](const Progress& progress) { told.emplace_back(progress.stage); });
    ASSERT_FALSE(told.empty());
    EXPECT_NE(told.front().find("expert solves alone"), std::string::npos) << told.front();
}

TEST(Solver, WithoutTimeForThePolicyThereIsAConstruction) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = 200});
    StopRule stop;
    stop.seconds = 1e-9;
    const Result result = Solver().solve(instance, {.mode = Mode::policy, .threads = 2}, stop);
    EXPECT_TRUE(check(instance, result.solution).feasible());
    EXPECT_FALSE(result.rollouts);
    ASSERT_EQ(result.notices.size(), 1U);
    StopFlag flag;
    flag.raise();
    StopRule raised;
    raised.flag = &flag;
    EXPECT_TRUE(check(instance, Solver().solve(instance, {.mode = Mode::policy}, raised).solution)
                    .feasible());
}

TEST(Solver, SaysWhyThePolicyFoundNothingForAFleet) {
    // Demands of 3, 3, 2, 2, 2 fill two vehicles of 6 in only one way; the nearest customers come
    // first.
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {10, 0}, {1, 1}, {10, 1}, {20, 0}};
    data.demands = {0, 3, 3, 2, 2, 2};
    data.capacity = 6;
    data.max_vehicles = 2;
    Options options{.mode = Mode::policy, .threads = 1};
    options.policy.rollouts = 1;
    try {
        const Result result = Solver().solve(Instance(data), options, {});
        EXPECT_LE(result.solution.routes.size(), 2u);
    } catch (const InfeasibleError& error) {
        EXPECT_NE(std::string(error.what()).find("fleet of 2"), std::string::npos) << error.what();
    }
}

TEST(Options, NamesOfStartsGoBothWays) {
    using Taken = StartChoice::Taken;
    for (const Taken taken : {Taken::policy, Taken::construction, Taken::both})
        EXPECT_EQ(start_from(name_of(taken)), taken);
    EXPECT_THROW(start_from("magic"), ConfigurationError);
}

TEST(Options, NamesOfModesGoBothWays) {
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid})
        EXPECT_EQ(mode_from(name_of(mode)), mode);
    EXPECT_THROW(mode_from("magic"), ConfigurationError);
    EXPECT_LT(default_seconds(10), default_seconds(1000));
}

}  // namespace
}  // namespace odgear
