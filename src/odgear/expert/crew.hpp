// Parts of a large instance as plain values: the task of a part, and its result. Any thread of any
// machine that has the instance can solve it. A crew solves the parts of one round: the threads of
// this process, or those of several machines.
//
// The plain structs (PartOrder, PartShare, PartFigures) may be copied byte by byte, so the sender
// does not need to know their fields.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/ruin/chance.hpp"

namespace odgear::expert {

enum class PartWork : std::uint8_t {
    local_optimum,  // the local search of HGS (local_optimum.hpp)
    anneal,         // ruin and recreate (rounds.hpp)
    route_tours,    // each route as a tour of its own (route_tours.hpp)
    town_pieces,    // routes between towns, piece by piece (town_pieces.hpp)
};

// The same for all parts of a round.
struct PartOrder {
    PartWork work = PartWork::anneal;
    ruin::Cooling cooling{};
    double slice = std::numeric_limits<double>::infinity();  // seconds for each part
};

// What one part may use.
struct PartShare {
    int max_vehicles = no_vehicle_limit;
    std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
    std::uint64_t seed = 0;
};

struct PartTask {
    std::vector<Route> routes;  // in the numbers of the whole instance
    PartShare share{};
};

struct PartFigures {
    double gain = 0;  // by how much `best` is cheaper than the given routes
    std::int64_t iterations = 0;
    double setup = 0;  // seconds before the search could begin
};

struct PartResult {
    std::vector<Route> best;
    std::vector<Route> last;  // the current solution of the annealing; empty after other work
    PartFigures figures{};
};

// How many routes a part with `own` routes may use: one for a tour, else its own and its share of
// the spare ones.
int part_route_limit(const Instance& instance, std::size_t routes, std::size_t parts,
                     std::size_t own);

// Solves one part on the calling thread. Of the stop rule, only time and flag count.
PartResult solve_part(const Instance& instance, const Parameters& parameters,
                      const PartOrder& order, const PartTask& task, const StopRule& stop);

class Crew {
public:
    virtual ~Crew() = default;
    virtual int threads() const = 0;  // of all machines together
    // Returns when all parts are solved or the rule's time is up; results are in the order of the
    // tasks.
    virtual std::vector<PartResult> run(const PartOrder& order, std::vector<PartTask> tasks,
                                        const StopRule& stop) const = 0;
};

// The threads of this process.
class LocalCrew : public Crew {
public:
    LocalCrew(const Instance& instance, const Parameters& parameters, const Workers& workers)
        : instance_(instance), parameters_(parameters), workers_(workers) {}

    int threads() const override { return workers_.threads(); }
    std::vector<PartResult> run(const PartOrder& order, std::vector<PartTask> tasks,
                                const StopRule& stop) const override;

private:
    const Instance& instance_;
    const Parameters& parameters_;
    const Workers& workers_;
};

}  // namespace odgear::expert
