#include "odgear/expert/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/partition.hpp"
#include "odgear/decompose/subproblem.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::expert {

namespace {

constexpr std::int64_t no_iteration_limit = std::numeric_limits<std::int64_t>::max();

// Setting up the parts of the first round takes about this long for each customer; a round that has
// less time is not begun, since setting up cannot be interrupted.
constexpr double setup_seconds_per_customer = 1e-5;
// A round takes at least so many times as long as setting it up.
constexpr double rounds_over_setup = 12;
// By iterations, it makes at least so many for each customer.
constexpr std::int64_t least_iterations_per_customer = 10;

struct Part {
    std::vector<Route> best;
    std::vector<Route> last;
    double gain = 0;  // of `best` over where the part began
    std::int64_t iterations = 0;
    double setup = 0;  // seconds before the search could begin
};

class Rounds {
public:
    Rounds(const Instance& instance, const Solution& start, const RoundsParameters& parameters,
           const StopRule& stop, const Workers& workers, std::uint64_t seed,
           const Observer& observer)
        : instance_(instance),
          parameters_(parameters),
          stop_(stop),
          workers_(workers),
          seed_(seed),
          observer_(observer),
          points_(planar_points(instance)),
          best_(make_solution(instance, start.routes)),
          last_(best_) {}

    RoundsResult run() {
        const ruin::Cooling whole = ruin::cooling_for(instance_, best_, parameters_.ruin);
        if (limited() && parameters_.quick_share > 0)
            cool(ruin::cooling_for(instance_, best_, parameters_.ruin, parameters_.quick_heat),
                 parameters_.quick_share);
        do cool(whole, 1);
        while (!limited() && !finished());
        return {std::move(best_), iterations_};
    }

private:
    bool limited() const { return stop_.timed() || stop_.iterations != no_iteration_limit; }
    bool finished() const {
        return stop_.done(iterations_, iterations_ - improved_at_, best_.cost);
    }

    // One cooling, in this share of what is left.
    void cool(const ruin::Cooling& cooling, double part) {
        cooling_ = cooling;
        begin_ = stop_.elapsed();
        end_ = begin_ + part * (stop_.seconds - begin_);
        setup_ = setup_seconds_per_customer * instance_.customers() / workers_.threads();
        first_iteration_ = iterations_;
        budget_ = stop_.iterations != no_iteration_limit
                      ? std::int64_t(part * double(stop_.iterations - iterations_))
                      : parameters_.iterations_per_customer * instance_.customers();
        const auto most = std::max<std::int64_t>(
            1, budget_ / instance_.customers() / least_iterations_per_customer);
        rounds_ = int(std::min<std::int64_t>(parameters_.rounds, most));
        last_ = best_;
        for (double share = 0; share < 1 && !finished();) {
            if (stop_.timed() && end_ - stop_.elapsed() < 2 * setup_) return;
            const double end = round_end(share);
            const std::int64_t before = iterations_;
            round(share, end);
            // Less than an iteration for each part is left.
            if (iterations_ == before) return;
            share = end;
        }
    }

    // The share of the budget at which the round that begins at `share` ends. Whole rounds by
    // iterations; by time as the clock has it, and longer where setting up takes long.
    double round_end(double share) const {
        if (!stop_.timed()) return (std::floor(share * rounds_ + 0.5) + 1) / rounds_;
        const double total = end_ - begin_;
        const double now = (stop_.elapsed() - begin_) / total;
        const double length =
            std::max(1.0 / parameters_.rounds, rounds_over_setup * setup_ / total);
        return now + 1.5 * length >= 1 ? 1 : now + length;
    }

    double temperature(double share) const { return ruin::temperature_at(cooling_, share); }

    // Enough parts for the caches, and for the threads as far as parts are then not too small. By
    // iterations the threads must not matter: two parts, if they are large enough.
    int part_size() const {
        const int customers = instance_.customers();
        const int wanted = stop_.timed() ? workers_.threads() : 2;
        int parts = (customers + parameters_.part_size - 1) / parameters_.part_size;
        parts = std::max(parts, std::min(wanted, customers / parameters_.least_part_size));
        if (stop_.timed() && parts > 1) parts = (parts + wanted - 1) / wanted * wanted;
        parts = std::max(1, parts);
        return (customers + parts - 1) / parts;
    }

    void round(double share, double end) {
        Random random = Random::stream(seed_, std::uint64_t(rounds_done_));
        const Clustering clustering =
            rounds_done_ % 3 == 2 ? Clustering::polar : Clustering::bisection;
        ++rounds_done_;
        const double now = stop_.elapsed();
        const auto parts = partition_routes(points_, last_.routes, clustering, part_size(), random);
        const double waves = std::ceil(double(parts.size()) / workers_.threads());
        const double end_seconds = begin_ + end * (end_ - begin_);
        const double slice = (end_seconds - now) / waves;
        const ruin::Cooling cooling{temperature(share), temperature(end)};
        std::vector<Part> solved(parts.size());
        const std::uint64_t part_seed = random();
        workers_.for_each(parts.size(), [&](std::size_t i) {
            StopRule part_stop = stop_.until(std::min(end_seconds, stop_.elapsed() + slice));
            part_stop.target = -std::numeric_limits<double>::infinity();
            part_stop.no_improvement = no_iteration_limit;
            part_stop.iterations = iterations_for(parts[i], end);
            solved[i] = solve_part(parts[i], parts.size(), cooling, part_stop,
                                   Random::stream(part_seed, i)());
        });
        merge(std::move(solved), waves);
    }

    // A part's share of the iterations that are left until `end`, by customers.
    std::int64_t iterations_for(const std::vector<int>& routes, double end) const {
        if (stop_.timed() && stop_.iterations == no_iteration_limit) return no_iteration_limit;
        const auto until = end >= 1 ? budget_ : std::int64_t(end * double(budget_));
        const double left =
            double(std::max<std::int64_t>(0, until - (iterations_ - first_iteration_)));
        std::size_t customers = 0;
        for (const int route : routes) customers += last_.routes[std::size_t(route)].size();
        return std::int64_t(left * double(customers) / instance_.customers());
    }

    int route_limit(std::size_t own, std::size_t parts) const {
        if (instance_.is_tsp()) return 1;
        if (!instance_.has_vehicle_limit()) return no_vehicle_limit;
        const int spare = instance_.max_vehicles() - int(last_.routes.size());
        return int(own) + std::max(0, spare) / int(parts);
    }

    Part solve_part(const std::vector<int>& routes, std::size_t parts, const ruin::Cooling& cooling,
                    const StopRule& stop, std::uint64_t seed) const {
        const double begin = stop_.elapsed();
        const Subproblem part =
            make_subproblem(instance_, last_.routes, routes, route_limit(routes.size(), parts),
                            /*tabulate=*/instance_.rule().metric != Metric::euclidean);
        const NeighborLists neighbors = nearest_neighbors(part.instance, parameters_.neighbors);
        const double setup = stop_.elapsed() - begin;
        const ruin::Outcome outcome = ruin::anneal(part.instance, neighbors, part.start,
                                                   parameters_.ruin, cooling, stop, seed);
        return {part.global_routes(outcome.best.routes), part.global_routes(outcome.last.routes),
                part.start.cost - outcome.best.cost, outcome.iterations, setup};
    }

    void merge(std::vector<Part> parts, double waves) {
        const double merged_best =
            std::accumulate(parts.begin(), parts.end(), last_.cost,
                            [](double cost, const Part& part) { return cost - part.gain; });
        std::vector<Route> best;
        std::vector<Route> last;
        setup_ = 0;
        for (Part& part : parts) {
            setup_ = std::max(setup_, part.setup * waves);
            iterations_ += part.iterations;
            std::move(part.best.begin(), part.best.end(), std::back_inserter(best));
            std::move(part.last.begin(), part.last.end(), std::back_inserter(last));
        }
        last_ = make_solution(instance_, std::move(last));
        const bool improved = merged_best < best_.cost * (1 - 1e-12);
        if (improved) {
            best_ = make_solution(instance_, std::move(best));
            improved_at_ = iterations_;
        }
        if (observer_)
            observer_({"ruin", iterations_, stop_.elapsed(), best_.cost, improved,
                       [this] { return best_; }});
    }

    const Instance& instance_;
    const RoundsParameters& parameters_;
    const StopRule& stop_;
    const Workers& workers_;
    std::uint64_t seed_;
    const Observer& observer_;
    std::vector<Point> points_;
    Solution best_;
    Solution last_;  // where the annealing stands
    ruin::Cooling cooling_{};
    std::int64_t iterations_ = 0;
    std::int64_t improved_at_ = 0;
    std::int64_t rounds_done_ = 0;
    double begin_ = 0;  // of this cooling, in seconds
    double end_ = 0;
    double setup_ = 0;  // seconds that setting up a round takes, as seen last
    int rounds_ = 1;    // of this cooling, by iterations
    std::int64_t first_iteration_ = 0;
    std::int64_t budget_ = 0;
};

}  // namespace

RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer) {
    if (parameters.rounds < 1 || parameters.part_size < 1 || parameters.least_part_size < 1 ||
        parameters.neighbors < 1 || parameters.iterations_per_customer < 1)
        throw ConfigurationError("annealing in rounds: every count must be at least 1");
    if (!(parameters.quick_share >= 0 && parameters.quick_share < 1) ||
        !(parameters.quick_heat >= 0 && parameters.quick_heat <= 1))
        throw ConfigurationError("annealing in rounds: quick_heat and quick_share are shares");
    return Rounds(instance, start, parameters, stop, workers, seed, observer).run();
}

}  // namespace odgear::expert
