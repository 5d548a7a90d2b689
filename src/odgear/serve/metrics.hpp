// Counters and histograms in Prometheus' text format. Recording locks a mutex for a few
// nanoseconds. The number of series is bounded by the numbers of routes and statuses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace odgear::serve {

class Histogram {
public:
    // Upper bounds in seconds; larger values count only in +Inf.
    static constexpr std::array ends{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,  0.25,
                                     0.5,   1.0,    2.5,   5.0,  10.0,  30.0, 60.0, 300.0};
    void add(double seconds);
    // Lines of NAME_bucket, NAME_sum and NAME_count; `labels` as `a="b"` or empty.
    void write(std::string& out, const std::string& name, const std::string& labels) const;

private:
    std::array<std::uint64_t, ends.size() + 1> counts_{};
    double sum_ = 0;
};

struct Gauge {
    std::string name;
    std::string help;
    double value = 0;
    bool counter = false;  // a value that only increases
};

class Metrics {
public:
    void request(const std::string& method, const std::string& route, int status, double seconds);
    void solved(double waited, double seconds, const std::string& outcome, bool late);

    // The text of all metrics, with gauges whose values others provide: queue, memory, connections.
    std::string text(const std::vector<Gauge>& gauges) const;

private:
    mutable std::mutex mutex_;
    std::map<std::tuple<std::string, std::string, int>, std::uint64_t> requests_;
    std::map<std::string, Histogram> request_seconds_;
    std::map<std::string, std::uint64_t> outcomes_;
    Histogram solve_seconds_;
    Histogram wait_seconds_;
    std::uint64_t late_ = 0;
};

// Resident memory of this process in bytes; 0 if the system does not report it.
double resident_bytes();

}  // namespace odgear::serve
