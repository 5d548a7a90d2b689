// The one door to all of it: an instance in, a checked solution out. The command line and the bench
// use this object, and so does every program that links the library.
#pragma once

#include <memory>
#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/solve.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

// Keeps loaded networks and worker threads from one solve to the next. All methods may be called
// from several threads at once; each call then has its own workers, of one pool of threads.
class Solver {
public:
    // 0: all processors that the process may use.
    explicit Solver(int threads = 0);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    int threads() const;

    // Solves until the rule says stop. The result has passed the checker and is never worse than a
    // feasible warm start. A feasible solution is held from the first milliseconds on, so a raised
    // flag or an elapsed limit still gives one. A rule with neither a limit nor a flag means
    // default_seconds(). Throws InfeasibleError when no feasible solution was found.
    Result solve(const Instance& instance, const Options& options = {}, const StopRule& stop = {},
                 const Observer& observer = {}) const;

    // A rich problem: time windows, vehicle types, depots, pickups, optional stops. The plan has
    // passed its checker; `complete` says whether every required stop is visited, and the plan
    // gives the reason for each one that is not. A rule without any limit means a number of
    // iterations that grows with the stops.
    fleet::Result solve(const fleet::Problem& problem, const FleetOptions& options = {},
                        const StopRule& stop = {}, const Observer& observer = {}) const;

    // Makes a policy network ready ahead of the first solve that needs it: a model's name, a
    // weights file, or "auto" for all embedded ones. Throws ConfigurationError when there is no
    // such model.
    void load(const std::string& model = "auto") const;

private:
    int threads_for(int asked) const;

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace odgear
