// One large instance on several ranks. Rank 0 runs the search and cuts the parts of each round.
// Each rank, including rank 0, solves a sequence of consecutive parts with its threads. These parts
// are neighbours, so together they are the rank's region, whose borders change with each round.
// There are two messages per round and rank; the instance is sent once.
//
// With an iteration limit the result does not depend on the number of ranks or threads.
#pragma once

#include <memory>
#include <vector>

#include "odgear/cluster/health.hpp"
#include "odgear/cluster/part_wire.hpp"
#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/crew.hpp"

namespace odgear::cluster {

// Rank 0's crew for one instance: its own threads and those of all other ranks.
//
// A rank that does not answer is lost: its parts keep their routes, and the flag is raised, so that
// the search ends with its best solution.
class PartCrew : public expert::Crew {
public:
    PartCrew(Ranks& ranks, Health& health, const Instance& instance,
             const expert::Parameters& parameters, const Workers& workers, const StopRule& stop);
    ~PartCrew() override;

    int threads() const override;
    std::vector<expert::PartResult> run(const expert::PartOrder& order,
                                        std::vector<expert::PartTask> tasks,
                                        const StopRule& stop) const override;

private:
    struct Share;  // the tasks of one rank in a round

    std::vector<Share> shares_of(std::vector<expert::PartTask> tasks) const;
    void collect(std::vector<Share>& shares, const StopRule& stop) const;
    Ranks& ranks_;
    Health& health_;
    expert::LocalCrew own_;
    std::vector<int> threads_;  // of each rank
    mutable std::vector<RouteMemory> known_;
};

// The other ranks' side: receives the instance, and then its parts from rank 0.
class PartWorker {
public:
    PartWorker(Ranks& ranks, const Workers& workers, const StopFlag& flag)
        : ranks_(ranks), workers_(workers), flag_(flag) {}

    void take_instance();
    void take_batch(const std::string& bytes);

private:
    Ranks& ranks_;
    const Workers& workers_;
    const StopFlag& flag_;
    expert::Parameters parameters_;
    std::unique_ptr<Instance> instance_;
    RouteMemory known_;
};

}  // namespace odgear::cluster
