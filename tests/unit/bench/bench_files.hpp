// Shared by the tests of the bench: a folder of files, and a tiny table over generated instances.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "odgear/bench/process.hpp"
#include "odgear/bench/tables.hpp"

namespace odgear::bench::testing {

class Folder {
public:
    const std::filesystem::path& path() const { return folder_.path(); }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
        return file;
    }

    // An executable shell script.
    std::filesystem::path script(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = write(name, "#!/bin/sh\n" + text);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }

private:
    TemporaryFolder folder_;
};

// Table "tiny": 3 generated instances of 12 customers; rows "ants" and "more" (ant colonies, the
// second against the first) and "said" (reported).
inline Tables tiny_tables(const Folder& folder) {
    folder.write("sets/dozen.toml", "title='12 customers'\ncustomers=12\ncount=3\nseed=5");
    folder.write("tiny/table.toml", "title='Tiny'\nsets=['dozen']\nreferences=['ants']");
    folder.write("tiny/ants.toml", "name='Ants'\norder=1\nmethod='aco'\nants=4\nrounds=2");
    folder.write("tiny/more.toml",
                 "name='More ants'\norder=2\nmethod='aco'\nants=40\nrounds=4\nagainst='ants'");
    folder.write("tiny/said.toml",
                 "name='Said'\norder=3\nmethod='reported'\n[reported]\ndozen={objective=9.5}");
    return Tables(folder.path());
}

}  // namespace odgear::bench::testing
