#include "odgear/io/result_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

ResultRecord example() {
    ResultRecord record;
    record.instance = "X \"quoted\"";
    record.cost = 27591;
    record.routes = {{3, 7}, {1}};
    record.feasible = true;
    record.rounding = "nint";
    record.mode = "hybrid";
    record.model = "cvrp200";
    record.seed = std::numeric_limits<std::uint64_t>::max();
    record.threads = 2;
    record.seconds = {0.001, 0.002, 0.25, 0.5, 9.125, 10};
    record.rollouts = 100;
    record.iterations = 12345;
    record.best_rollout_cost = 29000.5;
    record.mean_rollout_cost = 31000.25;
    record.start = {"both", 28500.5, 28700};
    record.best_known = 27591;
    return record;
}

std::string error_of(const std::string& text) {
    try {
        read_result(text, "r.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(ResultJson, HoldsEveryField) {
    const auto json = nlohmann::json::parse(write_result(example()));
    EXPECT_EQ(json.at("instance"), "X \"quoted\"");
    EXPECT_EQ(json.at("cost"), 27591);
    EXPECT_EQ(json.at("routes"), nlohmann::json::parse("[[3,7],[1]]"));
    EXPECT_EQ(json.at("feasible"), true);
    EXPECT_EQ(json.at("rounding"), "nint");
    EXPECT_EQ(json.at("mode"), "hybrid");
    EXPECT_EQ(json.at("model"), "cvrp200");
    EXPECT_EQ(json.at("seed"), 18446744073709551615ULL);
    EXPECT_EQ(json.at("threads"), 2);
    for (const char* key : {"load", "graph", "encode", "rollout", "improve", "total"})
        EXPECT_TRUE(json.at("seconds").at(key).is_number()) << key;
    EXPECT_EQ(json.at("seconds").at("improve"), 9.125);
    EXPECT_EQ(json.at("rollouts"), 100);
    EXPECT_EQ(json.at("iterations"), 12345);
    EXPECT_EQ(json.at("best_rollout_cost"), 29000.5);
    EXPECT_EQ(json.at("mean_rollout_cost"), 31000.25);
    EXPECT_EQ(json.at("start").at("taken"), "both");
    EXPECT_EQ(json.at("start").at("construction"), 28700);
    EXPECT_EQ(json.at("best_known"), 27591);
    EXPECT_EQ(json.at("gap_percent"), 0);
}

TEST(ResultJson, ReadsBack) {
    EXPECT_EQ(read_result(write_result(example()), "r.json"), example());
    const ResultRecord empty;
    EXPECT_EQ(read_result(write_result(empty), "r.json"), empty);
}

TEST(ResultJson, WithoutPolicyOrSolution) {
    ResultRecord record;
    record.cost = std::numeric_limits<double>::infinity();
    const auto json = nlohmann::json::parse(write_result(record));
    EXPECT_TRUE(json.at("cost").is_null());
    EXPECT_TRUE(json.at("model").is_null());
    EXPECT_TRUE(json.at("best_rollout_cost").is_null());
    EXPECT_TRUE(json.at("start").is_null());
    EXPECT_FALSE(json.contains("gap_percent"));
    EXPECT_EQ(json.at("routes"), nlohmann::json::array());
}

TEST(ResultJson, NamesOfAnyEncoding) {
    ResultRecord record;
    record.instance = "caf\xe9";
    EXPECT_NO_THROW(nlohmann::json::parse(write_result(record)));
}

TEST(ResultJson, BadFiles) {
    EXPECT_EQ(error_of("{\n\"cost\": 5,\n}").substr(0, 10), "r.json:3: ");
    EXPECT_EQ(error_of("[]"), "r.json: expected an object");
    EXPECT_EQ(error_of("{\"cost\": 1}"), "r.json: routes: missing");
    EXPECT_EQ(error_of("{\"routes\": []}"), "r.json: cost: missing");
    EXPECT_EQ(error_of("{\"cost\": 1, \"routes\": 5}"), "r.json: routes: expected an array");
    EXPECT_EQ(error_of("{\"cost\": 1, \"routes\": [[1, 2.5]]}"),
              "r.json: routes[0][1]: 2.5 is not a whole number");
    EXPECT_EQ(
        error_of("{\"cost\": 1, \"routes\": [[1], [0]]}"),
        "r.json: routes[1][0]: 0 is not a customer: they count from 1, the depot is left out");
    EXPECT_EQ(error_of("{\"cost\": \"1\", \"routes\": []}"), "r.json: cost: expected a number");
    EXPECT_EQ(error_of("{\"cost\": 1, \"routes\": [], \"threads\": -1}"),
              "r.json: threads: is out of range");
    EXPECT_EQ(error_of(std::string(100'000, '[')), "r.json: nested more than 16 deep");
    EXPECT_NE(error_of("{\"cost\": 1e999, \"routes\": []}"), "no error");
}

}  // namespace
}  // namespace odgear
