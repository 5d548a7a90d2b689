#include "odgear/io/vroom_fields.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace odgear {

void allow_only(const json::Field& object, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : object.object().value().items()) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const json::Field field = object.at(key.c_str());
        if (!field.says_nothing()) field.fail("is not supported");
    }
}

VroomPlace vroom_place(const json::Field& object, const char* point_key, const char* index_key) {
    VroomPlace result;
    if (object.has(point_key)) {
        const json::Field field = object.at(point_key);
        if (field.array_size() != 2) field.fail("expected [longitude, latitude]");
        const Point point{field.at(std::size_t{0}).number(), field.at(std::size_t{1}).number()};
        if (std::abs(point.x) > 180) field.fail("the longitude is outside -180..180");
        if (std::abs(point.y) > 90) field.fail("the latitude is outside -90..90");
        result.point = point;
    }
    if (object.has(index_key)) {
        const json::Field field = object.at(index_key);
        result.index = field.integer();
        if (*result.index < 0) field.fail("must not be negative");
    }
    return result;
}

VroomOptions read_vroom_options(const json::Field& field) {
    allow_only(field, {"t", "l", "x", "g"});  // c only with the value false
    VroomOptions options;
    const auto small = [&](const char* key, int most) {
        const std::int64_t value = field.at(key).integer();
        if (value < 0 || value > most)
            field.at(key).fail("must be between 0 and " + std::to_string(most));
        return static_cast<int>(value);
    };
    if (field.has("t")) options.threads = small("t", 1024);
    if (field.has("x")) options.exploration = small("x", 5);
    if (field.has("l")) options.time_limit = field.at("l").amount();
    if (field.has("g")) options.geometry = !field.at("g").says_nothing();
    return options;
}

double matrix_entry(const json::Field& table, std::int64_t row, std::int64_t column) {
    const auto r = static_cast<std::size_t>(row);
    const auto c = static_cast<std::size_t>(column);
    const json::Value& value = table.value()[r][c];
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= 1'000'000'000'000ULL)
        return static_cast<double>(value.get<std::uint64_t>());
    return table.at(r).at(c).amount();
}

void require_geometry(const json::Field& root, const VroomOptions& options, bool has_points) {
    if (options.geometry && !has_points)
        root.at("options").at("g").fail("a geometry needs locations with coordinates");
}

std::string encoded_polyline(const std::vector<Point>& points) {
    std::string text;
    // Five bits per character, the lowest first; the sign is the last bit.
    const auto add = [&](std::int64_t change) {
        auto bits = static_cast<std::uint64_t>(change < 0 ? ~(change * 2) : change * 2);
        for (; bits >= 0x20; bits >>= 5) text += static_cast<char>((0x20 | (bits & 0x1f)) + 63);
        text += static_cast<char>(bits + 63);
    };
    std::int64_t latitude = 0;
    std::int64_t longitude = 0;
    for (const Point& point : points) {
        const std::int64_t y = std::llround(point.y * 1e5);
        const std::int64_t x = std::llround(point.x * 1e5);
        add(y - latitude);
        add(x - longitude);
        latitude = y;
        longitude = x;
    }
    return text;
}

nlohmann::ordered_json json_number(double value) {
    if (value == std::trunc(value) && std::abs(value) < 1e15)
        return static_cast<std::int64_t>(value);
    return value;
}

}  // namespace odgear
