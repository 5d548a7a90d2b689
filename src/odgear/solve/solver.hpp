// The main interface: an instance in, a checked solution out. The command line, the bench and every
// program that links the library use this class.
#pragma once

#include <memory>
#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/options.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

// Keeps loaded networks and worker threads from one solve to the next. All methods may be called
// from several threads at once. Each call has its own workers, from one pool of threads.
class Solver {
public:
    // 0: all processors that the process may use.
    explicit Solver(int threads = 0);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    int threads() const;

    // Solves until the rule ends the search. The result has passed the checker and is never worse
    // than a feasible warm start. There is a feasible solution from the first milliseconds on, so a
    // raised flag or an elapsed limit still gives one. A rule with neither a limit nor a flag means
    // default_seconds(). Throws InfeasibleError if no feasible solution was found.
    Result solve(const Instance& instance, const Options& options = {}, const StopRule& stop = {},
                 const Observer& observer = {}) const;

    // Solves a rich problem: windows, vehicle types, depots, pickups, optional stops. Stops that
    // are left out are listed with the reason; `complete` says whether none of them was required.
    // The policy is not used. The rule is as above.
    fleet::Result solve(const fleet::Problem& problem, const fleet::Options& options = {},
                        const StopRule& stop = {}, const Observer& observer = {}) const;

    // Loads a policy network before the first solve that needs it: a model's name, a weights file,
    // or "auto" for all embedded ones. Throws ConfigurationError if there is no such model.
    void load(const std::string& model = "auto") const;

private:
    int threads_for(int asked) const;

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace odgear
