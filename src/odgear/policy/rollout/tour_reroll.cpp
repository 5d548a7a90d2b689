#include "odgear/policy/rollout/tour_reroll.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

// Cities per window: enough that most regions lie within one.
constexpr int window_size = 2000;
// Rounds that share the budget. Each begins its windows elsewhere.
constexpr int rounds = 20;
// The number of cities in a region is drawn between these.
constexpr int smallest_region = 8;
constexpr int largest_region = 40;
// How often a region is drawn before the next one.
constexpr int draws_per_region = 2;

// What the walk visits: a free city, or an unchanged path, given by its ends.
struct Piece {
    int first = 0;  // indices in the window
    int last = 0;
};

// One thread's work on one window at a time.
class Window {
public:
    Window(const RolloutProblem& problem, const SortedRows& rows)
        : problem_(problem),
          walk_(problem, rows.beta(), &rows),
          place_(static_cast<std::size_t>(problem.customers()) + 1, -1) {}

    // Shortens the window by drawing regions until `visits` are used up. With `open`, the last city
    // is not followed by the first: the rest of the tour lies between them, and both stay.
    void run(std::span<int> cities, bool open, std::int64_t visits, Random& random,
             const StopRule& stop) {
        cities_ = cities;
        open_ = open;
        const int size = static_cast<int>(cities.size());
        for (int p = 0; p < size; ++p) place_of(cities[static_cast<std::size_t>(p)]) = p;
        while (visits > 0 && !stop.out_of_time()) {
            choose_region(random);
            cut_pieces();
            for (int k = 0; k < draws_per_region && pieces_.size() > 3; ++k) {
                visits -= static_cast<std::int64_t>(pieces_.size());
                if (draw(random)) break;
            }
            --visits;
        }
        for (const int city : cities) place_of(city) = -1;
    }

private:
    int& place_of(int city) { return place_[static_cast<std::size_t>(city)]; }
    int city(int place) const { return cities_[static_cast<std::size_t>(place)]; }
    bool stays(int place) const {
        return open_ && (place == 0 || place + 1 == static_cast<int>(cities_.size()));
    }

    // Chooses the free cities, as sorted indices.
    void choose_region(Random& random) {
        const Graph& graph = problem_.graph();
        free_.clear();
        const int centre =
            city(static_cast<int>(random.below(static_cast<std::uint32_t>(cities_.size()))));
        const int wanted = random.between(smallest_region, largest_region);
        const auto add = [&](int node) {
            const int place = place_of(node);
            if (place >= 0 && !stays(place)) free_.push_back(place);
        };
        add(centre);
        for (int s = 1; s < std::min(wanted, graph.width()); ++s)
            add(graph.target[graph.row(centre) + static_cast<std::size_t>(s)]);
        std::sort(free_.begin(), free_.end());
    }

    // Finds the free cities and the paths between them, in window order.
    void cut_pieces() {
        pieces_.clear();
        cost_ = 0;
        const int size = static_cast<int>(cities_.size());
        for (std::size_t k = 0; k < free_.size(); ++k) {
            const bool wraps = k + 1 == free_.size();
            const int next = wraps ? free_[0] + size : free_[k + 1];
            pieces_.push_back({free_[k], free_[k]});
            if (next - free_[k] > 1) pieces_.push_back({(free_[k] + 1) % size, (next - 1) % size});
        }
        for (std::size_t k = 0; k < pieces_.size(); ++k)
            cost_ += problem_.distance(city(pieces_[k].last),
                                       city(pieces_[(k + 1) % pieces_.size()].first));
    }

    // Draws a tour from a piece through all others and back. True if the tour became shorter.
    bool draw(Random& random) {
        const std::size_t begin = random.below(static_cast<std::uint32_t>(pieces_.size()));
        ends_.clear();
        for (std::size_t k = 0; k < pieces_.size(); ++k) {
            if (k == begin) continue;
            ends_.push_back(city(pieces_[k].first));
            if (pieces_[k].last != pieces_[k].first) ends_.push_back(city(pieces_[k].last));
        }
        for (std::size_t k = 0; k < pieces_.size(); ++k)
            for (const int place : {pieces_[k].first, pieces_[k].last}) piece_at(place) = k;
        const Piece& from = pieces_[begin];
        walk_.restart_part(ends_, city(from.last), city(from.first));
        order_.assign(1, {begin, false});
        const double limit = cost_ - least_saving * cost_;
        while (walk_.cost() < limit) {
            const int target = walk_.sample(random);
            walk_.move(target);
            if (target == 0) break;
            const int place = place_of(target);
            const std::size_t k = piece_at(place);
            const bool backward = pieces_[k].first != place;
            order_.push_back({k, backward});
            if (pieces_[k].first != pieces_[k].last)
                walk_.jump(city(backward ? pieces_[k].first : pieces_[k].last));
        }
        if (!walk_.finished() || !(walk_.cost() < limit)) return false;
        write_order();
        return true;
    }

    std::size_t& piece_at(int place) {
        if (piece_.size() < cities_.size()) piece_.resize(cities_.size());
        return piece_[static_cast<std::size_t>(place)];
    }

    void write_order() {
        const int size = static_cast<int>(cities_.size());
        next_.clear();
        for (const auto& [k, backward] : order_) {
            const Piece& piece = pieces_[k];
            const int count = (piece.last - piece.first + size) % size;
            for (int i = 0; i <= count; ++i)
                next_.push_back(city((piece.first + (backward ? count - i : i)) % size));
        }
        if (open_) restore_ends();
        std::copy(next_.begin(), next_.end(), cities_.begin());
        for (int p = 0; p < size; ++p) place_of(city(p)) = p;
    }

    // Rotates and reverses the window so that the rest of the tour again leads from its last city
    // to its first one.
    void restore_ends() {
        const int first = cities_.front();
        const int last = cities_.back();
        std::rotate(next_.begin(), std::find(next_.begin(), next_.end(), first), next_.end());
        if (next_.back() != last) std::reverse(next_.begin() + 1, next_.end());
    }

    const RolloutProblem& problem_;
    Walk walk_;
    std::span<int> cities_;
    bool open_ = false;
    double cost_ = 0;                 // of the edges between pieces
    std::vector<int> place_;          // by node; -1 outside of the window
    std::vector<int> free_;           // places
    std::vector<Piece> pieces_;       // in window order
    std::vector<std::size_t> piece_;  // by index of an end
    std::vector<int> ends_;
    struct Visit {
        std::size_t piece;
        bool backward;
    };
    std::vector<Visit> order_;
    std::vector<int> next_;
};

}  // namespace

Trajectory reroll_tour(const RolloutProblem& problem, const SortedRows& rows,
                       const Trajectory& start, const RerollOptions& options,
                       const Workers& workers, const StopRule& stop) {
    const int size = problem.customers();
    if (size < smallest_region) return start;
    std::vector<int> tour(start.nodes.begin(), start.nodes.end() - 1);  // without the last 0
    std::vector<std::optional<Window>> windows(static_cast<std::size_t>(workers.threads()));
    const int parts = (size + window_size - 1) / window_size;
    for (int round = 0; round < rounds && !stop.out_of_time(); ++round) {
        Random random = Random::stream(options.seed, static_cast<std::uint64_t>(round));
        std::rotate(tour.begin(), tour.begin() + random.below(static_cast<std::uint32_t>(size)),
                    tour.end());
        const std::uint64_t seed = random();
        workers.run(parts, 1, [&](int part, int, int worker) {
            std::optional<Window>& window = windows[static_cast<std::size_t>(worker)];
            if (!window) window.emplace(problem, rows);
            const auto begin = static_cast<std::size_t>(std::int64_t{size} * part / parts);
            const auto end = static_cast<std::size_t>(std::int64_t{size} * (part + 1) / parts);
            Random own = Random::stream(seed, static_cast<std::uint64_t>(part));
            const auto visits =
                static_cast<std::int64_t>(end - begin) * options.trajectories / rounds;
            window->run(std::span(tour).subspan(begin, end - begin), parts > 1, visits, own, stop);
        });
    }
    Trajectory result = start;
    result.nodes.assign(tour.begin(), tour.end());
    result.nodes.push_back(0);
    result.cost = problem.distance(tour.back(), tour.front());
    for (std::size_t k = 1; k < tour.size(); ++k)
        result.cost += problem.distance(tour[k - 1], tour[k]);
    return result;
}

}  // namespace odgear::policy
