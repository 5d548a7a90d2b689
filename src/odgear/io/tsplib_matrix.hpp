// The layouts of EDGE_WEIGHT_SECTION, for reading and writing: reader and writer share one
// definition of the order of (row, column).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace odgear::tsplib {

enum class MatrixFormat : std::uint8_t {
    full_matrix,
    upper_row,
    lower_row,
    upper_diag_row,
    lower_diag_row,
    upper_col,
    lower_col,
    upper_diag_col,
    lower_diag_col,
};

// Larger matrices are neither written nor read from JSON: that would be half a gigabyte of text.
constexpr int most_matrix_nodes = 10'000;

std::optional<MatrixFormat> matrix_format(std::string_view name);
std::string_view name_of(MatrixFormat format);

// The number of values of the format for this number of nodes.
std::size_t value_count(MatrixFormat format, std::size_t nodes);

// Converts the values of the format to a row-major n x n matrix, and back. Triangular formats are
// mirrored; a missing diagonal is 0.
std::vector<double> unpack(MatrixFormat format, std::span<const double> values, std::size_t nodes);
std::vector<double> pack(MatrixFormat format, std::span<const double> matrix, std::size_t nodes);

}  // namespace odgear::tsplib
