// All tables that there are: those inside the binary (bench/tables at build time), and those of a
// folder laid over them, whose files replace or add.
//   sets/SET.toml          a set of instances
//   TABLE/table.toml       a table: its title, sets and references
//   TABLE/ROW.toml         a row of it
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/bench/definitions.hpp"

namespace odgear::bench {

struct EmbeddedTable {
    std::string_view path;
    std::span<const std::byte> bytes;
};

std::span<const EmbeddedTable> embedded_tables();

class Tables {
public:
    // `folder` empty: the embedded ones only.
    explicit Tables(const std::filesystem::path& folder = {});

    std::vector<std::string> names() const;
    // With its rows in their order. Throw ConfigurationError, listing what there is, on a name that
    // is none; InputError on a file that is wrong.
    Table table(const std::string& name) const;
    SetDefinition set(const std::string& name) const;

private:
    struct File {
        std::string text;
        std::string shown;  // how errors name it
    };
    std::map<std::string, File> files_;  // by path below the root
};

}  // namespace odgear::bench
