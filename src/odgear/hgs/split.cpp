#include "odgear/hgs/split.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace odgear::hgs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double usual_overrun = 1.5;

}  // namespace

void Split::operator()(const SearchSpace& space, const PenaltyWeights& weights,
                       Individual& individual, int most_routes) {
    if (space.fleet() == 1) {
        individual.route_begin.assign({0, space.customers()});
        return;
    }
    weights_ = weights;
    route_cost_ = 0;
    load_tour(space, individual.tour);
    const int fleet = std::min(space.fleet(), most_routes);
    // With few vehicles there may be no solution within the usual overrun; then any overrun is
    // allowed.
    for (const double overrun : {usual_overrun, infinity}) {
        overrun_ = overrun;
        if (cut_unlimited(individual) && individual.routes() <= fleet) return;
        const std::int64_t table = std::int64_t(fleet) * size_;
        if (table <= largest_table ? cut_limited(fleet, individual)
                                   : cut_with_route_cost(fleet, individual))
            return;
    }
}

void Split::load_tour(const SearchSpace& space, const std::vector<int>& tour) {
    size_ = space.customers();
    capacity_ = double(space.capacity());
    max_length_ = space.max_length();
    has_length_limit_ = space.has_length_limit();
    service_time_ = space.service_time();
    const auto entries = static_cast<std::size_t>(size_) + 1;
    load_.resize(entries);
    travelled_.resize(entries);
    from_depot_.resize(entries);
    to_depot_.resize(entries);
    load_[0] = travelled_[0] = from_depot_[0] = to_depot_[0] = 0;
    for (int i = 1; i <= size_; ++i) {
        const int customer = tour[i - 1];
        load_[i] = load_[i - 1] + double(space.demand(customer));
        travelled_[i] = i == 1 ? 0 : travelled_[i - 1] + space.distance(tour[i - 2], customer);
        from_depot_[i] = space.distance(0, customer);
        to_depot_[i] = space.distance(customer, 0);
    }
}

double Split::cost(int start, int end) const {
    const double distance =
        from_depot_[start + 1] + travelled_[end] - travelled_[start + 1] + to_depot_[end];
    double total = route_cost_ + distance +
                   weights_.load * std::max(load_[end] - load_[start] - capacity_, 0.0);
    if (has_length_limit_) {
        const double length = distance + service_time_ * double(end - start);
        total += weights_.length * std::max(length - max_length_, 0.0);
    }
    return total;
}

void Split::propagate(int first, const double* before, double* after, int* origin) {
    if (has_length_limit_)
        propagate_quadratic(first, before, after, origin);
    else
        propagate_linear(first, before, after, origin);
}

// The queue holds starts in the order in which each becomes the best. Of two starts, the later one
// gains relative to the earlier as the load exceeds the capacity, never the other way round.
void Split::propagate_linear(int first, const double* before, double* after, int* origin) {
    const auto reach = [&](int start) { return before[start] + from_depot_[start + 1]; };
    const auto between = [&](int i, int j) { return travelled_[j + 1] - travelled_[i + 1]; };
    const auto stays_behind = [&](int early, int late) {
        return reach(late) >
               reach(early) + between(early, late) + weights_.load * (load_[late] - load_[early]);
    };
    const auto is_ahead = [&](int late, int early) {
        return reach(late) <= reach(early) + between(early, late);
    };
    queue_.resize(static_cast<std::size_t>(size_) + 1);
    int front = 0;
    int back = 0;  // one past the last
    queue_[back++] = first;
    for (int i = first + 1; i <= size_; ++i) {
        after[i] = before[queue_[front]] + cost(queue_[front], i);
        origin[i] = queue_[front];
        if (i == size_) break;
        if (!stays_behind(queue_[back - 1], i)) {
            while (back > front && is_ahead(i, queue_[back - 1])) --back;
            queue_[back++] = i;
        }
        while (back - front > 1 && before[queue_[front]] + cost(queue_[front], i + 1) >=
                                       before[queue_[front + 1]] + cost(queue_[front + 1], i + 1))
            ++front;
    }
}

void Split::propagate_quadratic(int first, const double* before, double* after, int* origin) {
    std::fill(after + first + 1, after + size_ + 1, infinity);
    for (int start = first; start < size_; ++start) {
        if (before[start] == infinity) continue;
        for (int end = start + 1; end <= size_; ++end) {
            const double way = from_depot_[start + 1] + travelled_[end] - travelled_[start + 1];
            if (end > start + 1 &&
                (load_[end] - load_[start] > overrun_ * capacity_ ||
                 way + service_time_ * double(end - start) > overrun_ * max_length_))
                break;
            const double total = before[start] + cost(start, end);
            if (total < after[end]) {
                after[end] = total;
                origin[end] = start;
            }
        }
    }
}

bool Split::cut_unlimited(Individual& individual) {
    const auto entries = static_cast<std::size_t>(size_) + 1;
    potential_.resize(entries);
    if (origin_.size() < entries) origin_.resize(entries);
    potential_[0] = 0;
    propagate(0, potential_.data(), potential_.data(), origin_.data());
    individual.route_begin.clear();
    for (int end = size_; end > 0; end = origin_[end]) individual.route_begin.push_back(end);
    individual.route_begin.push_back(0);
    std::reverse(individual.route_begin.begin(), individual.route_begin.end());
    return true;
}

bool Split::cut_limited(int fleet, Individual& individual) {
    const auto entries = static_cast<std::size_t>(size_) + 1;
    const auto layers = static_cast<std::size_t>(fleet) + 1;
    if (origin_.size() < layers * entries) origin_.resize(layers * entries);
    potential_.assign(entries, infinity);
    potential_[0] = 0;
    double best = infinity;
    int best_routes = 0;
    for (int k = 1; k <= fleet && k <= size_; ++k) {
        next_potential_.assign(entries, infinity);
        propagate(k - 1, potential_.data(), next_potential_.data(),
                  origin_.data() + static_cast<std::size_t>(k) * entries);
        std::swap(potential_, next_potential_);
        if (potential_[size_] < best) {
            best = potential_[size_];
            best_routes = k;
        }
    }
    if (best_routes == 0) return false;
    individual.route_begin.assign(static_cast<std::size_t>(best_routes) + 1, size_);
    int end = size_;
    for (int k = best_routes; k > 0; --k) {
        end = origin_[static_cast<std::size_t>(k) * entries + static_cast<std::size_t>(end)];
        individual.route_begin[k - 1] = end;
    }
    return true;
}

// Raises the fixed cost of a route until the cut uses few enough routes, then bisects.
bool Split::cut_with_route_cost(int fleet, Individual& individual) {
    double low = 0;
    double high = *std::max_element(from_depot_.begin(), from_depot_.end()) + 1e-9;
    const auto fits = [&](double fixed) {
        route_cost_ = fixed;
        cut_unlimited(individual);
        return individual.routes() <= fleet;
    };
    int doublings = 0;
    while (!fits(high)) {
        low = high;
        high *= 2;
        if (++doublings > 60) return false;
    }
    for (int step = 0; step < 16 && individual.routes() < fleet; ++step) {
        const double middle = (low + high) / 2;
        (fits(middle) ? high : low) = middle;
    }
    const bool found = fits(high);
    route_cost_ = 0;
    return found;
}

}  // namespace odgear::hgs
