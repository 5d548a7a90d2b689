#include "odgear/bench/statistics.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace odgear::bench {

Summary summarize(std::span<const double> values) {
    Summary result;
    result.count = static_cast<int>(values.size());
    if (values.empty()) return result;
    const auto n = static_cast<double>(values.size());
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return result;
    double squares = 0;
    for (const double value : values) squares += (value - result.mean) * (value - result.mean);
    result.deviation = std::sqrt(squares / (n - 1));
    return result;
}

std::optional<Welch> welch_test(std::span<const double> a, std::span<const double> b) {
    if (a.size() < 2 || b.size() < 2) return std::nullopt;
    const Summary first = summarize(a);
    const Summary second = summarize(b);
    const double u = first.deviation * first.deviation / first.count;
    const double v = second.deviation * second.deviation / second.count;
    if (u + v == 0) {
        const bool equal = first.mean == second.mean;
        const double infinity = std::numeric_limits<double>::infinity();
        return Welch{equal ? 0 : infinity, 0, equal ? 1.0 : 0.0};
    }
    Welch result;
    result.t = (first.mean - second.mean) / std::sqrt(u + v);
    result.freedom = (u + v) * (u + v) / (u * u / (first.count - 1) + v * v / (second.count - 1));
    const boost::math::students_t distribution(result.freedom);
    result.p = 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(result.t)));
    return result;
}

}  // namespace odgear::bench
