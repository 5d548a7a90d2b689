#include "odgear/serve/metrics.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

namespace odgear::serve {

namespace {

void header(std::string& out, const std::string& name, const char* type, const std::string& help) {
    out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

}  // namespace

void Histogram::add(double seconds) {
    std::size_t bucket = 0;
    while (bucket < ends.size() && seconds > ends[bucket]) ++bucket;
    ++counts_[bucket];
    sum_ += seconds;
}

void Histogram::write(std::string& out, const std::string& name, const std::string& labels) const {
    const std::string comma = labels.empty() ? "" : ",";
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        count += counts_[i];
        const std::string end = i < ends.size() ? fmt::format("{}", ends[i]) : "+Inf";
        out += fmt::format("{}_bucket{{{}{}le=\"{}\"}} {}\n", name, labels, comma, end, count);
    }
    const std::string braced = labels.empty() ? "" : "{" + labels + "}";
    out += fmt::format("{}_sum{} {}\n{}_count{} {}\n", name, braced, sum_, name, braced, count);
}

void Metrics::request(const std::string& method, const std::string& route, int status,
                      double seconds) {
    const std::scoped_lock lock(mutex_);
    ++requests_[{method, route, status}];
    request_seconds_[route].add(seconds);
}

void Metrics::solved(double waited, double seconds, const std::string& outcome, bool late) {
    const std::scoped_lock lock(mutex_);
    ++outcomes_[outcome];
    wait_seconds_.add(waited);
    solve_seconds_.add(seconds);
    if (late) ++late_;
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
    const std::scoped_lock lock(mutex_);
    std::string out;
    header(out, "odgear_requests_total", "counter", "Requests answered.");
    for (const auto& [key, count] : requests_) {
        const auto& [method, route, status] = key;
        out += fmt::format("odgear_requests_total{{method=\"{}\",route=\"{}\",status=\"{}\"}} {}\n",
                           method, route, status, count);
    }
    header(out, "odgear_request_seconds", "histogram", "From complete request to written answer.");
    for (const auto& [route, histogram] : request_seconds_)
        histogram.write(out, "odgear_request_seconds", "route=\"" + route + "\"");
    header(out, "odgear_jobs_total", "counter", "Jobs that have ended, by outcome.");
    for (const auto& [outcome, count] : outcomes_)
        out += fmt::format("odgear_jobs_total{{outcome=\"{}\"}} {}\n", outcome, count);
    header(out, "odgear_solve_seconds", "histogram", "Time from the start of a job to its end.");
    solve_seconds_.write(out, "odgear_solve_seconds", "");
    header(out, "odgear_wait_seconds", "histogram", "Time from the arrival of a job to its start.");
    wait_seconds_.write(out, "odgear_wait_seconds", "");
    header(out, "odgear_late_total", "counter", "Jobs that ended after their deadline.");
    out += fmt::format("odgear_late_total {}\n", late_);
    for (const Gauge& gauge : gauges) {
        header(out, gauge.name, gauge.counter ? "counter" : "gauge", gauge.help);
        out += fmt::format("{} {}\n", gauge.name, gauge.value);
    }
    return out;
}

double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    double resident = 0;
    if (!(file >> pages >> resident)) return 0;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace odgear::serve
