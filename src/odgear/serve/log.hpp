// Structured logs: one JSON object per line. The creator of the log decides where the lines go.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>

namespace odgear::serve {

struct LogField {
    std::string_view key;
    std::variant<std::string_view, double, std::int64_t> value;
};

class Log {
public:
    using Sink = std::function<void(const std::string& line)>;

    explicit Log(Sink sink = {}) : sink_(std::move(sink)) {}

    // {"time": "2026-01-31T12:00:00.000Z", "level": ..., "event": ..., fields}
    void info(std::string_view event, std::initializer_list<LogField> fields = {});
    void error(std::string_view event, std::initializer_list<LogField> fields = {});

private:
    void write(std::string_view level, std::string_view event,
               std::initializer_list<LogField> fields);

    std::mutex mutex_;
    Sink sink_;
};

// A time as "2026-01-31T12:00:00.000Z".
std::string utc_text(std::chrono::system_clock::time_point when);

}  // namespace odgear::serve
