#include <cmath>

#include "odgear/policy/network/encoder.hpp"

namespace odgear::policy {

ColumnMoments::ColumnMoments(std::size_t blocks, std::size_t units)
    : units_(units), rows_(blocks, 0), means_(blocks * units), deviations_(blocks * units) {}

void ColumnMoments::measure(std::size_t block, const float* x, std::size_t rows) {
    rows_[block] = rows;
    kernels::column_statistics(x, rows, units_, means_.data() + block * units_,
                               deviations_.data() + block * units_);
}

Normalization ColumnMoments::normalization(std::span<const float> weight,
                                           std::span<const float> bias) const {
    std::vector<double> mean(units_, 0);
    std::vector<double> deviation(units_, 0);  // sum of squares about the mean
    double count = 0;
    for (std::size_t b = 0; b < rows_.size(); ++b) {
        const auto rows = static_cast<double>(rows_[b]);
        if (rows == 0) continue;
        const double share = rows / (count + rows);
        const double spread = count * share;
        for (std::size_t c = 0; c < units_; ++c) {
            const double delta = static_cast<double>(means_[b * units_ + c]) - mean[c];
            deviation[c] +=
                static_cast<double>(deviations_[b * units_ + c]) + delta * delta * spread;
            mean[c] += delta * share;
        }
        count += rows;
    }
    Normalization result;
    result.scale.assign(units_, 0);
    result.shift.assign(units_, 0);
    for (std::size_t c = 0; c < weight.size(); ++c) {
        const double scale =
            static_cast<double>(weight[c]) / std::sqrt(deviation[c] / count + 1e-5);
        result.scale[c] = static_cast<float>(scale);
        result.shift[c] = static_cast<float>(static_cast<double>(bias[c]) - mean[c] * scale);
    }
    return result;
}

}  // namespace odgear::policy
