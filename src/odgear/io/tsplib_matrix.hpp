// The layouts of EDGE_WEIGHT_SECTION, both ways: one list of (row, column) orders shared by reader
// and writer.
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

// A matrix of more nodes is not written, and not read from JSON: it is half a gigabyte of text.
constexpr int most_matrix_nodes = 10'000;

std::optional<MatrixFormat> matrix_format(std::string_view name);
std::string_view name_of(MatrixFormat format);

// How many values the format has for that many nodes.
std::size_t value_count(MatrixFormat format, std::size_t nodes);

// Row-major n x n from the values of the format, and back. Triangular formats mirror; a diagonal
// that is left out is 0.
std::vector<double> unpack(MatrixFormat format, std::span<const double> values, std::size_t nodes);
std::vector<double> pack(MatrixFormat format, std::span<const double> matrix, std::size_t nodes);

}  // namespace odgear::tsplib
