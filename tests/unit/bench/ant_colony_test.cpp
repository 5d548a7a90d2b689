#include "odgear/bench/ant_colony.hpp"

#include <gtest/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
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

TEST(AntColony, RefusesWhatItCannotDo) {
    InstanceData data = uniform(5, 1).data();
    data.max_vehicles = 4;
    EXPECT_THROW(ant_colony(Instance(std::move(data)), {}), ConfigurationError);
}

}  // namespace
}  // namespace odgear::bench
