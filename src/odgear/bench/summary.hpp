// Computes the figures of a table from its cells: mean and standard deviation over runs, gaps,
// seconds, Welch's tests, and the same instance by instance.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "odgear/bench/cells.hpp"
#include "odgear/bench/definitions.hpp"
#include "odgear/bench/statistics.hpp"

namespace odgear::bench {

struct InstanceResult {
    std::string name;
    std::string family;
    int customers = 0;
    std::optional<double> reference{};  // best-known cost, or mean of the measured reference row
    std::vector<double> costs{};        // by run
    Summary cost{};                     // over runs
    double best = 0;
    double seconds = 0;  // mean
    std::optional<double> gap() const {
        return reference ? std::optional(gap_percent(cost.mean, *reference)) : std::nullopt;
    }
};

// One row on one set, or on one family of it.
struct Measurement {
    int instances = 0;
    int of = 0;  // number of instances in the whole set
    int threads = 1;
    std::uint64_t first_seed = 1;
    // By run: the mean or total over the instances.
    std::vector<double> objectives{};
    std::vector<double> seconds{};
    std::vector<double> gaps{};  // empty if there is no reference
    // What the gap refers to, for people. Empty if there is no reference; `no_gap` then has the
    // reason.
    std::string reference{};
    std::string no_gap{};
    bool is_reference = false;  // the gaps of others refer to this row
    std::vector<InstanceResult> by_instance{};

    int runs() const { return static_cast<int>(objectives.size()); }
    bool whole() const { return instances == of; }
    // Mean gap over the instances that have a reference; all instances have the same weight.
    std::optional<double> mean_gap() const;
};

struct Comparison {
    std::string row, against, set;
    double difference = 0;  // of the mean objectives, in percent of the second one
    Welch test;
};

struct TableSummary {
    Table table;
    std::vector<SetDefinition> sets;
    std::map<std::pair<std::string, std::string>, Measurement> measured;  // by row and set
    // rows that could have been measured: why they were not
    std::map<std::string, std::string> unmeasured;
    std::vector<Comparison> comparisons;
    std::vector<Session> sessions;  // the sessions that measured these figures

    const Measurement* find(const std::string& row, const std::string& set) const;
    const SetDefinition& set(const std::string& id) const;
    // "A", "B", ... in order of appearance.
    std::vector<std::string> families(const std::string& set) const;
    // The part of a measurement on one family; empty if it has none.
    std::optional<Measurement> family(const std::string& row, const std::string& set,
                                      const std::string& name) const;
};

// Which measurements are used if a row was measured with several keys (another model, other
// settings or threads). `largest`: the key with most results, of equal ones the latest, so that a
// quick run never replaces published results of a full run. `latest`: the latest, whatever its
// size.
enum class Prefer : std::uint8_t { largest, latest };

// Of the runs with one key, those over the largest number of instances are used.
TableSummary summarize_table(const Table& table, const std::vector<SetDefinition>& sets,
                             const CellStore& store, Prefer prefer = Prefer::largest);

}  // namespace odgear::bench
