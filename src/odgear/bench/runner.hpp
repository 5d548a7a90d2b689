// Measures a table: every row that can be measured here, on every set, for every run (seed), one
// instance at a time; what the store already has is not repeated.
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

// Has units of work done, here or elsewhere: work(unit) for each, and accept(unit, result) with
// what it returned, in order, until that says false.
using UnitWork = std::function<std::string(std::size_t unit)>;
using UnitAccept = std::function<bool(std::size_t unit, const std::string& result)>;
using Distribute = std::function<void(const std::vector<std::size_t>& units, const UnitWork& work,
                                      const UnitAccept& accept)>;

struct RunOptions {
    int runs = 10;      // seeds, from one frozen checkpoint
    int instances = 0;  // how many of each set, from its first; 0: all
    std::uint64_t seed = 1;
    std::vector<std::string> rows{};  // ids; empty: all
    std::vector<std::string> sets{};  // ids; empty: all
    MethodContext method{};
    Distribute distribute{};  // empty: one cell after the other, here
};

struct RunProgress {
    std::int64_t done = 0;  // cells, those found in the store included
    std::int64_t total = 0;
    std::string_view row;
    std::string_view set;
    std::string_view instance;
    int run = 1;
};
using RunObserver = std::function<void(const RunProgress&)>;

struct RunOutcome {
    std::int64_t measured = 0;  // now
    std::int64_t kept = 0;      // found in the store
    bool interrupted = false;
    // Rows that were not measured, as "row: why"; answers that failed or were refused, as "row:
    // why".
    std::vector<std::string> left_out;
    std::vector<std::string> failures;
};

// First run 1 of all rows, then run 2, and so on: what an interruption leaves is a table with fewer
// runs, not with fewer rows. Throws ConfigurationError on a row or set that the table has not.
RunOutcome run_table(const Table& table, const std::vector<InstanceSet>& sets,
                     const RunOptions& options, CellStore& store, const RunObserver& observer = {});

}  // namespace odgear::bench
