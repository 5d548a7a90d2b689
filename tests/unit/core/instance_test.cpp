#include "odgear/core/instance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

InstanceData two_customers() {
    InstanceData data;
    data.points = {{0, 0}, {3, 4}, {6, 8}};
    data.demands = {0, 2, 3};
    data.capacity = 5;
    return data;
}

ErrorKind kind_of_error(const InstanceData& data) {
    try {
        const Instance instance{InstanceData(data)};
    } catch (const Error& error) {
        return error.kind();
    }
    ADD_FAILURE() << "no error";
    return ErrorKind::internal;
}

TEST(Instance, ComputesAndStoresTheSameDistances) {
    const Instance small(two_customers());
    EXPECT_NE(small.matrix(), nullptr);
    EXPECT_DOUBLE_EQ(small.distance(1, 2), 5);
    EXPECT_DOUBLE_EQ(small.radius(), 10);

    InstanceData computed = two_customers();
    computed.tabulate = false;
    EXPECT_EQ(Instance(computed).matrix(), nullptr);
    EXPECT_DOUBLE_EQ(Instance(computed).distance(1, 2), 5);

    InstanceData many = two_customers();
    for (std::size_t i = 0; i < Instance::matrix_threshold; ++i) {
        many.points.push_back({double(i), 1});
        many.demands.push_back(1);
    }
    const Instance large(many);
    EXPECT_EQ(large.matrix(), nullptr);
    EXPECT_DOUBLE_EQ(large.distance(1, 2), 5);
}

TEST(Instance, ATspIsOneVehicleWithoutCapacity) {
    InstanceData data = two_customers();
    data.problem = Problem::tsp;
    data.demands.clear();
    const Instance instance(data);
    EXPECT_EQ(instance.max_vehicles(), 1);
    EXPECT_EQ(instance.demand(2), 0);
    EXPECT_EQ(instance.min_vehicles(), 1);
}

TEST(Instance, SeesAsymmetry) {
    InstanceData data = two_customers();
    data.rule.metric = Metric::matrix;
    data.matrix = {0, 1, 2, 1, 0, 3, 2, 3, 0};
    EXPECT_TRUE(Instance(data).symmetric());
    data.matrix[1] = 7;
    const Instance instance(data);
    EXPECT_FALSE(instance.symmetric());
    EXPECT_EQ(instance.distance(0, 1), 7);
    EXPECT_EQ(instance.data().matrix, data.matrix);
}

TEST(Instance, RejectsContradictoryData) {
    const auto with = [](auto change) {
        InstanceData data = two_customers();
        change(data);
        return kind_of_error(data);
    };
    EXPECT_EQ(with([](auto& d) { d.demands.pop_back(); }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.demands[1] = -1; }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.demands[0] = 1; }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.capacity = 0; }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.points[1].x = std::nan(""); }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) {
                  d.points.resize(1);
                  d.demands.resize(1);
              }),
              ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.matrix = {1}; }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) { d.max_vehicles = 0; }), ErrorKind::input);
    EXPECT_EQ(with([](auto& d) {
                  d.demands[1] = no_capacity_limit;
                  d.demands[2] = 1;
              }),
              ErrorKind::input);
}

TEST(Instance, SaysWhyNoSolutionExists) {
    const auto with = [](auto change) {
        InstanceData data = two_customers();
        change(data);
        return kind_of_error(data);
    };
    EXPECT_EQ(with([](auto& d) { d.demands[2] = 6; }), ErrorKind::infeasible);
    EXPECT_EQ(with([](auto& d) {
                  d.demands[2] = 4;
                  d.max_vehicles = 1;
              }),
              ErrorKind::infeasible);
    EXPECT_EQ(with([](auto& d) { d.max_route_length = 19; }), ErrorKind::infeasible);
}

TEST(Errors, AreOneLine) {
    EXPECT_EQ(describe(Place{"f", 3, "k"}, "found 'a\nb'"), "f:3: k: found 'a b'");
}

TEST(Errors, MapToExitCodesAndNameThePlace) {
    EXPECT_EQ(InternalError("x").exit_code(), 1);
    EXPECT_EQ(InputError("x").exit_code(), 2);
    EXPECT_EQ(ConfigurationError("x").exit_code(), 2);
    EXPECT_EQ(InfeasibleError("x").exit_code(), 3);
    EXPECT_STREQ(InputError({"a.vrp", 7, "CAPACITY"}, "must be positive").what(),
                 "a.vrp:7: CAPACITY: must be positive");
    EXPECT_STREQ(InputError({"a.vrp", 0, ""}, "is empty").what(), "a.vrp: is empty");
}

}  // namespace
}  // namespace odgear
