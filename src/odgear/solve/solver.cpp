#include "odgear/solve/solver.hpp"

#include <algorithm>
#include <utility>

#include "odgear/construct/quick_routes.hpp"
#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/expert/expert.hpp"
#include "odgear/fleet/solve.hpp"
#include "odgear/parallel/worker_pool.hpp"
#include "odgear/policy/policy.hpp"
#include "odgear/solve/incumbent.hpp"
#include "odgear/solve/network_store.hpp"
#include "odgear/solve/policy_stage.hpp"
#include "odgear/solve/warm_start.hpp"
#include "odgear/spatial/shared_neighbors.hpp"

namespace odgear {

namespace {

// Different rollouts, improved, that the expert's population starts from.
constexpr int seeds_of_a_population = 8;

// The shares of the time limit after which no further rollout is begun, and after which improving
// them ends.
constexpr double rollout_share = 0.1;
constexpr double improvement_share = 0.15;

// Below so much processor time a customer, even the first rollout takes more than its share.
constexpr double least_seconds_for_rollouts = 0.001;

// Cities up to which the hybrid starts from the policy's tour. Larger tours are searched by parts;
// what the policy gives there was not measured.
constexpr int most_cities_for_rollouts = 12000;

// Savings join customers that are near; longer lists cost time and hardly change the routes.
constexpr int construction_neighbors = 40;

// Neighbours and savings together; with less time, routes are made in strips.
constexpr double savings_seconds_per_customer = 1.5e-5;

class Solve {
public:
    Solve(const Instance& instance, const Options& options, const StopRule& stop,
          const Observer& observer, NetworkStore& networks, const Workers& workers)
        : instance_(instance),
          options_(options),
          stop_(stop),
          networks_(networks),
          workers_(workers),
          one_tour_(expert::is_one_tour(instance)),
          neighbors_(instance, expert::widest_neighbors(instance, options.expert)),
          incumbent_(stop_, observer) {
        result_.mode = options.mode;
        result_.threads = workers.threads();
        obstacle_ = policy_obstacle(instance, options.policy, networks);
        if (obstacle_ && options.mode == Mode::policy)
            throw ConfigurationError(*obstacle_ + "; use the mode hybrid or expert");
        if (obstacle_ && options.mode == Mode::hybrid) {
            result_.mode = Mode::expert;
            note(*obstacle_ + "; the expert solves alone");
        }
        limit_time();
    }

    Result run() {
        start_from_given_routes();
        if (options_.mode == Mode::policy) {
            if (!roll_out(options_.policy, 1, stop_)) construct_instead();
            return finish();
        }
        if (!one_tour_) construct();  // the search for a tour makes its own start
        if (options_.mode != Mode::expert && !obstacle_ && !enough()) consult_policy();
        search();
        return finish();
    }

private:
    // Said at once, and kept in the result.
    void note(std::string text) {
        if (options_.on_notice) options_.on_notice(text);
        result_.notices.push_back(std::move(text));
    }

    // A caller that sets no limit and cannot cancel gets the default time.
    void limit_time() {
        if (stop_.limited() || stop_.flag != nullptr || result_.mode == Mode::policy) return;
        stop_.seconds = default_seconds(instance_.customers());
    }

    void start_from_given_routes() {
        if (options_.warm_start.empty()) return;
        if (auto repaired = repair(instance_, options_.warm_start))
            incumbent_.offer(std::move(*repaired), "warm start");
        else
            note("the warm start could not be made feasible; it is not used");
    }

    // Rollouts for the expert to begin with, where they are worth their time.
    void consult_policy() {
        const int customers = instance_.customers();
        if (one_tour_ && customers <= most_cities_for_rollouts &&
            processor_seconds() >= least_seconds_for_rollouts * customers) {
            roll_out(options_.policy, 1, share(rollout_share));
        } else if (one_tour_) {
            note("too little time for the policy on so many cities; the expert solves alone");
        } else if (customers <= options_.expert.most_for_hgs) {
            if (roll_out(options_.policy, seeds_of_a_population, share(rollout_share)))
                improve_rollouts();
        } else if (processor_seconds() >= least_seconds_for_rollouts * customers) {
            // The expert improves both and goes on with the better one.
            Solution constructed = incumbent_.best();
            roll_out(mostly_by_region(options_.policy), 1, share(rollout_share));
            starts_.push_back(std::move(constructed));
        } else {
            note("too little time for the policy on so many customers; the expert solves alone");
        }
    }

    double processor_seconds() const { return stop_.seconds * result_.threads; }

    // The stop rule of a stage that is given this share of the time.
    StopRule share(double of_limit) const { return stop_.until(of_limit * stop_.seconds); }

    // The paper's inference; its best solution becomes the incumbent if it keeps the fleet limit.
    // False when time was up before the first rollout.
    bool roll_out(const PolicySettings& settings, int keep, const StopRule& stop) {
        const policy::Network& network = networks_.network(settings.model, instance_);
        policy::PolicyResult rollouts;
        try {
            rollouts = policy::run(instance_, network, settings,
                                   {.seed = options_.seed,
                                    .keep = keep,
                                    .keep_trajectories = options_.keep_trajectories,
                                    .keep_edge_probabilities = options_.keep_edge_probabilities,
                                    .deadline = &stop_},
                                   stop, workers_);
        } catch (const OutOfTime&) {
            return false;
        }
        result_.model = network.model().name;
        result_.seconds.graph = rollouts.seconds.graph;
        result_.seconds.encode = rollouts.seconds.encode + rollouts.seconds.decode;
        result_.seconds.rollout = rollouts.seconds.rollout;
        result_.rollouts = RolloutSummary{
            static_cast<int>(rollouts.costs.size()),
            *std::min_element(rollouts.costs.begin(), rollouts.costs.end()), rollouts.mean_cost};
        if (rollouts.within_fleet) incumbent_.offer(rollouts.best, "policy");
        if (!rollouts.within_fleet) routes_of_policy_ = rollouts.best.routes.size();
        starts_ = std::move(rollouts.solutions);
        result_.trajectories = std::move(rollouts.trajectories);
        result_.edge_probabilities = std::move(rollouts.edge_probabilities);
        return true;
    }

    // Better than nothing: what can be had at once when the limit left no time for the policy.
    void construct_instead() {
        note("the time limit left no time for the policy; the routes are a quick construction's");
        if (!incumbent_.exists()) construct();
    }

    void improve_rollouts() {
        const double begin = stop_.elapsed();
        starts_ = improve_all(instance_, neighbors_.nearest(construction_neighbors), starts_,
                              share(improvement_share), options_.seed, workers_);
        for (const Solution& solution : starts_) incumbent_.offer(solution, "local search");
        result_.seconds.improve += stop_.elapsed() - begin;
    }

    bool enough() const {
        return stop_.out_of_time() ||
               (incumbent_.exists() && incumbent_.best().cost <= stop_.target);
    }

    // The expert, from all that is there so far.
    void search() {
        if (incumbent_.exists() && stop_.done(0, 0, incumbent_.best().cost)) return;
        const double begin = stop_.elapsed();
        const bool known = std::any_of(starts_.begin(), starts_.end(), [&](const Solution& start) {
            return start.routes == incumbent_.best().routes;
        });
        if (incumbent_.exists() && !known) starts_.push_back(incumbent_.best());
        const expert::Result found =
            expert::solve(instance_, options_.expert, starts_, stop_, workers_, options_.seed,
                          incumbent_.forward(), &neighbors_, options_.crew);
        result_.iterations = found.iterations;
        if (found.best) incumbent_.offer(*found.best, "expert");
        result_.seconds.improve += stop_.elapsed() - begin;
    }

    // Whether savings would take longer than there is.
    bool hurried() const {
        return has_quick_routes(instance_) &&
               (stop_.interrupted() ||
                stop_.remaining() < savings_seconds_per_customer * instance_.customers());
    }

    void construct() {
        if (hurried()) {
            incumbent_.offer(quick_routes(instance_), "strips");
            return;
        }
        try {
            incumbent_.offer(savings(instance_, neighbors_.nearest(construction_neighbors),
                                     {.seed = options_.seed}, stop_),
                             "savings");
        } catch (const InfeasibleError&) {
            // Another stage may still find a way to fit the fleet; finish() has the last word.
            if (!incumbent_.exists()) throw;
        }
    }

    std::string why_nothing_was_found() const {
        if (!routes_of_policy_) return "no feasible solution was found";
        return "none of the policy's " + std::to_string(result_.rollouts->count) +
               " rollouts keeps within the fleet of " + std::to_string(instance_.max_vehicles()) +
               " vehicles, the best needs " + std::to_string(*routes_of_policy_) +
               "; the modes hybrid and expert pack routes to a fleet";
    }

    Result finish() {
        if (!incumbent_.exists()) throw InfeasibleError(why_nothing_was_found());
        result_.solution = canonical(instance_, incumbent_.best());
        result_.solution.cost = solution_cost(instance_, result_.solution.routes);
        const CheckReport report = check(instance_, result_.solution);
        if (!report.feasible())
            throw InternalError("the solver's answer is wrong: " + report.summary());
        result_.trace = incumbent_.take_trace();
        result_.seconds.total = stop_.elapsed();
        return std::move(result_);
    }

    const Instance& instance_;
    const Options& options_;
    StopRule stop_;
    NetworkStore& networks_;
    const Workers& workers_;
    bool one_tour_;  // a TSP for the search of its own
    SharedNeighbors neighbors_;
    std::optional<std::string> obstacle_;  // why the policy cannot run
    std::vector<Solution> starts_;         // what the expert begins with
    Incumbent incumbent_;
    Result result_;
    std::optional<std::size_t> routes_of_policy_;  // where they are more than the fleet has
};

}  // namespace

struct Solver::Parts {
    explicit Parts(int count) : threads(thread_count(count)) {}

    const int threads;
    NetworkStore networks{};
    WorkerPool workers{};
};

Solver::Solver(int threads) : parts_(std::make_unique<Parts>(threads)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

int Solver::threads() const { return parts_->threads; }

int Solver::threads_for(int asked) const {
    return asked > 0 ? std::min(asked, parts_->threads) : parts_->threads;
}

Result Solver::solve(const Instance& instance, const Options& options, const StopRule& stop,
                     const Observer& observer) const {
    const WorkerPool::Loan workers = parts_->workers.borrow(threads_for(options.threads));
    return Solve(instance, options, stop, observer, parts_->networks, *workers).run();
}

fleet::Result Solver::solve(const fleet::Problem& problem, const fleet::Options& options,
                            const StopRule& given, const Observer& observer) const {
    const WorkerPool::Loan workers = parts_->workers.borrow(threads_for(options.threads));
    StopRule stop = given;
    if (!stop.limited() && stop.flag == nullptr) stop.seconds = default_seconds(problem.stops());
    return fleet::solve(problem, options.search,
                        options.warm_start ? &*options.warm_start : nullptr, stop, *workers,
                        options.seed, observer);
}

void Solver::load(const std::string& model) const { parts_->networks.load(model); }

}  // namespace odgear
