// Lin-Kernighan search: chains of removed and added edges, t1 t2 | t3 t4 | ..., that end as soon as
// closing the chain shortens the tour. 2-opt, or-opt and the sequential 3-opt moves are chains of
// two and three edges. Chains are evaluated without changing the tour (exchange.hpp), so only
// improvements are ever applied. Cities wait in a queue (don't-look bits). A city without an
// improvement leaves the queue until one of its edges changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "odgear/tsp/exchange.hpp"
#include "odgear/tsp/parameters.hpp"
#include "odgear/tsp/space.hpp"

namespace odgear::tsp {

// A queue of cities to process, first in first out, each at most once. O(1) per operation.
class CityQueue {
public:
    explicit CityQueue(int cities) : ring_(std::size_t(cities)), waiting_(std::size_t(cities), 0) {}

    bool empty() const { return count_ == 0; }
    void push(int city) {
        if (waiting_[std::size_t(city)] != 0) return;
        waiting_[std::size_t(city)] = 1;
        std::size_t at = head_ + count_++;
        if (at >= ring_.size()) at -= ring_.size();
        ring_[at] = city;
    }
    int pop() {
        const int city = ring_[head_];
        if (++head_ == ring_.size()) head_ = 0;
        --count_;
        waiting_[std::size_t(city)] = 0;
        return city;
    }

private:
    std::vector<int> ring_;
    std::vector<char> waiting_;
    std::size_t head_ = 0;
    std::size_t count_ = 0;
};

template <class Distance, class Tour>
class LinKernighan {
public:
    LinKernighan(const Space<Distance>& space, Tour& tour, const LinKernighanParameters& parameters)
        : space_(space), tour_(tour), parameters_(parameters), queue_(space.size()) {}

    void look_at(int city) { queue_.push(city); }
    void look_at_all() {
        for (int city = 0; city < space_.size(); ++city) queue_.push(city);
    }
    bool idle() const { return queue_.empty(); }

    // Processes the queue, at most `most` cities of it. Returns by how much the tour got shorter.
    double optimize(std::int64_t most) {
        double gain = 0;
        for (; most > 0 && !queue_.empty(); --most) {
            const int city = queue_.pop();
            while (improve(city)) gain += gain_;
        }
        return gain;
    }
    double optimize() { return optimize(std::int64_t{1} << 62); }

    void apply(const Exchange& exchange) {
        if (journal_ != nullptr) journal_->push_back(exchange);
        tour_.apply(exchange);
        for (int i = 0; i < 2 * exchange.edges; ++i) queue_.push(exchange.end[std::size_t(i)]);
    }
    // From now on exchanges are recorded here, so that they can be undone.
    void record(std::vector<Exchange>* journal) { journal_ = journal; }

    // Applies one improvement with the city as t1, if there is one; gain() is its gain.
    bool improve(int city) {
        for (const bool forward : {true, false}) {
            const int other = forward ? tour_.next(city) : tour_.prev(city);
            if (space_.stays(city, other)) continue;
            remove(0, city, other, forward);
            if (extend(1, space_.distance(city, other))) return true;
        }
        return false;
    }
    double gain() const { return gain_; }

private:
    struct Step {
        int from;  // the city that the chain's end is joined to
        int to;    // the end of the edge removed there: the chain's new end
        double gain;
        bool forward;  // `to` comes after `from` on the tour
    };

    void remove(int edge, int a, int b, bool forward) {
        move_.end[std::size_t(2 * edge)] = a;
        move_.end[std::size_t(2 * edge + 1)] = b;
        left_[std::size_t(edge)] = std::int8_t(forward ? 2 * edge : 2 * edge + 1);
        place_[std::size_t(edge)] = tour_.position(forward ? a : b);
    }
    bool removed(int edges, int a, int b) const {
        for (int i = 0; i < edges; ++i) {
            const int c = move_.end[std::size_t(2 * i)];
            const int d = move_.end[std::size_t(2 * i + 1)];
            if ((a == c && b == d) || (a == d && b == c)) return true;
        }
        return false;
    }
    // Whether joining the ends of the chain gives one tour, once `edge` is removed as well.
    bool closable(int edge) const {
        EdgeOrder order = order_[std::size_t(edge)];
        order.insert(place_[std::size_t(edge)], left_[std::size_t(edge)]);
        return order.one_tour([edge](int end) { return Exchange::chained(end, edge + 1); });
    }

    // Extends a chain of `edges` removed edges. `gain` is the removed length minus the added
    // length.
    bool extend(int edges, double gain) {
        std::array<Step, max_breadth> steps;
        int count = 0;
        const int breadth = parameters_.breadth[std::size_t(edges - 1)];
        const bool last = edges + 1 >= parameters_.depth;
        EdgeOrder& order = order_[std::size_t(edges)];
        order = order_[std::size_t(edges - 1)];
        order.insert(place_[std::size_t(edges - 1)], left_[std::size_t(edges - 1)]);
        const int first = move_.end[0];
        const int end = move_.end[std::size_t(2 * edges - 1)];
        const int after = tour_.next(end);
        const int before = tour_.prev(end);
        const double tiny = space_.tiny();
        Step best{-1, -1, tiny, false};
        for (const auto& candidate : space_.candidates(end)) {
            const double left = gain - candidate.length;
            if (left <= tiny) break;
            const int from = candidate.city;
            if (from == after || from == before) continue;
            for (const bool forward : {true, false}) {
                const int to = forward ? tour_.next(from) : tour_.prev(from);
                if (space_.stays(from, to) || removed(edges, from, to)) continue;
                const Step step{from, to, left + space_.distance(from, to), forward};
                const double closed = step.gain - space_.distance(to, first);
                if (closed > best.gain) {
                    remove(edges, from, to, forward);
                    if (closable(edges)) best = {from, to, closed, forward};
                }
                if (!last) insert(steps, count, breadth, step);
            }
        }
        if (best.from >= 0) return close(edges, best);
        if (last) return false;
        for (int i = 0; i < count; ++i) {
            const Step& step = steps[std::size_t(i)];
            remove(edges, step.from, step.to, step.forward);
            if (edges + 1 >= parameters_.closable_from && !closable(edges)) continue;
            if (extend(edges + 1, step.gain)) return true;
        }
        return false;
    }

    bool close(int edges, const Step& step) {
        remove(edges, step.from, step.to, step.forward);
        move_.chain(edges + 1);
        gain_ = step.gain;
        apply(move_);
        return true;
    }

    static constexpr std::size_t max_breadth = 16;
    // Keeps the `breadth` steps with the largest gain, best first.
    static void insert(std::array<Step, max_breadth>& steps, int& count, int breadth,
                       const Step& step) {
        if (count == breadth) {
            if (steps[std::size_t(count - 1)].gain >= step.gain) return;
            --count;
        }
        int i = count++;
        for (; i > 0 && steps[std::size_t(i - 1)].gain < step.gain; --i)
            steps[std::size_t(i)] = steps[std::size_t(i - 1)];
        steps[std::size_t(i)] = step;
    }

    const Space<Distance>& space_;
    Tour& tour_;
    const LinKernighanParameters& parameters_;
    CityQueue queue_;
    std::vector<Exchange>* journal_ = nullptr;
    Exchange move_;
    std::array<std::int8_t, most_exchanged> left_{};
    std::array<std::int64_t, most_exchanged> place_{};
    // order_[i]: the first i removed edges, in tour order.
    std::array<EdgeOrder, most_exchanged> order_{};
    double gain_ = 0;
};

}  // namespace odgear::tsp
