// Parts of a VROOM request that its two readers share: the textbook one (vroom.hpp) and the rich
// one (fleet/vroom_fleet.hpp).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "odgear/core/distance.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/vroom.hpp"

namespace odgear {

// Every key must be one of `known`, or say nothing (null, 0, false, empty).
void allow_only(const json::Field& object, std::initializer_list<std::string_view> known);

// Where a job or vehicle is: by coordinates, by a row of the matrix, or both.
struct VroomPlace {
    std::optional<Point> point;
    std::optional<std::int64_t> index;
    bool given() const { return point || index; }
    bool operator==(const VroomPlace&) const = default;
};

VroomPlace vroom_place(const json::Field& object, const char* point_key, const char* index_key);

VroomOptions read_vroom_options(const json::Field& field);

// An entry of a matrix: finite, not negative. The path to it is put together only when it is bad,
// because matrices have millions of entries.
double matrix_entry(const json::Field& table, std::int64_t row, std::int64_t column);

// InputError where a geometry is asked for and there are no coordinates.
void require_geometry(const json::Field& root, const VroomOptions& options, bool has_points);

// Google's encoding of a line, with five decimals: what VROOM calls a geometry. x is the longitude.
std::string encoded_polyline(const std::vector<Point>& points);

// Whole numbers as integers: VROOM's own readers expect them.
nlohmann::ordered_json json_number(double value);

}  // namespace odgear
