// All tables: those embedded in the binary (bench/tables at build time), and those of a folder,
// whose files replace embedded ones or add to them.
//  sets/SET.toml          a set of instances
//  TABLE/table.toml       a table: its title, sets and references
//  TABLE/ROW.toml         one of its rows
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
    // `folder` empty: only the embedded ones.
    explicit Tables(const std::filesystem::path& folder = {});

    std::vector<std::string> names() const;
    // With rows in their order. These throw ConfigurationError, with a list of names, for an
    // unknown name, and InputError for an invalid file.
    Table table(const std::string& name) const;
    SetDefinition set(const std::string& name) const;

private:
    struct File {
        std::string text;
        std::string shown;  // its name in error messages
    };
    std::map<std::string, File> files_;  // by path below the root
};

}  // namespace odgear::bench
