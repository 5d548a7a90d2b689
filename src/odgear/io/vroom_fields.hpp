// Parts of a VROOM request that both readers use: that for plain CVRPs (vroom.hpp) and that for
// rich problems (fleet/vroom_fleet.hpp).
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

// Every key must be in `known`, or have no effect (null, 0, false, empty).
void allow_only(const json::Field& object, std::initializer_list<std::string_view> known);

// The position of a job or vehicle: by coordinates, by a row of the matrix, or both.
struct VroomPlace {
    std::optional<Point> point;
    std::optional<std::int64_t> index;
    bool given() const { return point || index; }
    bool operator==(const VroomPlace&) const = default;
};

VroomPlace vroom_place(const json::Field& object, const char* point_key, const char* index_key);

VroomOptions read_vroom_options(const json::Field& field);

// An entry of a matrix: finite, not negative. The path for messages is built only for a bad entry,
// because matrices have millions of entries.
double matrix_entry(const json::Field& table, std::int64_t row, std::int64_t column);

// Throws InputError if a geometry is requested and there are no coordinates.
void require_geometry(const json::Field& root, const VroomOptions& options, bool has_points);

// Google's encoding of a line with five decimals, which VROOM calls a geometry. x is the longitude.
std::string encoded_polyline(const std::vector<Point>& points);

// Whole numbers as integers, because VROOM's own readers expect them.
nlohmann::ordered_json json_number(double value);

}  // namespace odgear
