// Our own result format: one JSON object per solve, with everything about what was computed and how
// (docs/formats.md lists the fields). Reading gives the same record.
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

    // The two local optima that competed, and which the search started from.
    struct Start {
        std::string taken;  // policy, construction or both
        double policy = 0;
        double construction = 0;
        bool operator==(const Start&) const = default;
    };

    std::string instance;  // name of the instance
    double cost = 0;
    std::vector<Route> routes;
    bool feasible = false;
    std::string rounding;  // rounding_name(instance)
    std::string mode;
    std::string model;  // empty (null in the file) if the policy did not run
    std::uint64_t seed = 0;
    int threads = 1;
    Seconds seconds{};
    std::int64_t rollouts = 0;
    std::int64_t iterations = 0;
    std::optional<double> best_rollout_cost;
    std::optional<double> mean_rollout_cost;
    std::optional<Start> start{};      // set if the policy's routes competed
    std::optional<double> best_known;  // if set, the file also has the gap in percent
    // The routes with the job ids of the request; not read.
    std::vector<std::vector<std::int64_t>> ids{};

    bool operator==(const ResultRecord&) const = default;
};

// One line per field and per route.
std::string write_result(const ResultRecord& record);

// `routes` and `cost` are required; other fields have the defaults of ResultRecord. Unknown fields
// are ignored, so that files of newer versions can be read.
ResultRecord read_result(std::string_view text, const std::string& file);

}  // namespace odgear
