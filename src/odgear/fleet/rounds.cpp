#include "odgear/fleet/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "odgear/core/index.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/partition.hpp"
#include "odgear/fleet/part.hpp"
#include "odgear/fleet/plans.hpp"
#include "odgear/fleet/stage.hpp"

namespace odgear::fleet {

namespace {

constexpr std::int64_t no_iteration_limit = std::numeric_limits<std::int64_t>::max();

// Estimated time per stop for setting up the parts of the first round. A round with less time is
// not begun, since its set-up cannot be interrupted.
constexpr double setup_seconds_per_stop = 3e-5;
// The time of a round is at least this multiple of the time of its set-up.
constexpr double rounds_over_setup = 12;

// A point for the first depot and for each stop. Without coordinates, distances and times between
// them are projected onto a plane.
std::vector<Point> points_of(const route::Model& model) {
    const ProblemData& data = model.problem().data();
    std::vector<int> places{data.depots.empty() ? model.stop(0).location : data.depots[0].location};
    for (int i = 0; i < model.stops(); ++i) places.push_back(model.stop(i).location);
    const auto point = [&](int node) { return data.locations[at(places[at(node)])].point; };
    std::vector<Point> points;
    for (std::size_t i = 0; i < places.size(); ++i) points.push_back(point(static_cast<int>(i)));
    const bool drawn = std::any_of(points.begin(), points.end(),
                                   [&](const Point& p) { return !(p == points[0]); });
    if (drawn) return points;
    const route::TypeData& type = model.type(0);
    return planar_points(static_cast<int>(places.size()), [&](int a, int b) {
        return model.distance(type, places[at(a)], places[at(b)]) +
               model.duration(type, places[at(a)], places[at(b)]);
    });
}

struct Solved {
    std::vector<Sketch> best;
    std::vector<Sketch> last;
    std::int64_t iterations = 0;
    double setup = 0;  // seconds before the search could begin
};

class Rounds {
public:
    Rounds(const route::Model& model, const Neighbors& neighbors, std::vector<Sketch> start,
           const Parameters& parameters, const ruin::Cooling& cooling, const StopRule& stop,
           const Workers& workers, std::uint64_t seed, const Observer& observer)
        : model_(model),
          neighbors_(neighbors),
          parameters_(parameters),
          cooling_(cooling),
          stop_(stop),
          workers_(workers),
          seed_(seed),
          observer_(observer),
          points_(points_of(model)),
          best_(start),
          last_(std::move(start)),
          begin_(stop.elapsed()),
          setup_(setup_seconds_per_stop * model.stops() / workers.threads()) {
        best_value_ = value_of(best_);
    }

    RoundsResult run() {
        for (double share = 0; share < 1 && !finished();) {
            if (stop_.timed() && stop_.remaining() < 2 * setup_) break;
            const double end = round_end(share);
            const std::int64_t before = iterations_;
            round(share, end);
            // Fewer iterations are left than there are parts; under a time limit, a longer round
            // may still work.
            if (iterations_ == before && !stop_.timed()) break;
            share = end;
        }
        return {std::move(best_), iterations_};
    }

private:
    // Cost with virtual prices, and, while nothing is missing, without.
    struct Value {
        double cost = 0;
        double real = 0;
    };

    Value value_of(const std::vector<Sketch>& routes) const {
        Tours tours(model_);
        tours.load(routes);
        double longest = 0;
        for (const int r : tours.active()) longest = std::max(longest, tours.route(r).duration);
        const double cost = tours.cost() + model_.balance() * longest;
        return {cost, tours.missing() > 0
                          ? fleet::no_limit
                          : cost - model_.vehicle_price() * double(tours.active().size())};
    }

    bool finished() const {
        return stop_.done(iterations_, iterations_ - improved_at_, best_value_.real);
    }

    double round_end(double share) const {
        const double step = 1.0 / parameters_.rounds;
        if (!stop_.timed()) return share + 1.5 * step >= 1 ? 1 : share + step;
        const double total = stop_.seconds - begin_;
        const double now = (stop_.elapsed() - begin_) / total;
        const double length = std::max(step, rounds_over_setup * setup_ / total);
        return now + 1.5 * length >= 1 ? 1 : now + length;
    }

    void round(double share, double end) {
        Random random = Random::stream(seed_, static_cast<std::uint64_t>(rounds_done_));
        const auto parts = cut(random);
        const auto absent = absent_by_part(parts);
        const double waves = std::ceil(double(parts.size()) / workers_.threads());
        const double end_seconds = begin_ + end * (stop_.seconds - begin_);
        const double slice = (end_seconds - stop_.elapsed()) / waves;
        const ruin::Cooling cooling{ruin::temperature_at(cooling_, share),
                                    ruin::temperature_at(cooling_, end)};
        const std::vector<std::vector<int>> counts = vehicles_by_part(parts);
        std::vector<Solved> solved(parts.size());
        const std::uint64_t part_seed = random();
        workers_.for_each(parts.size(), [&](std::size_t i) {
            StopRule part_stop = stop_;
            if (stop_.timed())
                part_stop = stop_.until(std::min(end_seconds, stop_.elapsed() + slice));
            part_stop.target = -fleet::no_limit;
            part_stop.no_improvement = no_iteration_limit;
            const double begin = stop_.elapsed();
            const Part part = make_part(model_, last_, parts[i], absent[i], counts[i]);
            part_stop.iterations = iterations_for(part, end);
            solved[i] = solve_part(part, cooling, part_stop, Random::stream(part_seed, i)(), begin);
        });
        merge(std::move(solved), waves);
        ++rounds_done_;
    }

    std::vector<std::vector<int>> cut(Random& random) const {
        std::vector<Route> routes;
        for (const Sketch& sketch : last_) {
            Route& route = routes.emplace_back();
            for (const int code : sketch.codes)
                if (code >= 0) route.push_back(code + 1);
        }
        const Clustering clustering =
            rounds_done_ % 3 == 2 ? Clustering::polar : Clustering::bisection;
        return partition_routes(points_, routes, clustering, parameters_.part_size, random);
    }

    // Units that no route visits go to the part of a near stop.
    std::vector<std::vector<int>> absent_by_part(const std::vector<std::vector<int>>& parts) const {
        std::vector<int> part_of(at(model_.stops()), -1);
        std::vector<char> present(at(model_.units()), 0);
        for (std::size_t p = 0; p < parts.size(); ++p)
            for (const int r : parts[p])
                for (const int code : last_[at(r)].codes)
                    if (code >= 0) {
                        part_of[at(code)] = static_cast<int>(p);
                        present[at(model_.stop(code).unit)] = 1;
                    }
        std::vector<std::vector<int>> result(parts.size());
        for (int unit = 0; unit < model_.units(); ++unit) {
            if (present[at(unit)]) continue;
            std::size_t chosen = at(unit) % parts.size();
            for (const int near : neighbors_.of(model_.unit(unit).stops[0]))
                if (part_of[at(near)] >= 0) {
                    chosen = at(part_of[at(near)]);
                    break;
                }
            result[chosen].push_back(unit);
        }
        return result;
    }

    // A part has its current vehicles and its share of the spare ones. Where saving vehicles comes
    // first, it has only its current ones.
    std::vector<std::vector<int>> vehicles_by_part(
        const std::vector<std::vector<int>>& parts) const {
        std::vector<int> used(at(model_.types()), 0);
        for (const Sketch& sketch : last_) ++used[at(sketch.type)];
        std::vector<std::vector<int>> counts(parts.size(), std::vector<int>(at(model_.types()), 0));
        const int count = static_cast<int>(parts.size());
        for (int p = 0; p < count; ++p) {
            for (const int r : parts[at(p)]) ++counts[at(p)][at(last_[at(r)].type)];
            if (model_.vehicle_price() > 0) continue;
            for (int t = 0; t < model_.types(); ++t) {
                const int spare = std::max(0, model_.type(t).count - used[at(t)]);
                counts[at(p)][at(t)] += spare / count + (p < spare % count ? 1 : 0);
            }
        }
        return counts;
    }

    std::int64_t iterations_for(const Part& part, double end) const {
        if (stop_.iterations == no_iteration_limit) return no_iteration_limit;
        const double left = std::max(0.0, end * double(stop_.iterations) - double(iterations_));
        return std::int64_t(std::ceil(left * double(part.stops.size()) / model_.stops()));
    }

    Solved solve_part(const Part& part, const ruin::Cooling& cooling, const StopRule& stop,
                      std::uint64_t seed, double begin) const {
        const route::Model model(part.problem);
        const Neighbors neighbors(neighbors_, part.stops, part.own);
        Search search(model, neighbors, parameters_, seed);
        search.start(part.start);
        const double setup = stop_.elapsed() - begin;
        const std::int64_t made = anneal(search, model, cooling, stop, {});
        return {part.whole(search.best()), part.whole(search.tours().sketches()), made, setup};
    }

    void merge(std::vector<Solved> parts, double waves) {
        std::vector<Sketch> best;
        last_.clear();
        setup_ = 0;
        for (Solved& part : parts) {
            setup_ = std::max(setup_, part.setup * waves);
            iterations_ += part.iterations;
            std::move(part.best.begin(), part.best.end(), std::back_inserter(best));
            std::move(part.last.begin(), part.last.end(), std::back_inserter(last_));
        }
        const Value value = value_of(best);
        const bool improved = value.cost < best_value_.cost * (1 - 1e-12);
        if (improved) {
            best_ = std::move(best);
            best_value_ = value;
            improved_at_ = iterations_;
        }
        if (observer_) report(improved);
    }

    void report(bool improved) const {
        Progress progress;
        progress.stage = "ruin";
        progress.iteration = iterations_;
        progress.seconds = stop_.elapsed();
        progress.best_cost = best_value_.real;
        progress.improved = improved && std::isfinite(best_value_.real);
        if (improved) progress.plan = [this] { return explained_plan(model_, best_); };
        observer_(progress);
    }

    const route::Model& model_;
    const Neighbors& neighbors_;
    const Parameters& parameters_;
    const ruin::Cooling& cooling_;
    const StopRule& stop_;
    const Workers& workers_;
    std::uint64_t seed_;
    const Observer& observer_;
    std::vector<Point> points_;
    std::vector<Sketch> best_;
    std::vector<Sketch> last_;  // the current solution of the annealing
    Value best_value_;
    double begin_;
    double setup_;  // seconds that setting up a round took last time
    std::int64_t iterations_ = 0;
    std::int64_t improved_at_ = 0;
    std::int64_t rounds_done_ = 0;
};

}  // namespace

bool by_rounds(const route::Model& model, const Parameters& parameters) {
    return model.stops() >= parameters.rounds_from;
}

RoundsResult anneal_in_rounds(const route::Model& model, const Neighbors& neighbors,
                              std::vector<Sketch> start, const Parameters& parameters,
                              const ruin::Cooling& cooling, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer) {
    return Rounds(model, neighbors, std::move(start), parameters, cooling, stop, workers, seed,
                  observer)
        .run();
}

}  // namespace odgear::fleet
