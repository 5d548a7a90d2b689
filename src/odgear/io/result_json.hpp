// Our own result format: one JSON object per solve, all that is needed to tell what was computed
// and how (docs/formats.md lists the fields). Reads back as it was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/solution.hpp"

namespace odgear {

struct ResultRecord {
    struct Seconds {
        double load = 0;
        double graph = 0;
        double encode = 0;
        double rollout = 0;
        double improve = 0;
        double total = 0;
        bool operator==(const Seconds&) const = default;
    };

    // Two local optima that competed, and what the search began with.
    struct Start {
        std::string taken;  // policy, construction or both
        double policy = 0;
        double construction = 0;
        bool operator==(const Start&) const = default;
    };

    std::string instance;  // its name
    double cost = 0;
    std::vector<Route> routes;
    bool feasible = false;
    std::string rounding;  // rounding_name(instance)
    std::string mode;
    std::string model;  // empty (null in the file) when the policy did not run
    std::uint64_t seed = 0;
    int threads = 1;
    Seconds seconds{};
    std::int64_t rollouts = 0;
    std::int64_t iterations = 0;
    std::optional<double> best_rollout_cost;
    std::optional<double> mean_rollout_cost;
    std::optional<Start> start{};      // where the policy's routes competed
    std::optional<double> best_known;  // then the file also states the gap, in percent
    // The routes by the ids that the request gave its jobs; not read back.
    std::vector<std::vector<std::int64_t>> ids{};

    bool operator==(const ResultRecord&) const = default;
};

// Each field on a line, each route on a line.
std::string write_result(const ResultRecord& record);

// `routes` and `cost` must be there; the other fields default to those of ResultRecord. Fields it
// does not know are left out, so that newer files can be read.
ResultRecord read_result(std::string_view text, const std::string& file);

}  // namespace odgear
