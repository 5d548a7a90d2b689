#include "odgear/expert/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/partition.hpp"
#include "odgear/expert/route_tours.hpp"
#include "odgear/expert/town_pieces.hpp"
#include "odgear/ruin/ruin_recreate.hpp"

namespace odgear::expert {

namespace {

constexpr std::int64_t no_iteration_limit = std::numeric_limits<std::int64_t>::max();

// Estimated time per customer for setting up the parts of the first round. A round with less time
// is not begun, since its set-up cannot be interrupted.
constexpr double setup_seconds_per_customer = 1e-5;
// The time of a round is at least this multiple of the time of its set-up.
constexpr double rounds_over_setup = 12;
// Minimum of iterations per customer in a round, where iterations are the limit.
constexpr std::int64_t least_iterations_per_customer = 10;
// Approximate number of customers in a task, where routes are searched as tours.
constexpr std::size_t tour_task_customers = 500;

class Rounds {
public:
    Rounds(const Instance& instance, const Solution& start, const RoundsParameters& parameters,
           const StopRule& stop, const Crew& crew, std::uint64_t seed, const Observer& observer)
        : instance_(instance),
          parameters_(parameters),
          stop_(stop),
          crew_(crew),
          seed_(seed),
          observer_(observer),
          points_(planar_points(instance)),
          best_(make_solution(instance, start.routes)),
          last_(best_) {}

    RoundsResult run() {
        set_aside_ = seconds_for_tours();
        const ruin::Cooling whole = ruin::cooling_for(instance_, best_, parameters_.ruin);
        if (limited() && parameters_.quick_share > 0)
            cool(ruin::cooling_for(instance_, best_, parameters_.ruin, parameters_.quick_heat),
                 parameters_.quick_share);
        do {
            cool(whole, 1);
            search_tours();
        } while (!limited() && !finished());
        return {std::move(best_), iterations_};
    }

private:
    bool limited() const { return stop_.timed() || stop_.iterations != no_iteration_limit; }
    bool finished() const {
        return stop_.done(iterations_, iterations_ - improved_at_, best_.cost);
    }

    // One cooling, in the share `part` of the remaining budget.
    void cool(const ruin::Cooling& cooling, double part) {
        cooling_ = cooling;
        begin_ = stop_.elapsed();
        end_ = begin_ + part * std::max(0.0, stop_.seconds - set_aside_ - begin_);
        setup_ = setup_seconds_per_customer * instance_.customers() / crew_.threads();
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
            if (part >= 1 && replan_is_due(share, end)) replan_town_routes();
            // Fewer iterations are left than there are parts.
            if (iterations_ == before) return;
            share = end;
        }
    }

    // The share of the budget at which the round that begins at `share` ends. Limited by
    // iterations, rounds are equal; limited by time, they follow the clock and are longer where
    // set-up takes long.
    double round_end(double share) const {
        if (!stop_.timed()) return (std::floor(share * rounds_ + 0.5) + 1) / rounds_;
        const double total = end_ - begin_;
        const double now = (stop_.elapsed() - begin_) / total;
        const double length =
            std::max(1.0 / parameters_.rounds, rounds_over_setup * setup_ / total);
        return now + 1.5 * length >= 1 ? 1 : now + length;
    }

    double temperature(double share) const { return ruin::temperature_at(cooling_, share); }

    // Enough parts for the caches, and for the threads, as long as parts do not become too small.
    // Limited by iterations, the number of threads must not matter: two parts, if they are large
    // enough.
    int part_size() const {
        const int customers = instance_.customers();
        const int wanted = stop_.timed() ? crew_.threads() : 2;
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
        const auto parts = partition_routes(points_, last_.routes, clustering, part_size(), random,
                                            RoutePlace::customer);
        const double waves = std::ceil(double(parts.size()) / crew_.threads());
        const double end_seconds = begin_ + end * (end_ - begin_);
        const double slice = (end_seconds - now) / waves;
        const ruin::Cooling cooling{temperature(share), temperature(end)};
        const std::uint64_t part_seed = random();
        std::vector<PartTask> tasks(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (const int route : parts[i])
                tasks[i].routes.push_back(last_.routes[std::size_t(route)]);
            tasks[i].share = {
                part_route_limit(instance_, last_.routes.size(), parts.size(), parts[i].size()),
                iterations_for(parts[i], end), Random::stream(part_seed, i)()};
        }
        merge(crew_.run({PartWork::anneal, cooling, slice}, std::move(tasks),
                        stop_.until(end_seconds)),
              waves);
    }

    // A part's share of the iterations left until `end`, in proportion to its customers.
    std::int64_t iterations_for(const std::vector<int>& routes, double end) const {
        if (stop_.timed() && stop_.iterations == no_iteration_limit) return no_iteration_limit;
        const auto until = end >= 1 ? budget_ : std::int64_t(end * double(budget_));
        const double left =
            double(std::max<std::int64_t>(0, until - (iterations_ - first_iteration_)));
        std::size_t customers = 0;
        for (const int route : routes) customers += last_.routes[std::size_t(route)].size();
        return std::int64_t(left * double(customers) / instance_.customers());
    }

    void merge(std::vector<PartResult> parts, double waves) {
        const double merged_best = std::accumulate(
            parts.begin(), parts.end(), last_.cost,
            [](double cost, const PartResult& part) { return cost - part.figures.gain; });
        std::vector<Route> best;
        std::vector<Route> last;
        setup_ = 0;
        for (PartResult& part : parts) {
            setup_ = std::max(setup_, part.figures.setup * waves);
            iterations_ += part.figures.iterations;
            std::move(part.best.begin(), part.best.end(), std::back_inserter(best));
            std::move(part.last.begin(), part.last.end(), std::back_inserter(last));
        }
        last_ = make_solution(instance_, std::move(last));
        const bool improved = merged_best < best_.cost * (1 - 1e-12);
        if (improved) {
            best_ = make_solution(instance_, std::move(best));
            improved_at_ = iterations_;
        }
        report(improved);
    }

    bool replan_is_due(double share, double end) const {
        return std::any_of(parameters_.pieces.after.begin(), parameters_.pieces.after.end(),
                           [&](double after) { return share < after && after <= end; });
    }

    // Routes between distant towns, all together; each thread tries its own seed.
    void replan_town_routes() {
        const std::vector<int> chosen = routes_between_towns(instance_, last_, parameters_.pieces);
        if (int(chosen.size()) < parameters_.pieces.least_routes || instance_.has_length_limit())
            return;
        PartTask task;
        for (const int r : chosen) task.routes.push_back(last_.routes[std::size_t(r)]);
        task.share.max_vehicles =
            part_route_limit(instance_, last_.routes.size(), 1, chosen.size());
        PartOrder order;
        order.work = PartWork::town_pieces;
        if (!give_budget(order, task)) return;
        std::vector<PartTask> tasks(stop_.timed() ? std::size_t(crew_.threads()) : 1, task);
        for (std::size_t i = 0; i < tasks.size(); ++i)
            tasks[i].share.seed = Random::stream(seed_ + std::uint64_t(rounds_done_), i)();
        std::vector<PartResult> found = crew_.run(order, std::move(tasks), stop_);
        for (const PartResult& result : found) iterations_ += result.figures.iterations;
        PartResult& best = *std::max_element(found.begin(), found.end(), [](auto& a, auto& b) {
            return a.figures.gain < b.figures.gain;
        });
        if (best.figures.gain > 0) replace(chosen, std::move(best.best));
    }

    // False where there is too little for it to pay.
    bool give_budget(PartOrder& order, PartTask& task) const {
        const TownPieceParameters& own = parameters_.pieces;
        std::size_t customers = 0;
        for (const Route& route : task.routes) customers += route.size();
        if (stop_.timed()) {
            const double most = own.seconds * double(customers);
            order.slice = std::min(own.most_share * (end_ - begin_), most);
            if (order.slice < own.least * most) return false;
        }
        if (stop_.timed() && stop_.iterations == no_iteration_limit) return true;
        const double most = own.iterations * double(customers);
        const std::int64_t left = budget_ - (iterations_ - first_iteration_);
        task.share.iterations =
            std::min(left, std::int64_t(std::min(own.most_share * double(budget_), most)));
        return double(task.share.iterations) >= own.least * most;
    }

    // The chosen routes of the present solution give way to others with the same customers.
    void replace(const std::vector<int>& chosen, std::vector<Route> routes) {
        for (std::size_t r = 0, next = 0; r < last_.routes.size(); ++r)
            if (next < chosen.size() && std::size_t(chosen[next]) == r)
                ++next;
            else
                routes.push_back(std::move(last_.routes[r]));
        last_ = make_solution(instance_, std::move(routes));
        if (!(last_.cost < best_.cost * (1 - 1e-12))) return;
        best_ = last_;
        improved_at_ = iterations_;
        report(true);
    }

    // Seconds of the time limit that are reserved for search_tours().
    double seconds_for_tours() const {
        const RouteTourParameters& tours = parameters_.route_tours;
        if (!stop_.timed() || !routes_are_long(instance_, best_.routes.size(), tours)) return 0;
        return std::min(tours.seconds * instance_.customers() / crew_.threads(),
                        tours.most_share * std::max(0.0, stop_.remaining()));
    }

    // Searches each long route of the best solution as a tour of its own.
    void search_tours() {
        if (!routes_are_long(instance_, best_.routes.size(), parameters_.route_tours) ||
            stop_.out_of_time() || best_.cost <= stop_.target)
            return;
        std::vector<PartTask> tasks;
        std::size_t customers = 0;
        for (const Route& route : best_.routes) {
            if (customers == 0) {
                tasks.emplace_back();
                tasks.back().share.seed = Random::stream(seed_, tasks.size())();
            }
            tasks.back().routes.push_back(route);
            customers += route.size();
            if (customers >= tour_task_customers) customers = 0;
        }
        PartOrder order;
        order.work = PartWork::route_tours;
        std::vector<PartResult> parts = crew_.run(order, std::move(tasks), stop_);
        std::vector<Route> routes;
        for (PartResult& part : parts)
            std::move(part.best.begin(), part.best.end(), std::back_inserter(routes));
        Solution shorter = make_solution(instance_, std::move(routes));
        if (!(shorter.cost < best_.cost * (1 - 1e-12))) return;
        best_ = std::move(shorter);
        improved_at_ = iterations_;
        report(true);
    }

    void report(bool improved) const {
        if (observer_)
            observer_({"ruin", iterations_, stop_.elapsed(), best_.cost, improved,
                       [this] { return best_; }});
    }

    const Instance& instance_;
    const RoundsParameters& parameters_;
    const StopRule& stop_;
    const Crew& crew_;
    std::uint64_t seed_;
    const Observer& observer_;
    std::vector<Point> points_;
    Solution best_;
    Solution last_;  // the current solution of the annealing
    ruin::Cooling cooling_{};
    std::int64_t iterations_ = 0;
    std::int64_t improved_at_ = 0;
    std::int64_t rounds_done_ = 0;
    double begin_ = 0;  // of this cooling, in seconds
    double end_ = 0;
    double set_aside_ = 0;  // seconds reserved for search_tours()
    double setup_ = 0;      // seconds that setting up a round took last time
    int rounds_ = 1;        // rounds in this cooling, when limited by iterations
    std::int64_t first_iteration_ = 0;
    std::int64_t budget_ = 0;
};

}  // namespace

RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Crew& crew, std::uint64_t seed, const Observer& observer) {
    if (parameters.rounds < 1 || parameters.part_size < 1 || parameters.least_part_size < 1 ||
        parameters.neighbors < 1 || parameters.iterations_per_customer < 1)
        throw ConfigurationError("annealing in rounds: every count must be at least 1");
    if (!(parameters.quick_share >= 0 && parameters.quick_share < 1) ||
        !(parameters.quick_heat >= 0 && parameters.quick_heat <= 1))
        throw ConfigurationError("annealing in rounds: quick_heat and quick_share are shares");
    return Rounds(instance, start, parameters, stop, crew, seed, observer).run();
}

RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer) {
    Parameters all;
    all.rounds = parameters;
    return anneal_in_rounds(instance, start, parameters, stop, LocalCrew(instance, all, workers),
                            seed, observer);
}

}  // namespace odgear::expert
