// `odgear solve` on several machines: who does the parts of one large instance, how many instances
// are handed out, and what is said and kept when a rank dies.
#pragma once

#include <optional>
#include <string>

#include "odgear/cluster/handout.hpp"
#include "odgear/cluster/health.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/expert/crew_maker.hpp"
#include "solution_output.hpp"

namespace odgear::cli {

// Rank 0's side. Its destructor lets the other ranks end.
class SolveRanks {
public:
    SolveRanks(cluster::Ranks& ranks, StopFlag& flag) : ranks_(ranks), health_{&flag} {}
    ~SolveRanks();
    SolveRanks(const SolveRanks&) = delete;
    SolveRanks& operator=(const SolveRanks&) = delete;

    int size() const { return ranks_.size(); }
    cluster::Ranks& ranks() { return ranks_; }
    cluster::Health& health() { return health_; }

    // For one large instance. Used once or not at all, as the solver sees fit.
    expert::CrewMaker crew();
    bool helped() const { return helped_; }

    // After the outputs are written: throws when a rank was lost on the way.
    void require_all(const std::string& kept) const;

private:
    cluster::Ranks& ranks_;
    cluster::Health health_;
    bool helped_ = false;
};

// Writes the best solution now and then, as far as that takes little of the time.
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

// What became of one of several instances, as it travels to rank 0.
struct UnitOutcome {
    std::string line;  // the summary
    std::string error;
    ErrorKind kind = ErrorKind::internal;
    bool counted = false;     // whether it adds to the totals; a rich problem does not
    SolvedInstance solved{};  // cost, seconds and reference

    bool failed() const { return !error.empty(); }
};
std::string to_bytes(const UnitOutcome& outcome);
UnitOutcome outcome_from(const std::string& bytes);

}  // namespace odgear::cli
