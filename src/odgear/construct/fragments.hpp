// Routes that grow by joining their ends: the state of the savings construction. With symmetric
// distances a fragment has no direction, and any two ends may be joined. With asymmetric ones the
// last customer of one is joined to the first of the other. O(1) per join.
#pragma once

#include <array>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

class Fragments {
public:
    // Each customer starts in a route of its own.
    explicit Fragments(const Instance& instance);

    int count() const { return count_; }
    Load load(int end) const { return state_[index(end)].load; }
    int other_end(int end) const { return state_[index(end)].other_end; }
    bool is_end(int customer) const { return departs(customer) || arrives(customer); }

    // What the arc i -> j saves compared with returning to the depot between them.
    double saving(int i, int j) const {
        return instance_.distance(i, 0) + instance_.distance(0, j) - instance_.distance(i, j);
    }
    // Whether the arc i -> j may join the route that ends in i and the route that begins in j.
    bool joinable(int i, int j) const;
    void join(int i, int j);

    std::vector<Route> routes() const;

private:
    struct State {
        std::array<int, 2> link{};  // neighbours on the route; directed: before, after. 0: none
        // Valid at the ends of a fragment only:
        int other_end = 0;
        Load load = 0;
        double duration = 0;  // travel and service, depot to depot
    };
    static std::size_t index(int customer) { return static_cast<std::size_t>(customer); }
    // Whether an arc out of, or into, the customer may still be added.
    bool departs(int i) const {
        const State& s = state_[index(i)];
        return s.link[1] == 0 || (symmetric_ && s.link[0] == 0);
    }
    bool arrives(int j) const {
        const State& s = state_[index(j)];
        return s.link[0] == 0 || (symmetric_ && s.link[1] == 0);
    }
    Route walk(int from) const;

    const Instance& instance_;
    bool symmetric_;
    int count_;
    std::vector<State> state_;
};

}  // namespace odgear
