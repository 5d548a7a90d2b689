// Jobs in an SQLite file, so that an accepted one survives the end of the process, whatever ended
// it. Every change is on the disk when the call returns (write-ahead log, synchronous=FULL). One
// process at a time holds the file. All methods may be called from several threads at once; they
// throw InternalError when the disk does not take the change.
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
    std::uint64_t digest = 0;  // of the request, to tell whether the key is used for another one
    double created = 0;        // seconds since 1970
    RequestText request;
    std::string incumbent{};  // the best so far, empty until there is one
    std::string outcome{};    // how it ended; empty until it has
    double ended = 0;
};

class StateFile {
public:
    // Makes the file where there is none. ConfigurationError when it cannot be used: another
    // process holds it, it is no database of ours, or it is damaged.
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
