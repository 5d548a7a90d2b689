// Measures a table: every available row, on every set, for every run (seed), one instance at a
// time. What the store already has is not measured again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "odgear/bench/cells.hpp"
#include "odgear/bench/definitions.hpp"
#include "odgear/bench/instance_sets.hpp"
#include "odgear/bench/methods.hpp"

namespace odgear::bench {

// Executes units of work, here or elsewhere: calls work(unit) for each, and accept(unit, result)
// with the results in order, until that returns false.
using UnitWork = std::function<std::string(std::size_t unit)>;
using UnitAccept = std::function<bool(std::size_t unit, const std::string& result)>;
using Distribute = std::function<void(const std::vector<std::size_t>& units, const UnitWork& work,
                                      const UnitAccept& accept)>;

struct RunOptions {
    int runs = 10;      // seeds; all runs use the same weights
    int instances = 0;  // number of instances of each set, from its first; 0: all
    std::uint64_t seed = 1;
    std::vector<std::string> rows{};  // ids; empty: all
    std::vector<std::string> sets{};  // ids; empty: all
    MethodContext method{};
    Distribute distribute{};  // empty: one cell after the other, in this process
};

struct RunProgress {
    std::int64_t done = 0;  // cells, including those found in the store
    std::int64_t total = 0;
    std::string_view row;
    std::string_view set;
    std::string_view instance;
    int run = 1;
};
using RunObserver = std::function<void(const RunProgress&)>;

struct RunOutcome {
    std::int64_t measured = 0;  // measured in this call
    std::int64_t kept = 0;      // found in the store
    bool interrupted = false;
    // Rows that were not measured, and answers that failed or were rejected, as "row: reason".
    std::vector<std::string> left_out;
    std::vector<std::string> failures;
};

// Run 1 of all rows first, then run 2, and so on. After an interruption, the table has fewer runs
// but all rows. Throws ConfigurationError for an unknown row or set.
RunOutcome run_table(const Table& table, const std::vector<InstanceSet>& sets,
                     const RunOptions& options, CellStore& store, const RunObserver& observer = {});

}  // namespace odgear::bench
