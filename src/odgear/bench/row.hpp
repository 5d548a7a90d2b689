// A row of a table, as defined by its file under bench/tables: a method with its settings, the
// paper's figures, or both. Each method is a struct with only its own settings. To add one: define
// it here, read and describe it in row.cpp, and solve with it in methods.cpp. If a part is missing,
// it does not compile.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "odgear/policy/settings.hpp"

namespace odgear::bench {

// The paper's figures for one row and set; missing ones are empty.
struct Figures {
    std::optional<double> objective{};
    std::optional<double> gap{};
    std::optional<double> seconds{};
};

// The limits of a search on one instance.
struct Budget {
    std::optional<double> seconds{};
    std::optional<double> seconds_per_customer{};
    std::optional<std::int64_t> iterations{};

    bool timed() const { return seconds || seconds_per_customer; }
    // Time limit for an instance of this size; empty: no limit.
    std::optional<double> seconds_for(int customers) const;
};

// `external`: another program, which uses one thread. `rich`: solves only rich problems
// (SetDefinition::rich).
struct OwnMethod {
    static constexpr bool external = false;
    static constexpr bool rich = false;
};

struct ExternalMethod {
    static constexpr bool external = true;
    static constexpr bool rich = false;
};

// Figures quoted from the paper.
struct ReportedMethod : OwnMethod {
    static constexpr std::string_view name = "reported";
};

// Only the paper's inference.
struct PolicyMethod : OwnMethod {
    static constexpr std::string_view name = "policy";
    PolicySettings policy{};
};

// The policy's routes, improved by the expert.
struct HybridMethod : OwnMethod {
    static constexpr std::string_view name = "hybrid";
    PolicySettings policy{};
    Budget budget{};
};

// HGS, decomposed when large.
struct ExpertMethod : OwnMethod {
    static constexpr std::string_view name = "expert";
    Budget budget{};
};

// The classic ant colony, or one with a network's edge weights.
struct ColonyMethod : OwnMethod {
    static constexpr std::string_view name = "aco";
    int ants = 20;
    int rounds = 100;
    std::string model{};  // its edge weights replace 1 / distance
    bool local_search = false;
};

// The search for rich problems.
struct FleetMethod : OwnMethod {
    static constexpr std::string_view name = "fleet";
    static constexpr bool rich = true;
    Budget budget{};
};

// LKH-3. Its budget is a time limit in addition to the trials.
struct LkhMethod : ExternalMethod {
    static constexpr std::string_view name = "lkh";
    int trials = 100;
    bool savings_start = false;  // starts from savings routes instead of LKH's own first tour
    Budget budget{};
};

// HGS-CVRP.
struct HgsMethod : ExternalMethod {
    static constexpr std::string_view name = "hgs";
    Budget budget{};
};

// FILO2, which has no time limit.
struct Filo2Method : ExternalMethod {
    static constexpr std::string_view name = "filo2";
    std::int64_t iterations = 100'000;
};

struct PyvrpMethod : ExternalMethod {
    static constexpr std::string_view name = "pyvrp";
    static constexpr bool rich = true;
    Budget budget{};
};

using RowMethod =
    std::variant<ReportedMethod, PolicyMethod, HybridMethod, ExpertMethod, ColonyMethod,
                 FleetMethod, LkhMethod, HgsMethod, Filo2Method, PyvrpMethod>;

struct Row {
    std::string id;    // file name without extension; used by --rows
    std::string name;  // shown in tables
    int order = 0;     // position in the table
    RowMethod method{};
    std::string note{};                         // shown below the table if the row was measured
    std::vector<std::string> sets{};            // empty: all sets of the table
    std::string against{};                      // the row to compare with by Welch's test
    std::map<std::string, Figures> reported{};  // the paper's figures, by set
    int most_runs = 0;        // limit for rows where one run takes long; 0: no limit
    int most_instances = 0;   // the same for the instances of each set
    bool on_request = false;  // measured only if --rows names it

    template <class Kind>
    bool is() const {
        return std::holds_alternative<Kind>(method);
    }
    bool measurable() const { return !is<ReportedMethod>(); }
    bool external() const;
    bool rich() const;
    // Whether its time is that of its budget.
    bool timed() const;
    // The settings that determine what is measured, for people and as a key of results.
    std::string settings() const;
};

// Reads a row from its file. `id` is the file name without extension; `file` names it in errors.
Row parse_row(std::string_view text, const std::string& id, const std::string& file);

}  // namespace odgear::bench
