// Measurements, one line per solved instance, in two CSV files of a folder: cells.csv, and
// sessions.csv with the machine, commit and date of each run of the bench. A line is written as
// soon as it is known, so an interrupted run can continue.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/bench/environment.hpp"

namespace odgear::bench {

struct Cell {
    int session = 0;
    // of everything that determines the result besides instance and seed: settings, model, set
    std::string key;
    std::string row;
    std::string set;
    std::string family;
    std::string instance;
    std::uint64_t seed = 1;
    int customers = 0;
    std::optional<double> best_known{};
    double cost = 0;
    int routes = 0;
    double seconds = 0;
};

// Reads the content of cells.csv. Throws InputError, which names `file`, if it is anything else.
std::vector<Cell> parse_cells(std::string_view text, const std::string& file);

struct Session {
    int id = 0;
    int threads = 1;
    Environment environment;
};

class CellStore {
public:
    // Reads the files of the folder; a last line cut short by a crash is dropped. Throws InputError
    // if the files are something else. `fresh`: removes them.
    explicit CellStore(std::filesystem::path folder, bool fresh = false);

    const std::filesystem::path& folder() const { return folder_; }
    const std::vector<Cell>& cells() const { return cells_; }
    const std::vector<Session>& sessions() const { return sessions_; }

    bool has(const std::string& key, const std::string& instance, std::uint64_t seed) const;
    // Begins a session; its cells follow. It is written with the first of them.
    void begin(const Environment& environment, int threads);
    void add(Cell cell);

private:
    void read();
    void append(const std::string& file, const std::string& header, const std::string& line) const;

    std::filesystem::path folder_;
    std::vector<Cell> cells_;
    std::vector<Session> sessions_;
    std::set<std::string> known_;
    std::optional<Session> open_;
};

}  // namespace odgear::bench
