// The change every move predicts is the change of the recomputed penalised cost.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/hgs/moves/pair_moves.hpp"
#include "spaces.hpp"

namespace odgear::hgs {
namespace {

using testing::assert_near;
using testing::Case;
using testing::Loaded;
using testing::random_case;

// Travel alone, for the changes of distance that the filter reads.
PenaltyWeights no_penalty() { return {0, 0}; }

template <class Distances>
void expect_prediction(const Case& made, const Distances& distances, std::size_t move, int u, int v,
                       bool& was_valid) {
    Loaded<Distances> loaded(made, distances);
    const Plan plan = plan_pair_move(loaded.state(), move, u, v);
    was_valid = plan.valid;
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
            bool valid = false;
            expect_prediction(made, distances, move, u, v, valid);
            RC_TAG(valid ? "valid" : "invalid");
        }
    });
}

RC_GTEST_PROP(PairMoves, FilterReadsTheChangeOfDistance, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_case(random, random.between(2, 14));
    made.weights = no_penalty();
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        const int u = random.between(1, made.space->customers());
        const auto surroundings = around(loaded.state(), distances, u);
        for (int v = 1; v < made.space->nodes(); ++v) {
            if (v == u) continue;
            const PairChanges changes = pair_changes(loaded.context(), surroundings, v);
            const bool same = loaded.state().customer(u).route == loaded.state().customer(v).route;
            for (std::size_t move = 0; move < pair_move_count; ++move) {
                const Plan plan = plan_pair_move(loaded.state(), move, u, v);
                if (!plan.valid) {
                    // What cannot be done for want of a successor must not tempt the filter.
                    if (!same) RC_ASSERT(changes[move] > 1e30f);
                    continue;
                }
                assert_near(changes[move], evaluate(loaded.context(), plan));
            }
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
                const Load shift = load_shift(*made.space, loaded.state(), move, u, v);
                apply(loaded.context(), plan);
                RC_ASSERT(loaded.state().route(ru).load == before - shift);
            }
    });
}

// The best move of a pair is the best of all its moves, and never one that does not pay.
RC_GTEST_PROP(PairMoves, BestIsTheBestOfAll, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(2, 14));
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        const int u = random.between(1, made.space->customers());
        const auto surroundings = around(loaded.state(), distances, u);
        for (int v = 1; v < made.space->nodes(); ++v) {
            if (v == u) continue;
            double best = -made.space->tolerance();
            for (std::size_t move = 0; move < pair_move_count; ++move) {
                const Plan plan = plan_pair_move(loaded.state(), move, u, v);
                if (plan.valid) best = std::min(best, evaluate(loaded.context(), plan));
            }
            const Candidate found = best_pair_move(loaded.context(), surroundings, v);
            if (found.plan.valid)
                assert_near(found.change, best);
            else
                RC_ASSERT(best > -1e-5);
        }
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
        const Candidate found = best_move_to_empty(loaded.context(), surroundings, empty);
        if (!found.plan.valid) return;
        const double before = loaded.recomputed();
        apply(loaded.context(), found.plan);
        loaded.assert_consistent();
        assert_near(found.change, loaded.recomputed() - before);
        RC_ASSERT(found.change < 0);
    });
}

}  // namespace
}  // namespace odgear::hgs
