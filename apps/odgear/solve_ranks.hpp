// `odgear solve` on several machines: which rank solves the parts of one large instance, how
// several instances are assigned, and what is reported and kept if a rank dies.
#pragma once

#include <optional>
#include <string>

#include "odgear/cluster/handout.hpp"
#include "odgear/cluster/health.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/expert/crew_maker.hpp"
#include "solution_output.hpp"

namespace odgear::cli {

// For rank 0. The destructor lets the other ranks end.
class SolveRanks {
public:
    SolveRanks(cluster::Ranks& ranks, StopFlag& flag) : ranks_(ranks), health_{&flag} {}
    ~SolveRanks();
    SolveRanks(const SolveRanks&) = delete;
    SolveRanks& operator=(const SolveRanks&) = delete;

    int size() const { return ranks_.size(); }
    cluster::Ranks& ranks() { return ranks_; }
    cluster::Health& health() { return health_; }

    // For one large instance. The solver uses it once or not at all.
    expert::CrewMaker crew();
    bool helped() const { return helped_; }

    // To be called after the outputs are written: throws if a rank was lost.
    void require_all(const std::string& kept) const;

private:
    cluster::Ranks& ranks_;
    cluster::Health health_;
    bool helped_ = false;
};

// Writes the best solution from time to time, as long as that takes little of the time.
class IncumbentKeeper {
public:
    IncumbentKeeper(const Instance& instance, const SolveArguments& arguments,
                    const std::optional<OutputFile>& output, const SolvedInstance& about)
        : instance_(instance), arguments_(arguments), output_(output), about_(about) {}

    // Passes everything on to `next`.
    Observer observer(Observer next);

private:
    const Instance& instance_;
    const SolveArguments& arguments_;
    const std::optional<OutputFile>& output_;
    const SolvedInstance& about_;
    double due_ = 0;  // seconds of the search
};

// The result of one of several instances, in the form that is sent to rank 0.
struct UnitOutcome {
    std::string line;  // the summary
    std::string error;
    ErrorKind kind = ErrorKind::internal;
    bool counted = false;     // whether it is part of the totals; a rich problem is not
    SolvedInstance solved{};  // cost, seconds and reference

    bool failed() const { return !error.empty(); }
};
std::string to_bytes(const UnitOutcome& outcome);
UnitOutcome outcome_from(const std::string& bytes);

}  // namespace odgear::cli
