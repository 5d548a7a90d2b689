// Writes an Instance as .vrp or .tsp. Reading the result gives the same instance: coordinates have
// all their digits, and explicit matrices are complete.
#pragma once

#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/io/tsplib_matrix.hpp"

namespace odgear {

struct TsplibWriteOptions {
    // For explicit matrices. Only FULL_MATRIX can hold an asymmetric one; others throw
    // ConfigurationError.
    tsplib::MatrixFormat format = tsplib::MatrixFormat::full_matrix;
};

// The format has no key for some roundings (real EUC_2D distances outside the unit square, rounded
// haversine distances ...). Then the distances are right only if the file is read with the same
// rounding, and the COMMENT says so. Haversine distances are written as a matrix, O(n^2).
std::string write_tsplib(const Instance& instance, const TsplibWriteOptions& options = {});

}  // namespace odgear
