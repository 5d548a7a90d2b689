#include "odgear/solve/solve.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/solve/incumbent.hpp"
#include "odgear/solve/warm_start.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

namespace {

// Savings join customers that are near; longer lists cost time and hardly change the routes.
constexpr int construction_neighbors = 40;

int thread_count(int asked) {
    return asked > 0 ? asked : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

class Solve {
public:
    Solve(const Instance& instance, const Options& options, const StopRule& stop,
          const Observer& observer)
        : instance_(instance),
          options_(options),
          stop_(stop),
          neighbors_(nearest_neighbors(instance, construction_neighbors)),
          incumbent_(stop, observer) {
        result_.mode = options.mode;
        result_.threads = thread_count(options.threads);
    }

    Result run() {
        start_from_given_routes();
        construct();
        return finish();
    }

private:
    void start_from_given_routes() {
        if (options_.warm_start.empty()) return;
        if (auto repaired = repair(instance_, options_.warm_start))
            incumbent_.offer(std::move(*repaired), "warm start");
        else
            result_.notices.push_back("the warm start could not be made feasible; it is not used");
    }

    void construct() {
        try {
            incumbent_.offer(savings(instance_, neighbors_, {.seed = options_.seed}, stop_),
                             "savings");
        } catch (const InfeasibleError&) {
            // Another stage may still find a way to fit the fleet; finish() has the last word.
            if (!incumbent_.exists()) throw;
        }
    }

    Result finish() {
        if (!incumbent_.exists()) throw InfeasibleError("no feasible solution was found");
        result_.solution = canonical(instance_, incumbent_.best());
        result_.solution.cost = solution_cost(instance_, result_.solution.routes);
        const CheckReport report = check(instance_, result_.solution);
        if (!report.feasible())
            throw InternalError("the solver's answer is wrong: " + report.summary());
        result_.seconds.total = stop_.elapsed();
        return std::move(result_);
    }

    const Instance& instance_;
    const Options& options_;
    const StopRule& stop_;
    NeighborLists neighbors_;
    Incumbent incumbent_;
    Result result_;
};

}  // namespace

Result solve(const Instance& instance, const Options& options, const StopRule& stop,
             const Observer& observer) {
    return Solve(instance, options, stop, observer).run();
}

}  // namespace odgear
