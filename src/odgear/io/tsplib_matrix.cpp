#include "odgear/io/tsplib_matrix.hpp"

#include <array>
#include <utility>

namespace odgear::tsplib {

namespace {

constexpr std::array<std::pair<std::string_view, MatrixFormat>, 9> names{{
    {"FULL_MATRIX", MatrixFormat::full_matrix},
    {"UPPER_ROW", MatrixFormat::upper_row},
    {"LOWER_ROW", MatrixFormat::lower_row},
    {"UPPER_DIAG_ROW", MatrixFormat::upper_diag_row},
    {"LOWER_DIAG_ROW", MatrixFormat::lower_diag_row},
    {"UPPER_COL", MatrixFormat::upper_col},
    {"LOWER_COL", MatrixFormat::lower_col},
    {"UPPER_DIAG_COL", MatrixFormat::upper_diag_col},
    {"LOWER_DIAG_COL", MatrixFormat::lower_diag_col},
}};

// Whether line i of the text has the elements from the diagonal to the end (as rows of an upper
// triangle have) or from the start to the diagonal. A triangle by columns is the mirrored other
// triangle by rows.
bool to_the_end(MatrixFormat format) {
    return format == MatrixFormat::upper_row || format == MatrixFormat::upper_diag_row ||
           format == MatrixFormat::lower_col || format == MatrixFormat::lower_diag_col;
}

bool has_diagonal(MatrixFormat format) {
    return format == MatrixFormat::upper_diag_row || format == MatrixFormat::lower_diag_row ||
           format == MatrixFormat::upper_diag_col || format == MatrixFormat::lower_diag_col;
}

bool by_column(MatrixFormat format) {
    return format == MatrixFormat::upper_col || format == MatrixFormat::lower_col ||
           format == MatrixFormat::upper_diag_col || format == MatrixFormat::lower_diag_col;
}

// Calls visit(row, column) in the order of the values in the file.
template <class Visit>
void each_element(MatrixFormat format, std::size_t nodes, Visit visit) {
    const std::size_t diagonal = has_diagonal(format) ? 0 : 1;
    for (std::size_t i = 0; i < nodes; ++i) {
        std::size_t first = 0;
        std::size_t end = nodes;
        if (format != MatrixFormat::full_matrix)
            (to_the_end(format) ? first : end) =
                to_the_end(format) ? i + diagonal : i + 1 - diagonal;
        for (std::size_t j = first; j < end; ++j) by_column(format) ? visit(j, i) : visit(i, j);
    }
}

}  // namespace

std::optional<MatrixFormat> matrix_format(std::string_view name) {
    for (const auto& [known, format] : names)
        if (known == name) return format;
    return std::nullopt;
}

std::string_view name_of(MatrixFormat format) {
    for (const auto& [name, known] : names)
        if (known == format) return name;
    return "";
}

std::size_t value_count(MatrixFormat format, std::size_t nodes) {
    if (format == MatrixFormat::full_matrix) return nodes * nodes;
    return nodes * (nodes - 1) / 2 + (has_diagonal(format) ? nodes : 0);
}

std::vector<double> unpack(MatrixFormat format, std::span<const double> values, std::size_t nodes) {
    std::vector<double> matrix(nodes * nodes, 0.0);
    std::size_t at = 0;
    each_element(format, nodes, [&](std::size_t row, std::size_t column) {
        matrix[row * nodes + column] = values[at];
        if (format != MatrixFormat::full_matrix) matrix[column * nodes + row] = values[at];
        ++at;
    });
    return matrix;
}

std::vector<double> pack(MatrixFormat format, std::span<const double> matrix, std::size_t nodes) {
    std::vector<double> values;
    values.reserve(value_count(format, nodes));
    each_element(format, nodes, [&](std::size_t row, std::size_t column) {
        values.push_back(matrix[row * nodes + column]);
    });
    return values;
}

}  // namespace odgear::tsplib
