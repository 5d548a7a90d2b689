// A set of test instances: their names, families and best known costs, and each instance when it is
// asked for (one at a time: a thousand-customer instance holds a matrix).
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
    std::string rounding{};        // as the list states it; empty: as the set does
};

struct RichInstance {
    fleet::Problem problem;
    std::optional<double> best_known{};  // in the file's units
};

class InstanceSet {
public:
    // `data` is the folder of public benchmark sets; generated sets do without it. Throws
    // InputError where data are absent or fewer than the definition says.
    InstanceSet(SetDefinition definition, const std::filesystem::path& data);

    const SetDefinition& definition() const { return definition_; }
    const std::vector<Item>& items() const { return items_; }
    Instance load(std::size_t item) const;
    // Of a rich set. The best known cost is that of the list, else what the checker finds for the
    // .sol beside the instance: such files state costs in different units.
    RichInstance load_rich(std::size_t item) const;

private:
    void list_folder(const std::filesystem::path& data);
    void list_file(const std::filesystem::path& data);
    void list_generated();

    SetDefinition definition_;
    std::vector<Item> items_;
};

// The option if given, else ODGEAR_DATA, else ../shared/data. It need not exist: only sets read
// from it say so.
std::filesystem::path data_folder(const std::string& option);

}  // namespace odgear::bench
