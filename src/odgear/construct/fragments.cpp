#include "odgear/construct/fragments.hpp"

#include <utility>

namespace odgear {

Fragments::Fragments(const Instance& instance)
    : instance_(instance),
      symmetric_(instance.symmetric()),
      count_(instance.customers()),
      state_(index(instance.nodes())) {
    for (int i = 1; i < instance.nodes(); ++i) {
        State& s = state_[index(i)];
        s.other_end = i;
        s.load = instance.demand(i);
        s.duration = instance.distance(0, i) + instance.service_time() + instance.distance(i, 0);
    }
}

bool Fragments::joinable(int i, int j) const {
    if (i == j || !departs(i) || !arrives(j)) return false;
    const State& a = state_[index(i)];
    const State& b = state_[index(j)];
    if (a.other_end == j) return false;
    return a.load + b.load <= instance_.capacity() &&
           (!instance_.has_length_limit() ||
            a.duration + b.duration - saving(i, j) <= instance_.max_route_length());
}

void Fragments::join(int i, int j) {
    State& a = state_[index(i)];
    State& b = state_[index(j)];
    const Load load = a.load + b.load;
    const double duration = a.duration + b.duration - saving(i, j);
    const int first = a.other_end;
    const int last = b.other_end;
    a.link[a.link[1] == 0 ? 1 : 0] = j;
    b.link[b.link[0] == 0 ? 0 : 1] = i;
    for (const auto& [end, other] : {std::pair{first, last}, std::pair{last, first}}) {
        State& s = state_[index(end)];
        s.other_end = other;
        s.load = load;
        s.duration = duration;
    }
    --count_;
}

Route Fragments::walk(int from) const {
    Route route;
    int before = 0;
    for (int at = from; at != 0;) {
        route.push_back(at);
        const auto& link = state_[index(at)].link;
        const int next = !symmetric_ || link[0] == before ? link[1] : link[0];
        before = at;
        at = next;
    }
    return route;
}

std::vector<Route> Fragments::routes() const {
    std::vector<Route> result;
    result.reserve(index(count_));
    for (int i = 1; i < instance_.nodes(); ++i) {
        const bool starts = symmetric_ ? is_end(i) && i <= other_end(i) : arrives(i);
        if (starts) result.push_back(walk(i));
    }
    return result;
}

}  // namespace odgear
