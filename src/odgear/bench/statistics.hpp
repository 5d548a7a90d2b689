// Mean, spread, and Welch's test of whether two samples of runs have the same mean. O(n).
#pragma once

#include <optional>
#include <span>

namespace odgear::bench {

struct Summary {
    int count = 0;
    double mean = 0;
    double deviation = 0;  // sample standard deviation (n - 1); 0 for a single value
};

Summary summarize(std::span<const double> values);

struct Welch {
    double t = 0;
    double freedom = 0;  // degrees of freedom, by Welch and Satterthwaite
    double p = 1;        // two-sided
};

// Empty with fewer than two values on a side. If neither side varies, p is 1 for equal means and 0
// for different ones.
std::optional<Welch> welch_test(std::span<const double> a, std::span<const double> b);

// How far the value is above the reference, in percent; negative if below.
inline double gap_percent(double value, double reference) { return 100 * (value / reference - 1); }

}  // namespace odgear::bench
