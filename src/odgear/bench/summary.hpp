// A table's cells made into its figures: mean and standard deviation over runs, gaps, seconds,
// Welch's tests, and the same instance by instance.
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
    std::optional<double> reference{};  // best known, or the measured reference row's mean
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
    int of = 0;  // instances of the whole set
    int threads = 1;
    std::uint64_t first_seed = 1;
    // By run: the mean or total over the instances.
    std::vector<double> objectives{};
    std::vector<double> seconds{};
    std::vector<double> gaps{};  // empty without a reference
    // What the gap is taken to, for people; empty without a reference, with the reason in `no_gap`.
    std::string reference{};
    std::string no_gap{};
    bool is_reference = false;  // the gaps of others are taken to this
    std::vector<InstanceResult> by_instance{};

    int runs() const { return static_cast<int>(objectives.size()); }
    bool whole() const { return instances == of; }
    // Mean of the gaps of those instances that have a reference; small ones weigh like large ones.
    std::optional<double> mean_gap() const;
};

struct Comparison {
    std::string row, against, set;
    double difference = 0;  // of the mean objectives, in percent of the second
    Welch test;
};

struct TableSummary {
    Table table;
    std::vector<SetDefinition> sets;
    std::map<std::pair<std::string, std::string>, Measurement> measured;  // by row and set
    std::map<std::string, std::string> unmeasured;  // rows that could be measured: why they are not
    std::vector<Comparison> comparisons;
    std::vector<Session> sessions;  // that these figures come from

    const Measurement* find(const std::string& row, const std::string& set) const;
    const SetDefinition& set(const std::string& id) const;
    // "A", "B", ... in order of appearance.
    std::vector<std::string> families(const std::string& set) const;
    // What a measurement is on one family alone; nothing where it has none of it.
    std::optional<Measurement> family(const std::string& row, const std::string& set,
                                      const std::string& name) const;
};

// Which counts where a row was measured in several ways (another model, other settings or threads):
// the one with most results, and of equal ones the latest, so that a quick look never replaces what
// a full run has published; or the latest, whatever its size.
enum class Prefer : std::uint8_t { largest, latest };

// Of the runs of one way, those over the largest number of instances count.
TableSummary summarize_table(const Table& table, const std::vector<SetDefinition>& sets,
                             const CellStore& store, Prefer prefer = Prefer::largest);

}  // namespace odgear::bench
