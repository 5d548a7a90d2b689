// .vrp and .tsp out of an Instance. What is written reads back as the same instance: coordinates
// with all their digits, explicit matrices whole.
#pragma once

#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/io/tsplib_matrix.hpp"

namespace odgear {

struct TsplibWriteOptions {
    // For explicit matrices. Only FULL_MATRIX can hold an asymmetric one; ConfigurationError else.
    tsplib::MatrixFormat format = tsplib::MatrixFormat::full_matrix;
};

// The file has no key for some roundings (real EUC_2D distances outside the unit square, rounded
// haversine distances ...): then the distances are right only when it is read with the same
// rounding, and the COMMENT says so. Haversine distances are written as a matrix, O(n^2).
std::string write_tsplib(const Instance& instance, const TsplibWriteOptions& options = {});

}  // namespace odgear
