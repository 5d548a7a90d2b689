#include "odgear/bench/tables.hpp"

#include <algorithm>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

void check_row(const Table& table, const Row& row, const std::string& file) {
    const auto known = [&](const std::string& set) {
        return std::find(table.sets.begin(), table.sets.end(), set) != table.sets.end();
    };
    for (const std::string& set : row.sets)
        if (!known(set)) throw InputError({file, 0, "sets"}, "the table has no set " + set);
    for (const auto& [set, figures] : row.reported)
        if (!known(set)) throw InputError({file, 0, "reported"}, "the table has no set " + set);
}

}  // namespace

Tables::Tables(const fs::path& folder) {
    for (const EmbeddedTable& file : embedded_tables()) {
        const std::string path(file.path);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes of a text
        const char* text = reinterpret_cast<const char*>(file.bytes.data());
        files_[path] = {std::string(text, file.bytes.size()), "bench/tables/" + path};
    }
    if (folder.empty()) return;
    if (!fs::is_directory(folder))
        throw InputError({folder.string(), 0, ""}, "there is no such folder of tables");
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().extension() == ".toml")
            files_[fs::relative(entry.path(), folder).generic_string()] = {
                read_text_file(entry.path()), entry.path().string()};
}

std::vector<std::string> Tables::names() const {
    std::vector<std::string> result;
    for (const auto& [path, file] : files_) {
        const fs::path parts = path;
        if (parts.filename() == "table.toml") result.push_back(parts.parent_path().string());
    }
    return result;
}

Table Tables::table(const std::string& name) const {
    const auto head = files_.find(name + "/table.toml");
    if (head == files_.end()) {
        std::string all;
        for (const std::string& one : names()) all += (all.empty() ? "" : ", ") + one;
        throw ConfigurationError("there is no table \"" + name + "\"; tables: " + all);
    }
    Table table = parse_table(head->second.text, name, head->second.shown);
    for (const auto& [path, file] : files_) {
        const fs::path parts = path;
        if (parts.parent_path() != name || parts.filename() == "table.toml") continue;
        Row row = parse_row(file.text, parts.stem().string(), file.shown);
        check_row(table, row, file.shown);
        table.rows.push_back(std::move(row));
    }
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [](const Row& a, const Row& b) { return a.order < b.order; });
    for (const Row& row : table.rows)
        if (!row.against.empty() && table.find(row.against) == nullptr)
            throw InputError({name + "/" + row.id + ".toml", 0, "against"},
                             "the table has no row " + row.against);
    return table;
}

SetDefinition Tables::set(const std::string& name) const {
    const auto found = files_.find("sets/" + name + ".toml");
    if (found == files_.end())
        throw ConfigurationError("there is no set \"" + name + "\" (sets/" + name + ".toml)");
    return parse_set(found->second.text, name, found->second.shown);
}

}  // namespace odgear::bench
