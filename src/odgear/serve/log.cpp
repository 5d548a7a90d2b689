#include "odgear/serve/log.hpp"

#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "odgear/io/json.hpp"

namespace odgear::serve {

std::string utc_text(std::chrono::system_clock::time_point when) {
    const auto since = when.time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(since - seconds);
    const auto clock = static_cast<std::time_t>(seconds.count());
    std::tm parts{};
    gmtime_r(&clock, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       rest.count());
}

void Log::info(std::string_view event, std::initializer_list<LogField> fields) {
    write("info", event, fields);
}

void Log::error(std::string_view event, std::initializer_list<LogField> fields) {
    write("error", event, fields);
}

void Log::write(std::string_view level, std::string_view event,
                std::initializer_list<LogField> fields) {
    if (!sink_) return;
    using Ordered = nlohmann::ordered_json;
    Ordered line;
    line["time"] = utc_text(std::chrono::system_clock::now());
    line["level"] = level;
    line["event"] = event;
    for (const LogField& field : fields)
        std::visit([&](const auto& value) { line[std::string(field.key)] = value; }, field.value);
    const std::string text = json_line(line);
    const std::scoped_lock lock(mutex_);
    sink_(text);
}

}  // namespace odgear::serve
