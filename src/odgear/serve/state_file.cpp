#include "odgear/serve/state_file.hpp"

#include <sqlite3.h>

#include <functional>

#include <nlohmann/json.hpp>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear::serve {

namespace {

// Version of the table below. A file with another version is not changed.
constexpr int schema_version = 1;
constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    key TEXT,
    digest INTEGER NOT NULL,
    created REAL NOT NULL,
    content_type TEXT NOT NULL,
    accept TEXT NOT NULL,
    query TEXT NOT NULL,
    body BLOB NOT NULL,
    incumbent TEXT NOT NULL DEFAULT '',
    outcome TEXT NOT NULL DEFAULT '',
    ended REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
)";

}  // namespace

struct StateFile::Database {
    sqlite3* handle = nullptr;
    std::string path;

    ~Database() { sqlite3_close(handle); }

    [[noreturn]] void fail() const {
        throw InternalError("state file " + path + ": " + sqlite3_errmsg(handle));
    }

    void execute(const std::string& sql) const {
        if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
    }
};

namespace {

// One SQL statement, with values bound in order.
class Statement {
public:
    template <class Database>
    Statement(const Database& database, const char* sql) : fail_([&] { database.fail(); }) {
        if (sqlite3_prepare_v2(database.handle, sql, -1, &statement_, nullptr) != SQLITE_OK)
            database.fail();
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& text(const std::string& value) {
        sqlite3_bind_text64(statement_, ++bound_, value.data(), value.size(), SQLITE_STATIC,
                            SQLITE_UTF8);
        return *this;
    }
    Statement& blob(const std::string& value) {
        sqlite3_bind_blob64(statement_, ++bound_, value.data(), value.size(), SQLITE_STATIC);
        return *this;
    }
    Statement& number(double value) {
        sqlite3_bind_double(statement_, ++bound_, value);
        return *this;
    }
    Statement& integer(std::uint64_t value) {
        sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(value));
        return *this;
    }

    bool row() {
        const int code = sqlite3_step(statement_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) fail_();
        return code == SQLITE_ROW;
    }
    void run() { row(); }

    std::string bytes(int column) const {
        const void* data = sqlite3_column_blob(statement_, column);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
        return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
    }
    double real(int column) const { return sqlite3_column_double(statement_, column); }
    std::int64_t whole(int column) const { return sqlite3_column_int64(statement_, column); }

private:
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    std::function<void()> fail_;
};

}  // namespace

StateFile::StateFile(const std::filesystem::path& path) : database_(std::make_unique<Database>()) {
    database_->path = path.string();
    if (sqlite3_open_v2(path.c_str(), &database_->handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX,
                        nullptr) != SQLITE_OK)
        throw ConfigurationError("state file " + path.string() + ": " +
                                 sqlite3_errmsg(database_->handle));
    try {
        database_->execute("PRAGMA locking_mode=EXCLUSIVE");
        database_->execute("PRAGMA journal_mode=WAL");
        database_->execute("PRAGMA synchronous=FULL");
        Statement version(*database_, "PRAGMA user_version");
        version.row();
        const std::int64_t found = version.whole(0);
        if (found != 0 && found != schema_version)
            throw ConfigurationError("state file " + path.string() +
                                     ": written by another version of this program");
        database_->execute("BEGIN IMMEDIATE;" + std::string(schema) +
                           "PRAGMA user_version=" + std::to_string(schema_version) + ";COMMIT");
    } catch (const InternalError& error) {
        throw ConfigurationError(error.what());
    }
}

StateFile::~StateFile() = default;

std::vector<StoredJob> StateFile::load() {
    const std::scoped_lock lock(mutex_);
    Statement all(*database_,
                  "SELECT id, key, digest, created, content_type, accept, query, body, incumbent, "
                  "outcome, ended FROM jobs ORDER BY created");
    std::vector<StoredJob> jobs;
    while (all.row()) {
        StoredJob job;
        job.id = all.bytes(0);
        job.key = all.bytes(1);
        job.digest = static_cast<std::uint64_t>(all.whole(2));
        job.created = all.real(3);
        job.request.content_type = all.bytes(4);
        job.request.accept = all.bytes(5);
        const auto query = nlohmann::json::parse(all.bytes(6), nullptr, false);
        if (query.is_object()) job.request.query = query;
        job.request.body = all.bytes(7);
        job.incumbent = all.bytes(8);
        job.outcome = all.bytes(9);
        job.ended = all.real(10);
        jobs.push_back(std::move(job));
    }
    return jobs;
}

void StateFile::add(const StoredJob& job) {
    using Json = nlohmann::json;
    const std::string query =
        Json(job.request.query).dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::scoped_lock lock(mutex_);
    Statement(*database_,
              "INSERT INTO jobs (id, key, digest, created, content_type, accept, query, body) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .text(job.id)
        .text(job.key)
        .integer(job.digest)
        .number(job.created)
        .text(job.request.content_type)
        .text(job.request.accept)
        .text(query)
        .blob(job.request.body)
        .run();
}

void StateFile::set_incumbent(const std::string& id, const std::string& text) {
    const std::scoped_lock lock(mutex_);
    Statement(*database_, "UPDATE jobs SET incumbent = ? WHERE id = ?").text(text).text(id).run();
}

void StateFile::set_outcome(const std::string& id, const std::string& text, double ended) {
    const std::scoped_lock lock(mutex_);
    Statement(*database_, "UPDATE jobs SET outcome = ?, ended = ?, incumbent = '' WHERE id = ?")
        .text(text)
        .number(ended)
        .text(id)
        .run();
}

void StateFile::erase(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    Statement(*database_, "DELETE FROM jobs WHERE id = ?").text(id).run();
}

}  // namespace odgear::serve
