#include "odgear/bench/external.hpp"

#include <gtest/gtest.h>

#include "bench_files.hpp"
#include "odgear/bench/methods.hpp"
#include "odgear/bench/process.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {
namespace {

// Depot and four customers; capacity for two at a time.
Instance square(Rounding rounding = Rounding::none) {
    InstanceData data;
    data.name = "square";
    data.points = {{0, 0}, {0.25, 0}, {0.5, 0}, {0, 0.25}, {0, 1}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 2;
    data.rule.rounding = rounding;
    return Instance(std::move(data));
}

constexpr const char* tour = "NAME : x\nTYPE : TOUR\nTOUR_SECTION\n2\n3\n1\n4\n5\n6\n-1\nEOF\n";

TEST(LkhTour, CopiesOfTheDepotEndRoutes) {
    // 1 is the depot, 6 a copy of it; the tour need not begin there.
    const std::vector<Route> expected{{3, 4}, {1, 2}};
    EXPECT_EQ(routes_from_lkh_tour(tour, "t", 5), expected);
}

TEST(LkhTour, EmptyVehiclesLeaveNoRoutes) {
    const std::vector<Route> expected{{1, 2}};
    EXPECT_EQ(routes_from_lkh_tour("TOUR_SECTION\n1\n2\n3\n4\n5\n-1\n", "t", 3), expected);
}

TEST(LkhTour, RefusesOtherTexts) {
    EXPECT_THROW(routes_from_lkh_tour("TOUR_SECTION\n1\ntwo\n-1\n", "t", 3), InputError);
    EXPECT_THROW(routes_from_lkh_tour("nothing here", "t", 3), InputError);
}

TEST(LkhProblem, RealDistancesAreScaledRoundedOnesAreNot) {
    EXPECT_NE(lkh_problem(square()).find("\n5 0 10000\n"), std::string::npos);
    EXPECT_NE(lkh_problem(square(Rounding::nearest)).find("\n5 0.000000000000 1.0000"),
              std::string::npos);
}

// HGS-CVRP reads its first three lines by position.
TEST(HgsProblem, BeginsWithNameCommentAndType) {
    EXPECT_TRUE(
        hgs_problem(square()).starts_with("NAME : instance\nCOMMENT : none\nTYPE : CVRP\n"));
}

TEST(LkhParameters, SayWhatIsAskedFor) {
    const std::string plain = lkh_parameters({100, 5, {}, false});
    EXPECT_NE(plain.find("MAX_TRIALS = 100\nRUNS = 1\nSEED = 5\n"), std::string::npos) << plain;
    EXPECT_EQ(plain.find("INITIAL_TOUR"), std::string::npos);
    const std::string other = lkh_parameters({100, 5, 30, true});
    EXPECT_NE(other.find("INITIAL_TOUR_ALGORITHM = CVRP\nTIME_LIMIT = 30\n"), std::string::npos);
}

TEST(Lkh, GetsATspAsOne) {
    InstanceData data = square().data();
    data.problem = Problem::tsp;
    data.demands.clear();
    data.capacity = no_capacity_limit;
    const Instance instance(std::move(data));
    const std::string problem = lkh_problem(instance);
    EXPECT_NE(problem.find("TYPE : TSP\n"), std::string::npos) << problem;
    EXPECT_NE(problem.find("\n5 0 1000000\n"), std::string::npos) << problem;
    EXPECT_THROW(hgs_problem(instance), ConfigurationError);
    const testing::Folder folder;
    const auto program =
        folder.script("lkh",
                      "grep -q SPECIAL \"$1\" && exit 1\ngrep -q '^TOTAL_TIME_LIMIT = 3' \"$1\" && "
                      "printf 'TOUR_SECTION\\n2\\n1\\n5\\n4\\n3\\n-1\\n' > answer.tour\n");
    const ExternalAnswer answer = run_lkh(program, instance, {7, 1, 3, false});
    EXPECT_EQ(answer.routes, (std::vector<Route>{{4, 3, 2, 1}}));
}

TEST(Lkh, IsCalledAndItsAnswerRead) {
    const testing::Folder folder;
    const auto program = folder.script(
        "lkh",
        "grep -q 'MAX_TRIALS = 7' \"$1\" && grep -q SPECIAL \"$1\" && grep -q 'CAPACITY : 2' "
        "problem.vrp && printf 'TOUR_SECTION\\n2\\n3\\n1\\n4\\n5\\n6\\n-1\\n' > answer.tour\n");
    const ExternalAnswer answer = run_lkh(program, square(), {7, 1, {}, false});
    EXPECT_EQ(answer.routes, (std::vector<Route>{{3, 4}, {1, 2}}));
    EXPECT_GT(answer.seconds, 0);
}

TEST(Lkh, GetsMoreVehiclesWhereItFindsNothingWithTheLeastNumber) {
    const testing::Folder folder;
    const auto program =
        folder.script("lkh",
                      "grep -q 'VEHICLES : 3' problem.vrp || exit 0\n"
                      "printf 'TOUR_SECTION\\n1\\n2\\n3\\n6\\n4\\n7\\n5\\n-1\\n' > answer.tour\n");
    const ExternalAnswer answer = run_lkh(program, square(), {7, 1, {}, false});
    EXPECT_EQ(answer.routes, (std::vector<Route>{{1, 2}, {3}, {4}}));
}

TEST(Hgs, GetsItsOptionsAndItsAnswerIsRead) {
    const testing::Folder folder;
    const auto program =
        folder.script("hgs",
                      "[ \"$*\" = 'problem.vrp answer.sol -t 2 -seed 9 -round 0' ] && "
                      "printf 'Route #1: 1 2\\nRoute #2: 3 4\\nCost 3\\n' > answer.sol\n");
    EXPECT_EQ(run_hgs(program, square(), {2, 9}).routes, (std::vector<Route>{{1, 2}, {3, 4}}));
}

TEST(Filo2, GetsItsOptionsAndItsAnswerIsRead) {
    const testing::Folder folder;
    MethodContext context;
    context.filo2 = folder.script(
        "filo2",
        "[ \"$*\" = 'problem.vrp --coreopt-iterations 7 --seed 9' ] && head -6 problem.vrp | "
        "cut -d: -f1 | tr -d ' \\n' | grep -q 'NAMECOMMENTTYPEDIMENSIONEDGE_WEIGHT_TYPECAPACITY' "
        "&& printf 'Route #1: 1 2\\nRoute #2: 3 4\\nCost 3\\n' > problem.vrp_seed-9.vrp.sol\n");
    const Row row = parse_row("name='F'\nmethod='filo2'\niterations=7", "f", "f.toml");
    EXPECT_TRUE(row.external());
    EXPECT_EQ(prepare(row, context).solve(square(), 9).solution.routes,
              (std::vector<Route>{{1, 2}, {3, 4}}));
    EXPECT_EQ(prepare(row, {}).obstacle, "needs --filo2");
}

TEST(External, FailuresSayWhatTheProgramSaid) {
    const testing::Folder folder;
    const auto program = folder.script("hgs", "echo starting; echo no such luck; exit 4\n");
    try {
        run_hgs(program, square(), {2, 9});
        FAIL();
    } catch (const InputError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("code 4 on square"), std::string::npos) << text;
        EXPECT_NE(text.find("no such luck"), std::string::npos) << text;
        EXPECT_EQ(text.find("starting"), std::string::npos) << text;
    }
    EXPECT_THROW(run_hgs(folder.path() / "absent", square(), {2, 9}), InputError);
}

// The checker decides, whatever the program claims.
TEST(External, AnInfeasibleAnswerIsRefused) {
    const testing::Folder folder;
    MethodContext context;
    context.hgs =
        folder.script("hgs", "printf 'Route #1: 1 2 3\\nRoute #2: 4\\nCost 1\\n' > answer.sol\n");
    const Row row = parse_row("name='H'\nmethod='hgs'\ntime_limit=1", "h", "h.toml");
    EXPECT_THROW(prepare(row, context).solve(square(), 1), InfeasibleError);
    EXPECT_EQ(prepare(row, {}).obstacle, "needs --hgs");
}

TEST(Process, IsEndedWithItsChildrenWhenTimeIsUp) {
    const testing::Folder folder;
    const auto program = folder.script("slow", "sleep 100 & sleep 100\n");
    const ProcessResult result = run_process(program, {}, folder.path(), 0.1);
    EXPECT_EQ(result.end, ProcessResult::End::timeout);
    EXPECT_LT(result.seconds, 50);
}

TEST(Process, IsEndedWhenTheFlagIsRaised) {
    const testing::Folder folder;
    StopFlag flag;
    flag.raise();
    const ProcessResult result =
        run_process(folder.script("slow", "sleep 100\n"), {}, folder.path(), 100, &flag);
    EXPECT_EQ(result.end, ProcessResult::End::interrupted);
}

TEST(TemporaryFolder, IsGoneAfterwards) {
    std::filesystem::path path;
    {
        const TemporaryFolder folder;
        path = folder.path();
        EXPECT_TRUE(std::filesystem::is_directory(path));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace odgear::bench
