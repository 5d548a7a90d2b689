#include "odgear/generate/uniform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

TEST(Uniform, HasTheAskedShape) {
    Random random(1);
    const Instance instance = uniform_instance({.customers = 5000}, random);
    EXPECT_EQ(instance.customers(), 5000);
    EXPECT_EQ(instance.capacity(), 50);
    EXPECT_EQ(instance.rule().rounding, Rounding::none);
    const std::set<Load> demands(instance.demands().begin() + 1, instance.demands().end());
    EXPECT_EQ(demands, (std::set<Load>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    double sum_x = 0;
    double sum_y = 0;
    for (const Point point : instance.points()) {
        EXPECT_TRUE(point.x >= 0 && point.x < 1 && point.y >= 0 && point.y < 1);
        sum_x += point.x;
        sum_y += point.y;
    }
    // The mean of 5001 uniform numbers has a standard deviation of 0.004.
    EXPECT_NEAR(sum_x / instance.nodes(), 0.5, 0.02);
    EXPECT_NEAR(sum_y / instance.nodes(), 0.5, 0.02);
    // The mean of the demands, 5 +- 2.58, has one of 0.037.
    EXPECT_NEAR(static_cast<double>(instance.total_demand()) / 5000, 5, 0.2);
}

TEST(Uniform, SameSeedSameInstance) {
    Random first(7), second(7), third(8);
    const Instance a = uniform_instance({}, first);
    const Instance b = uniform_instance({}, second);
    const Instance c = uniform_instance({}, third);
    EXPECT_EQ(a.points(), b.points());
    EXPECT_EQ(a.demands(), b.demands());
    EXPECT_NE(a.points(), c.points());
    EXPECT_NE(uniform_instance({}, first).points(), a.points());
}

// Files and results name instances by their seed; a change here would change them all.
TEST(Uniform, InstancesOfASeedStayWhatTheyAre) {
    Random random(1);
    const Instance instance = uniform_instance({.customers = 3}, random);
    EXPECT_DOUBLE_EQ(instance.point(0).x, 0.81161215888188476);
    EXPECT_DOUBLE_EQ(instance.point(3).y, 0.52341686399030585);
    EXPECT_EQ(instance.demands(), (std::vector<Load>{0, 1, 2, 9}));
}

TEST(Uniform, RejectsImpossibleShapes) {
    Random random(1);
    EXPECT_THROW(uniform_instance({.customers = 0}, random), ConfigurationError);
    EXPECT_THROW(uniform_instance({.capacity = 8}, random), ConfigurationError);
    EXPECT_THROW(uniform_instance({.min_demand = 5, .max_demand = 4}, random), ConfigurationError);
    EXPECT_THROW(uniform_instance({.min_demand = -1}, random), ConfigurationError);
    EXPECT_THROW(uniform_tsp(1, random), ConfigurationError);
}

TEST(Uniform, Tsp) {
    Random random(1);
    const Instance instance = uniform_tsp(100, random);
    EXPECT_TRUE(instance.is_tsp());
    EXPECT_EQ(instance.nodes(), 100);
}

}  // namespace
}  // namespace odgear
