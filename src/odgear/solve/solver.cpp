#include "odgear/solve/solver.hpp"

#include <algorithm>
#include <array>
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

// Savings join near customers; longer lists cost time and hardly change the routes.
constexpr int construction_neighbors = 40;

// For neighbours and savings together. With less time, routes are made in strips.
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
        options.hybrid.check();
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
        if (!one_tour_) construct();  // the search for one tour makes its own start
        if (options_.mode != Mode::expert && !obstacle_ && !enough()) consult_policy();
        search();
        return finish();
    }

private:
    // Reports a notice at once and keeps it in the result.
    void note(std::string text) {
        if (options_.on_notice) options_.on_notice(text);
        result_.notices.push_back(std::move(text));
    }

    // A caller who sets no limit and cannot cancel gets the default time.
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

    // Makes rollouts for the expert to start from, if they are worth their time.
    void consult_policy() {
        const HybridParameters& hybrid = options_.hybrid;
        const bool too_many = one_tour_ && instance_.customers() > hybrid.most_cities;
        if (too_many || !affordable(instance_, hybrid, stop_, result_.threads)) {
            note(std::string("too little time for the policy with this number of ") +
                 (one_tour_ ? "cities" : "customers") + "; the expert solves alone");
            return;
        }
        const StopRule stage = share(hybrid.policy_share);
        std::optional<Solution> constructed;
        if (incumbent_.exists()) constructed = incumbent_.best();
        const bool in_parts = expert::in_parts(instance_, options_.expert);
        const bool rolled_out =
            in_parts
                ? roll_out(mostly_by_region(options_.policy), 1, stage)
                : roll_out(options_.policy, one_tour_ ? 1 : hybrid.rollouts_of_a_population, stage);
        if (!rolled_out) {
            note("the policy took longer than its share of the time; the expert solves alone");
            return;
        }
        if (one_tour_ || !constructed) return;
        if (in_parts)
            starts_.push_back(std::move(*constructed));  // the expert compares the two
        else
            found_population(*constructed);
    }

    // The stop rule of a stage that gets this share of the time.
    StopRule share(double of_limit) const { return stop_.until(of_limit * stop_.seconds); }

    // Runs the paper's inference. Its best solution becomes the incumbent if it keeps the fleet
    // limit. False if the deadline came before the first rollout.
    bool roll_out(const PolicySettings& settings, int keep, const StopRule& stop) {
        const policy::Network& network = networks_.network(settings.model, instance_);
        policy::PolicyResult rollouts;
        try {
            rollouts = policy::run(instance_, network, settings,
                                   {.seed = options_.seed,
                                    .keep = keep,
                                    .keep_trajectories = options_.keep_trajectories,
                                    .keep_edge_probabilities = options_.keep_edge_probabilities,
                                    .deadline = &stop},
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

    // A quick solution for when the limit left no time for the policy.
    void construct_instead() {
        note(
            "the time limit left no time for the policy; the routes come from a quick "
            "construction");
        if (!incumbent_.exists()) construct();
    }

    // The best rollout competes with the construction, both at their local optima. If it is no
    // worse, the other rollouts are improved too, and all join the population; otherwise none does.
    void found_population(const Solution& constructed) {
        const double begin = stop_.elapsed();
        const std::vector<Solution> rollouts = std::exchange(starts_, {});
        const std::array rivals{rollouts.front(), constructed};
        const auto improved = improve(rivals, 0);
        if (improved[0] && improved[1]) {
            const bool wins = improved[0]->cost <= improved[1]->cost;
            result_.start =
                StartChoice{wins ? StartChoice::Taken::both : StartChoice::Taken::construction,
                            improved[0]->cost, improved[1]->cost};
            if (!wins) starts_.clear();
            if (wins) improve(std::span(rollouts).subspan(1), rivals.size());
        }
        result_.seconds.improve += stop_.elapsed() - begin;
    }

    // Improves the solutions to local optima, as far as there is time; they become starts.
    std::vector<std::optional<Solution>> improve(std::span<const Solution> solutions,
                                                 std::size_t first) {
        auto improved =
            improve_all(instance_, neighbors_.nearest(construction_neighbors), solutions,
                        share(options_.hybrid.improvement_share), options_.seed, first, workers_);
        for (const auto& solution : improved) {
            if (!solution) continue;
            incumbent_.offer(*solution, "local search");
            starts_.push_back(*solution);
        }
        return improved;
    }

    bool enough() const {
        return stop_.out_of_time() ||
               (incumbent_.exists() && incumbent_.best().cost <= stop_.target);
    }

    // Runs the expert from all starts so far.
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
        if (found.starts.size() == 2) choose_start(found);
        if (found.best) incumbent_.offer(*found.best, "expert");
        result_.seconds.improve += stop_.elapsed() - begin;
    }

    // Records what the expert made of the first start, the policy's routes, and of the
    // construction.
    void choose_start(const expert::Result& found) {
        const bool policy = found.starts[0] <= found.starts[1];
        result_.start =
            StartChoice{policy ? StartChoice::Taken::policy : StartChoice::Taken::construction,
                        found.starts[0], found.starts[1]};
    }

    // Whether savings would take longer than the time that is left.
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
            // Another stage may still meet the fleet limit; finish() decides.
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
    bool one_tour_;  // a TSP that has a search of its own
    SharedNeighbors neighbors_;
    std::optional<std::string> obstacle_;  // why the policy cannot run
    std::vector<Solution> starts_;         // what the expert starts from
    Incumbent incumbent_;
    Result result_;
    std::optional<std::size_t> routes_of_policy_;  // set if they are more than the fleet has
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
