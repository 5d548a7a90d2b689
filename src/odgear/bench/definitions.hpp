// The definition of a table by its files under bench/tables: sets of instances, and rows (row.hpp).
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
    generate,  // generated from a seed
};

struct SetDefinition {
    std::string id;
    std::string title;
    SetSource source = SetSource::folder;
    std::string place{};  // folder or list, below the data folder
    // For a list: the folder of its instances (default: that of the list), their file extension,
    // and which ones are left out.
    std::string folder{};
    std::string ending = ".vrp";
    std::vector<std::string> without{};
    // For a folder: only these, as "FAMILY/NAME" or "NAME"; empty: all.
    std::vector<std::string> names{};
    // Rich problems (time windows, fleets ...). Their best-known costs are those of the .sol files
    // beside them.
    bool rich = false;
    int count = 0;      // instances of the whole set
    int customers = 0;  // of each instance; 0 if they differ
    std::uint64_t seed = 0;
    // For a generated set: uniform instances as in the paper, unless a shape of Uchoa's generator
    // is given.
    std::optional<UchoaShape> shape{};
    std::string rounding = "auto";

    // A text of everything that determines these instances.
    std::string content() const;
};

enum class Aggregate : std::uint8_t { mean, total };  // of objectives and seconds over a set

struct Table {
    std::string id;
    std::string title;
    std::string caption{};
    std::vector<std::string> sets;
    Aggregate aggregate = Aggregate::mean;
    // Rows that gaps may refer to; the first that was measured is used. Empty: the best-known
    // costs.
    std::vector<std::string> references{};
    // The sets are those of the paper, so a figure quoted from it may be the first reference.
    bool quoted_reference = false;
    bool families = false;  // a second table by family
    bool growth = false;    // its rows are part of the plot of seconds against size
    std::vector<Row> rows{};

    const Row* find(std::string_view row) const;
};

// These throw InputError, which names file and field.
SetDefinition parse_set(std::string_view text, const std::string& id, const std::string& file);
// Reads a table without its rows.
Table parse_table(std::string_view text, const std::string& id, const std::string& file);

}  // namespace odgear::bench
