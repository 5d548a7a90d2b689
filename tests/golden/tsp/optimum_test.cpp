// Small TSPLIB instances are solved to their optimum. Skipped if the data are missing.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "odgear/io/instance_file.hpp"
#include "odgear/tsp/search.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::tsp {
namespace {

TEST(Optimum, IsFoundOnSmallInstances) {
    const auto data = testing::shared_data();
    if (!data) GTEST_SKIP() << "the benchmark sets are absent (ODGEAR_DATA)";
    const std::pair<const char*, double> known[] = {
        {"eil51", 426}, {"berlin52", 7542}, {"eil76", 538}, {"kroA100", 21282}, {"pr107", 44303},
    };
    for (const auto& [name, optimum] : known) {
        const Instance instance =
            read_instance(*data / "tsplib" / (std::string(name) + ".tsp")).instance;
        StopRule stop = testing::iterations(100'000);
        stop.target = optimum;
        EXPECT_EQ(search(instance, {}, {}, stop, Workers(1), 1).cost, optimum) << name;
    }
}

}  // namespace
}  // namespace odgear::tsp
