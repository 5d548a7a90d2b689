// Progress of a table for people, on standard error: a live line with a bar on a terminal, an
// occasional plain line in a file or pipe.
#pragma once

#include "odgear/bench/runner.hpp"

namespace odgear::cli {

class BenchProgress {
public:
    explicit BenchProgress(bool quiet);
    ~BenchProgress();
    BenchProgress(const BenchProgress&) = delete;
    BenchProgress& operator=(const BenchProgress&) = delete;

    bench::RunObserver observer();
    void finish();

private:
    void show(const bench::RunProgress& progress);

    bool quiet_;
    bool terminal_;
    bool line_open_ = false;
    StopRule clock_;
    double next_ = 0;
};

}  // namespace odgear::cli
