// A set of test instances: their names, families and best-known costs, and each instance on
// request. Instances are loaded one at a time, because one of a thousand customers already holds a
// matrix.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "odgear/bench/definitions.hpp"
#include "odgear/core/fleet/problem.hpp"
#include "odgear/core/instance.hpp"

namespace odgear::bench {

struct Item {
    std::string name;
    std::string family;  // "A", "B", ...; empty where there are none
    std::optional<double> best_known{};
    std::filesystem::path file{};  // empty for a generated instance
    std::string rounding{};        // as stated by the list; empty: that of the set
};

struct RichInstance {
    fleet::Problem problem;
    std::optional<double> best_known{};  // in the file's units
};

class InstanceSet {
public:
    // `data` is the folder of public benchmark sets; generated sets do not need it. Throws
    // InputError if files are missing or fewer than the definition says.
    InstanceSet(SetDefinition definition, const std::filesystem::path& data);

    const SetDefinition& definition() const { return definition_; }
    const std::vector<Item>& items() const { return items_; }
    Instance load(std::size_t item) const;
    // For a rich set. The best-known cost is that of the list, or else the cost that the checker
    // computes for the .sol beside the instance, because such files state costs in different units.
    RichInstance load_rich(std::size_t item) const;

private:
    void list_folder(const std::filesystem::path& data);
    void list_file(const std::filesystem::path& data);
    void list_generated();

    SetDefinition definition_;
    std::vector<Item> items_;
};

// The option if given, else ODGEAR_DATA, else ../shared/data. The folder need not exist; only sets
// that read from it report that it is missing.
std::filesystem::path data_folder(const std::string& option);

}  // namespace odgear::bench
