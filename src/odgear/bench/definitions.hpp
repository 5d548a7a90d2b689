// What a table is made of, as its files under bench/tables state it: sets of instances, and
// rows (row.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/bench/row.hpp"
#include "odgear/generate/uchoa.hpp"

namespace odgear::bench {

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
SetDefinition parse_set(std::string_view text, const std::string& id, const std::string& file);
// Without its rows.
Table parse_table(std::string_view text, const std::string& id, const std::string& file);

}  // namespace odgear::bench
