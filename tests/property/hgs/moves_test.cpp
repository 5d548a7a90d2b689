// The change every move predicts is the change of the recomputed penalised cost.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/hgs/moves/pair_moves.hpp"
#include "spaces.hpp"

namespace odgear::hgs {
namespace {

using namespace testing;

// Travel alone, for the changes of distance that the filter reads.
PenaltyWeights no_penalty() { return {0, 0}; }

template <class Distances>
void expect_prediction(const Case& made, const Distances& distances, std::size_t move, int u,
                       int v) {
    Loaded<Distances> loaded(made, distances);
    const Plan plan = plan_pair_move(loaded.state(), move, u, v);
    if (!plan.valid) return;
    const double before = loaded.recomputed();
    const double predicted = evaluate(loaded.context(), plan);
    apply(loaded.context(), plan);
    loaded.assert_consistent();
    assert_near(predicted, loaded.recomputed() - before);
}

RC_GTEST_PROP(PairMoves, PredictTheChangeOfPenalizedCost, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(2, 14));
    const int u = random.between(1, made.space->customers());
    int v = random.between(1, made.space->customers() - 1);
    if (v >= u) ++v;
    made.space->with_distances([&](const auto& distances) {
        for (std::size_t move = 0; move < pair_move_count; ++move) {
            expect_prediction(made, distances, move, u, v);
        }
    });
}

// Calls visit(loaded, surroundings of u, u, v) for one random u and every other customer v.
template <class Visit>
void for_pairs_of_one(const Case& made, Random& random, Visit visit) {
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        const int u = random.between(1, made.space->customers());
        const auto surroundings = around(loaded.state(), distances, u);
        for (int v = 1; v < made.space->nodes(); ++v)
            if (v != u) visit(loaded, surroundings, u, v);
    });
}

RC_GTEST_PROP(PairMoves, FilterReadsTheChangeOfDistance, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_case(random, random.between(2, 14));
    made.weights = no_penalty();
    for_pairs_of_one(made, random, [&](auto& loaded, const auto& surroundings, int u, int v) {
        const PairChanges changes = pair_changes(loaded.context(), surroundings, v);
        const bool same = loaded.state().customer(u).route == loaded.state().customer(v).route;
        float least = std::numeric_limits<float>::infinity();
        for (std::size_t move = 0; move < pair_move_count; ++move) {
            const Plan plan = plan_pair_move(loaded.state(), move, u, v);
            if (!plan.valid) {
                // If a move is impossible because a successor is missing, the filter must not
                // consider it.
                if (!same) RC_ASSERT(changes[move] > 1e30f);
                continue;
            }
            least = std::min(least, changes[move]);
            assert_near(changes[move], evaluate(loaded.context(), plan));
        }
        // The first comparison must pass every move that pays.
        if (made.space->symmetric()) {
            const auto d = read_pair(surroundings, loaded.state().customer(v), v);
            RC_ASSERT(least_change(surroundings, d) <= least + 1e-5f);
        }
    });
}

RC_GTEST_PROP(PairMoves, LoadShiftIsWhatTheRouteLoses, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(2, 14));
    made.space->with_distances([&](const auto& distances) {
        const int u = random.between(1, made.space->customers());
        for (int v = 1; v < made.space->nodes(); ++v)
            for (std::size_t move = 0; move < pair_move_count; ++move) {
                Loaded loaded(made, distances);
                const int ru = loaded.state().customer(u).route;
                const int rv = loaded.state().customer(v).route;
                const Plan plan = plan_pair_move(loaded.state(), move, u, v);
                if (ru == rv || !plan.valid) continue;
                const Load before = loaded.state().route(ru).load;
                const float shift = load_shifts(*made.space, loaded.state(), u, v)[move];
                apply(loaded.context(), plan);
                RC_ASSERT(float(loaded.state().route(ru).load) == float(before) - shift);
            }
    });
}

// The best move of a pair is the best of all its moves, and never one that does not pay.
RC_GTEST_PROP(PairMoves, BestIsTheBestOfAll, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(2, 14));
    for_pairs_of_one(made, random, [&](auto& loaded, const auto& surroundings, int u, int v) {
        double best = -made.space->tolerance();
        for (std::size_t move = 0; move < pair_move_count; ++move) {
            const Plan plan = plan_pair_move(loaded.state(), move, u, v);
            if (plan.valid) best = std::min(best, evaluate(loaded.context(), plan));
        }
        Candidate found;
        const int ru = loaded.state().customer(u).route;
        if (find_pair_move(loaded.context(), surroundings, v, ru,
                           float(loaded.state().route(ru).penalty), float(made.space->tolerance()),
                           found))
            assert_near(found.change, best);
        else
            RC_ASSERT(best > -1e-5);
    });
}

RC_GTEST_PROP(EmptyRoute, MovesPredictTheirChange, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(2, 14));
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        const int empty = loaded.state().empty_route();
        RC_PRE(empty >= 0);
        const int u = random.between(1, made.space->customers());
        const auto surroundings = around(loaded.state(), distances, u);
        Candidate found;
        if (!find_move_to_empty(loaded.context(), surroundings, empty, found)) return;
        const double before = loaded.recomputed();
        apply(loaded.context(), found.plan);
        loaded.assert_consistent();
        assert_near(found.change, loaded.recomputed() - before);
        RC_ASSERT(found.change < 0);
    });
}

}  // namespace
}  // namespace odgear::hgs
