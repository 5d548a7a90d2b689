#include "odgear/bench/ant_colony.hpp"

#include <gtest/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/policy/models/models.hpp"
#include "support/random_instances.hpp"

namespace odgear::bench {
namespace {

Instance uniform(int customers, std::uint64_t seed) {
    Random random(seed);
    InstanceData data;
    data.points.push_back({0.5, 0.5});
    data.demands.push_back(0);
    data.capacity = 30;
    for (int i = 0; i < customers; ++i) {
        data.points.push_back({random.unit(), random.unit()});
        data.demands.push_back(random.between(1, 9));
    }
    return Instance(std::move(data));
}

TEST(AntColony, IsFeasibleAndTheSameForAnyNumberOfThreads) {
    const Instance instance = uniform(40, 3);
    AntColonyOptions options;
    options.rounds = 5;
    const Solution one = ant_colony(instance, options);
    options.threads = 3;
    EXPECT_TRUE(check(instance, one).feasible()) << check(instance, one).summary();
    EXPECT_EQ(ant_colony(instance, options), one);
    options.seed = 2;
    EXPECT_NE(ant_colony(instance, options), one);
}

TEST(AntColony, LearnsFromItsRounds) {
    const Instance instance = uniform(60, 4);
    AntColonyOptions options;
    options.rounds = 1;
    const double first = ant_colony(instance, options).cost;
    options.rounds = 60;
    EXPECT_LT(ant_colony(instance, options).cost, 0.95 * first);
}

TEST(AntColony, LocalSearchImprovesEachAnt) {
    const Instance instance = uniform(60, 5);
    AntColonyOptions options;
    options.rounds = 1;
    options.ants = 5;
    const Solution plain = ant_colony(instance, options);
    options.local_search = true;
    const Solution improved = ant_colony(instance, options);
    EXPECT_TRUE(check(instance, improved).feasible());
    EXPECT_LT(improved.cost, 0.8 * plain.cost);
    options.threads = 2;
    EXPECT_EQ(ant_colony(instance, options), improved);
}

TEST(AntColony, TakesWeightsFromANetwork) {
    const Instance instance = uniform(60, 6);
    AntColonyOptions options;
    options.rounds = 1;
    const policy::Model model = policy::find_model("odgear-200");
    const policy::Network network(model);
    const Solution learned = ant_colony(instance, network, options);
    EXPECT_TRUE(check(instance, learned).feasible());
    // A trained network knows far more about routes than 1 / distance.
    EXPECT_LT(learned.cost, 0.8 * ant_colony(instance, options).cost);
}

TEST(AntColony, RefusesWhatItCannotDo) {
    InstanceData data = uniform(5, 1).data();
    data.max_vehicles = 4;
    EXPECT_THROW(ant_colony(Instance(std::move(data)), {}), ConfigurationError);
}

}  // namespace
}  // namespace odgear::bench
