// A row of a table, as its file under bench/tables states it: a method with its settings, the
// paper's figures, or both. Each method is a struct that holds only its own settings. To add one:
// write it here, read and describe it in row.cpp, and solve with it in methods.cpp. What is
// forgotten does not compile.
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

// What a paper prints for one row and set; what it leaves out is absent.
struct Figures {
    std::optional<double> objective{};
    std::optional<double> gap{};
    std::optional<double> seconds{};
};

// What a search may spend on an instance.
struct Budget {
    std::optional<double> seconds{};
    std::optional<double> seconds_per_customer{};
    std::optional<std::int64_t> iterations{};

    bool timed() const { return seconds || seconds_per_customer; }
    // Seconds allowed for an instance of that size; none: no limit.
    std::optional<double> seconds_for(int customers) const;
};

// `external`: another program, which uses one thread. `rich`: solves rich problems
// (SetDefinition::rich) and only these.
struct OwnMethod {
    static constexpr bool external = false;
    static constexpr bool rich = false;
};

struct ExternalMethod {
    static constexpr bool external = true;
    static constexpr bool rich = false;
};

// Quoted from the paper.
struct ReportedMethod : OwnMethod {
    static constexpr std::string_view name = "reported";
};

// The paper's inference and nothing else.
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
    std::string model{};  // its edge weights take the place of 1 / distance
    bool local_search = false;
};

// The search for rich problems.
struct FleetMethod : OwnMethod {
    static constexpr std::string_view name = "fleet";
    static constexpr bool rich = true;
    Budget budget{};
};

// LKH-3. Its budget is a limit beside the trials.
struct LkhMethod : ExternalMethod {
    static constexpr std::string_view name = "lkh";
    int trials = 100;
    bool savings_start = false;  // from savings routes instead of LKH's own first tour
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
    std::string id;    // the file's name without its ending; --rows takes it
    std::string name;  // as shown
    int order = 0;     // of the rows in a table
    RowMethod method{};
    std::string note{};                         // shown below the table where the row was measured
    std::vector<std::string> sets{};            // empty: all of the table's
    std::string against{};                      // the row that Welch's test compares this one with
    std::map<std::string, Figures> reported{};  // the paper's, by set
    int most_runs = 0;                          // limit where one run takes long; 0: no limit
    int most_instances = 0;                     // likewise, of each set
    bool on_request = false;                    // measured only when --rows names it

    template <class Kind>
    bool is() const {
        return std::holds_alternative<Kind>(method);
    }
    bool measurable() const { return !is<ReportedMethod>(); }
    bool external() const;
    bool rich() const;
    // It takes the time that its budget states.
    bool timed() const;
    // The settings that decide what is measured, for people and for telling results apart.
    std::string settings() const;
};

// A row from its file. `id` is the file's name without its ending; `file` names it in errors.
Row parse_row(std::string_view text, const std::string& id, const std::string& file);

}  // namespace odgear::bench
