// Turns a row into a method that solves: instance and seed in, checked solution and seconds out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "odgear/bench/definitions.hpp"
#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::bench {

struct Answer {
    Solution solution;
    // From the parsed instance to the solution. For an external program: from its start to its end.
    double seconds = 0;
};

// Solves one instance at a time. Throws InfeasibleError if the checker rejects the answer.
using Method = std::function<Answer(const Instance& instance, std::uint64_t seed)>;

struct RichAnswer {
    fleet::Plan plan;
    double seconds = 0;
};

// The same for rich problems.
using RichMethod = std::function<RichAnswer(const fleet::Problem& problem, std::uint64_t seed)>;

struct MethodContext {
    int threads = 1;
    std::filesystem::path lkh{};  // external programs; empty: not available
    std::filesystem::path hgs{};
    std::filesystem::path pyvrp{};  // a Python interpreter that has PyVRP
    std::filesystem::path filo2{};
    // NAME.safetensors in this folder takes precedence over the embedded model NAME
    std::filesystem::path models{};
    const StopFlag* flag = nullptr;
};

struct PreparedMethod {
    Method solve;           // empty if there is an obstacle or the row solves rich problems
    RichMethod solve_rich;  // for rows that solve rich problems
    std::string obstacle;   // the result of obstacle_of
    std::string key;  // hash of everything that determines the result: settings, model, threads
};

// Why a row cannot be measured here, e.g. "no model odgear-500" or "needs --lkh"; empty if it can.
std::string obstacle_of(const Row& row, const MethodContext& context);

// Models are read once, here: all runs use the same weights. The result keeps no reference to the
// row; the context's flag must outlive it.
PreparedMethod prepare(const Row& row, const MethodContext& context);

}  // namespace odgear::bench
