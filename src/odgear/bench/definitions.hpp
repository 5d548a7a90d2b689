// What a table is made of, as its files under bench/tables state it: sets of instances, and rows
// (a method with its settings, the paper's figures, or both).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/generate/uchoa.hpp"
#include "odgear/policy/settings.hpp"

namespace odgear::bench {

// What a paper prints for one row and set; what it leaves out is absent.
struct Figures {
    std::optional<double> objective{};
    std::optional<double> gap{};
    std::optional<double> seconds{};
};

enum class MethodKind : std::uint8_t {
    policy,    // the paper's inference and nothing else
    hybrid,    // the policy's routes, improved by the expert
    expert,    // HGS, decomposed when large
    aco,       // the classic ant colony, or one with a network's edge weights
    lkh,       // LKH-3, an external program
    hgs,       // HGS-CVRP, an external program
    fleet,     // the search for rich problems
    pyvrp,     // PyVRP, an external program, for rich problems
    filo2,     // FILO2, an external program
    reported,  // quoted from the paper
};

std::string_view name_of(MethodKind kind);

struct Row {
    std::string id;    // the file's name without its ending; --rows takes it
    std::string name;  // as shown
    int order = 0;     // of the rows in a table
    MethodKind method = MethodKind::reported;
    std::string note{};                         // shown below the table where the row was measured
    std::vector<std::string> sets{};            // empty: all of the table's
    std::string against{};                      // the row that Welch's test compares this one with
    std::map<std::string, Figures> reported{};  // the paper's, by set
    int most_runs = 0;                          // limit where one run takes long; 0: no limit
    int most_instances = 0;                     // likewise, of each set
    bool on_request = false;                    // measured only when --rows names it

    PolicySettings policy{};  // of policy and hybrid
    // hybrid, expert, fleet, hgs, pyvrp, and as a limit for lkh
    std::optional<double> time_limit{};  // seconds an instance
    std::optional<double> time_per_customer{};
    std::optional<std::int64_t> iterations{};  // also of filo2, which has no time limit
    // lkh
    int trials = 100;
    bool savings_start = false;  // from savings routes instead of LKH's own first tour
    // aco
    std::string edge_model{};  // its edge weights take the place of 1 / distance
    int ants = 20;
    int rounds = 100;
    bool local_search = false;

    bool measurable() const { return method != MethodKind::reported; }
    // Another program, which uses one thread.
    bool external() const {
        return method == MethodKind::lkh || method == MethodKind::hgs ||
               method == MethodKind::pyvrp || method == MethodKind::filo2;
    }
    // Solves rich problems (SetDefinition::rich) and only these.
    bool rich() const { return method == MethodKind::fleet || method == MethodKind::pyvrp; }
    // The settings that decide what is measured, for people and for telling results apart.
    std::string settings() const;
    // Seconds allowed for an instance of that size; none: no limit.
    std::optional<double> seconds_for(int customers) const;
};

enum class SetSource : std::uint8_t {
    folder,    // every .vrp and .tsp of a folder, or those that are named
    list,      // a CSV with the columns name and bks, optimum, distance or cost (and set, a folder)
    generate,  // made from a seed
};

struct SetDefinition {
    std::string id;
    std::string title;
    SetSource source = SetSource::folder;
    std::string place{};  // folder or list, below the data folder
    // Of a list: where its instances are (else beside it), how their files end, and what is left
    // out.
    std::string folder{};
    std::string ending = ".vrp";
    std::vector<std::string> without{};
    // Of a folder: only these, as "FAMILY/NAME" or "NAME"; empty: all.
    std::vector<std::string> names{};
    // Rich problems (time windows, fleets ...). Best known costs are those of the .sol beside each.
    bool rich = false;
    int count = 0;      // instances of the whole set
    int customers = 0;  // of each; 0 when they differ
    std::uint64_t seed = 0;
    // Of a generated set: uniform ones of the paper's kind, unless a shape of Uchoa's is given.
    std::optional<UchoaShape> shape{};
    std::string rounding = "auto";

    // Everything that decides which instances these are.
    std::string content() const;
};

enum class Aggregate : std::uint8_t { mean, total };  // of objectives and seconds over a set

struct Table {
    std::string id;
    std::string title;
    std::string caption{};
    std::vector<std::string> sets;
    Aggregate aggregate = Aggregate::mean;
    // Rows that gaps may be taken to, the first that was measured; none: to the best known costs.
    std::vector<std::string> references{};
    // The sets are the paper's own, so that the first reference may be quoted from it.
    bool quoted_reference = false;
    bool families = false;  // a second table by family
    bool growth = false;    // its rows belong in the plot of seconds against size
    std::vector<Row> rows{};

    const Row* find(std::string_view row) const;
};

// Throw InputError naming file and field.
Row parse_row(std::string_view text, const std::string& id, const std::string& file);
SetDefinition parse_set(std::string_view text, const std::string& id, const std::string& file);
// Without its rows.
Table parse_table(std::string_view text, const std::string& id, const std::string& file);

}  // namespace odgear::bench
