// Progress of training for people, on standard error: a live line on a terminal, one line per row
// of the log in a file or pipe.
#pragma once

#include <cstdint>
#include <string>

#include "odgear/train/trainer.hpp"

namespace odgear::cli {

// The time used by each part of the work, one line per part.
std::string time_table(const train::TimeUse& use, std::int64_t instances);

class TrainingLine {
public:
    explicit TrainingLine(bool quiet);

    void show(const train::TrainingProgress& progress);
    void finish();

private:
    bool quiet_;
    bool terminal_;
    bool open_ = false;
    double gap_ = -1;  // of the last validation
};

}  // namespace odgear::cli
