// Jobs in an SQLite file, so that accepted jobs survive the end of the process, whatever its cause.
// Every change is on disk when the call returns (write-ahead log, synchronous=FULL). Only one
// process at a time can use the file. All methods may be called from several threads at once. They
// throw InternalError if a change cannot be written to disk.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "odgear/serve/request.hpp"

namespace odgear::serve {

struct StoredJob {
    std::string id;
    std::string key;           // idempotency key; empty: none
    std::uint64_t digest = 0;  // of the request, to detect that a key is used for a different one
    double created = 0;        // seconds since 1970
    RequestText request;
    std::string incumbent{};  // the best solution so far; empty if there is none
    std::string outcome{};    // how it ended; empty before
    double ended = 0;
};

class StateFile {
public:
    // Creates the file if it does not exist. Throws ConfigurationError if it cannot be used:
    // another process uses it, it is not a database of this program, or it is damaged.
    explicit StateFile(const std::filesystem::path& path);
    ~StateFile();
    StateFile(const StateFile&) = delete;
    StateFile& operator=(const StateFile&) = delete;

    std::vector<StoredJob> load();
    void add(const StoredJob& job);
    void set_incumbent(const std::string& id, const std::string& text);
    void set_outcome(const std::string& id, const std::string& text, double ended);
    void erase(const std::string& id);

private:
    struct Database;
    std::mutex mutex_;
    std::unique_ptr<Database> database_;
};

}  // namespace odgear::serve
