#include "odgear/policy/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odgear::policy {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

}  // namespace

Walk::Walk(const RolloutProblem& problem)
    : problem_(problem),
      depot_(problem),
      limited_length_(problem.instance().has_length_limit()),
      limited_fleet_(problem.instance().has_vehicle_limit()),
      fenwick_(problem.distinct_demands().size() + 1),
      in_row_(static_cast<std::size_t>(problem.customers()) + 2, 0) {
    const EdgeTable& table = problem.table();
    logits_.resize(std::max(table.stride(0), table.stride(1)));
    weights_.resize(logits_.size());
    restart();
}

void Walk::restart() {
    const auto words = problem_.initial_words();
    words_.assign(words.begin(), words.end());
    depot_.restart();
    node_ = 0;
    unvisited_ = problem_.customers();
    routes_ = 0;
    remaining_ = problem_.instance().capacity();
    demand_left_ = problem_.instance().total_demand();
    length_ = 0;
    cost_ = 0;
    limit_ = problem_.limit(remaining_);
    std::fill(fenwick_.begin(), fenwick_.end(), 0);
    for (int i = 1; i <= problem_.customers(); ++i)
        ++fenwick_[static_cast<std::size_t>(problem_.demand_rank(i)) + 1];
    for (std::size_t k = 1; k < fenwick_.size(); ++k) {
        const std::size_t parent = k + (k & (~k + 1));
        if (parent < fenwick_.size()) fenwick_[parent] += fenwick_[k];
    }
}

double Walk::load_share() const {
    return static_cast<double>(remaining_) / static_cast<double>(problem_.instance().capacity());
}

kernels::RowArgs Walk::row_args() const {
    const EdgeTable& table = problem_.table();
    const double share = load_share();
    return {.targets = table.targets(node_),
            .planes = table.planes(node_),
            .stride = table.stride(node_),
            .state = table.terms() > 0,
            .words = words_.data(),
            .limit = limit_,
            .load = static_cast<float>(share - 0.5),
            .iso_unit = problem_.iso_unit(),
            .low = static_cast<float>(std::max(0.0, 0.3 - share) / 0.3)};
}

bool Walk::fits(int customer) const {
    return words_[static_cast<std::size_t>(customer)] <= limit_ &&
           (!limited_length_ || within_length(customer));
}

bool Walk::within_length(int customer) const {
    const Instance& instance = problem_.instance();
    const double home = problem_.distance(node_, customer) + instance.service_time() +
                        problem_.distance(customer, 0);
    return length_ + home <= instance.max_route_length();
}

// Entering the depot must leave vehicles enough for the demand left.
bool Walk::depot_open() const {
    if (node_ == 0) return false;
    if (!limited_fleet_ || unvisited_ == 0) return true;
    const Instance& instance = problem_.instance();
    const Load vehicles_left = instance.max_vehicles() - routes_;
    if (vehicles_left <= 0) return false;
    return (demand_left_ + vehicles_left - 1) / vehicles_left <= instance.capacity();
}

bool Walk::allows(int target) const {
    if (target != 0) return fits(target);
    if (depot_open()) return true;
    if (node_ == 0) return false;
    for (int j = 1; j <= problem_.customers(); ++j)
        if (fits(j)) return false;
    return true;  // a fleet that is too small: better one vehicle too many than no answer
}

// Unvisited customers that may be visited, wherever they are.
int Walk::fitting() const {
    if (limited_length_) {
        int within = 0;
        for (int j = 1; j <= problem_.customers(); ++j) within += fits(j) ? 1 : 0;
        return within;
    }
    const auto distinct = problem_.distinct_demands();
    int count = 0;
    for (auto k = static_cast<std::size_t>(
             std::upper_bound(distinct.begin(), distinct.end(), remaining_) - distinct.begin());
         k > 0; k &= k - 1)
        count += fenwick_[k];
    return count;
}

void Walk::count_out(int rank) {
    for (auto k = static_cast<std::size_t>(rank) + 1; k < fenwick_.size(); k += k & (~k + 1))
        --fenwick_[k];
}

// Masked logits of the current customer's row; the length limit is no matter of words.
kernels::Best Walk::row_logits() {
    const kernels::RowArgs args = row_args();
    kernels::Best best = kernels::row_logits(args, logits_.data());
    if (!limited_length_) return best;
    best = {};
    for (std::size_t s = 0; s < args.stride; ++s) {
        if (logits_[s] == minus_infinity) continue;
        if (args.targets[s] != 0 && !within_length(args.targets[s]))
            logits_[s] = minus_infinity;
        else if (best.slot < 0 || logits_[s] > best.logit)
            best = {static_cast<int>(s), logits_[s]};
    }
    return best;
}

int Walk::open_slots(std::size_t slots) const {
    int open = 0;
    for (std::size_t s = 1; s < slots; ++s) open += logits_[s] > minus_infinity ? 1 : 0;
    return open;
}

Walk::Distribution Walk::distribution(float beta) {
    const EdgeTable& table = problem_.table();
    const auto slots = static_cast<std::size_t>(table.row_size(node_));
    Distribution result;
    result.weights = {weights_.data(), slots};
    if (unvisited_ == 0) {
        std::fill_n(weights_.begin(), slots, 0.0F);
        weights_[0] = 1;
        result.total = 1;
        result.forced = true;
        return result;
    }
    kernels::Best best;
    if (node_ == 0) {
        const float* u = table.planes(0);
        const std::size_t stride = table.stride(0);
        best = kernels::depot_logits({u, table.terms() > 0 ? u + 2 * stride : nullptr,
                                      words_.data() + 1, stride, problem_.iso_unit()},
                                     logits_.data());
    } else {
        words_[0] = depot_open() ? 0 : kernels::unavailable;
        best = row_logits();
        result.outside_count = fitting() - open_slots(slots);
        if (best.slot < 0 && result.outside_count == 0) {
            words_[0] = 0;  // nothing else can be done
            best = row_logits();
        }
    }
    if (best.slot < 0) {
        std::fill_n(weights_.begin(), slots, 0.0F);
        result.outside = 1;
    } else {
        kernels::softmax_weights(logits_.data(), table.stride(node_), beta, best.logit,
                                 weights_.data());
        result.outside = std::exp(log_outside_weight -
                                  static_cast<double>(beta) * static_cast<double>(best.logit));
        for (const float weight : result.weights) result.total += static_cast<double>(weight);
    }
    result.total += result.outside_count * result.outside;
    return result;
}

int Walk::best(float beta, double* log_probability) {
    if (unvisited_ == 0) return 0;
    return node_ == 0 ? best_at_depot(beta, log_probability) : best_in_row(beta, log_probability);
}

int Walk::best_at_depot(float beta, double* log_probability) {
    const DepotRow::Choice choice = depot_.best(words_.data());
    if (log_probability != nullptr)
        *log_probability += static_cast<double>(beta) * static_cast<double>(choice.logit) -
                            depot_.log_total(words_.data(), beta);
    return choice.node;
}

// The best of the row, if it has anything to offer; else the nearest customer outside.
int Walk::best_in_row(float beta, double* log_probability) {
    if (log_probability == nullptr) {
        words_[0] = depot_open() ? 0 : kernels::unavailable;
        const kernels::Best best = limited_length_ ? row_logits() : kernels::best_slot(row_args());
        if (best.slot >= 0) return problem_.table().targets(node_)[best.slot];
        return nearest_outside();
    }
    const Distribution d = distribution(beta);
    const auto most = std::max_element(d.weights.begin(), d.weights.end());
    const bool in_row = *most > 0;
    *log_probability +=
        std::log(in_row ? static_cast<double>(*most) : d.outside) - std::log(d.total);
    if (in_row) return problem_.table().targets(node_)[most - d.weights.begin()];
    return nearest_outside();
}

// Home if there is none.
int Walk::nearest_outside() const {
    int nearest = 0;
    double shortest = std::numeric_limits<double>::infinity();
    for (int j = 1; j <= problem_.customers(); ++j) {
        if (!fits(j)) continue;
        const double d = problem_.distance(node_, j);
        if (d < shortest) {
            shortest = d;
            nearest = j;
        }
    }
    return nearest;
}

// The customers that fit but are not in the row, counted from 0.
int Walk::outside_customer(int index) {
    const EdgeTable& table = problem_.table();
    const int* targets = table.targets(node_);
    const std::span row(targets, static_cast<std::size_t>(table.row_size(node_)));
    for (const int j : row) in_row_[static_cast<std::size_t>(j)] = 1;
    int found = 0;
    for (int j = 1; j <= problem_.customers() && found == 0; ++j)
        if (in_row_[static_cast<std::size_t>(j)] == 0 && fits(j) && index-- == 0) found = j;
    for (const int j : row) in_row_[static_cast<std::size_t>(j)] = 0;
    return found;
}

int Walk::sample(Random& random, float beta, double* log_probability) {
    if (unvisited_ == 0) return 0;
    if (node_ == 0) {
        const DepotRow::Choice choice = depot_.sample(words_.data(), beta, random.unit());
        if (log_probability != nullptr)
            *log_probability += static_cast<double>(beta) * static_cast<double>(choice.logit) -
                                depot_.log_total(words_.data(), beta);
        return choice.node;
    }
    const Distribution d = distribution(beta);
    double rest = random.unit() * d.total;
    int chosen = -1;
    bool found = false;
    for (std::size_t s = 0; s < d.weights.size() && !found; ++s) {
        const double weight = static_cast<double>(d.weights[s]);
        if (weight == 0) continue;
        chosen = static_cast<int>(s);
        found = rest < weight;
        if (!found) rest -= weight;
    }
    // Past the end of the row: outside, or what rounding has left over.
    const bool in_row = found || d.outside_count == 0;
    if (log_probability != nullptr)
        *log_probability +=
            std::log(in_row ? static_cast<double>(d.weights[std::size_t(chosen)]) : d.outside) -
            std::log(d.total);
    if (in_row) return problem_.table().targets(node_)[chosen];
    return outside_customer(
        static_cast<int>(random.below(static_cast<std::uint32_t>(d.outside_count))));
}

void Walk::move(int target) {
    const double distance = problem_.distance(node_, target);
    cost_ += distance;
    if (target == 0) {
        node_ = 0;
        remaining_ = problem_.instance().capacity();
        limit_ = problem_.limit(remaining_);
        length_ = 0;
        return;
    }
    if (node_ == 0) ++routes_;
    length_ += distance + problem_.instance().service_time();
    node_ = target;
    --unvisited_;
    remaining_ -= problem_.demand(target);
    demand_left_ -= problem_.demand(target);
    limit_ = problem_.limit(remaining_);
    count_out(problem_.demand_rank(target));
    words_[static_cast<std::size_t>(target)] = kernels::unavailable;
    depot_.touch(target);
    for (const int j : problem_.isolated_by(target)) {
        kernels::NodeWord& word = words_[static_cast<std::size_t>(j)];
        word += word != kernels::unavailable ? 1 : 0;
        depot_.touch(j);
    }
}

void Walk::prefetch() const {
    if (node_ == 0) return;
    const EdgeTable& table = problem_.table();
    const std::size_t stride = table.stride(node_);
    const auto planes = static_cast<std::size_t>(std::min(1 + table.terms(), 3));
    constexpr std::size_t line = 64 / sizeof(float);
    for (std::size_t k = 0; k < stride; k += line) __builtin_prefetch(table.targets(node_) + k);
    for (std::size_t k = 0; k < planes * stride; k += line)
        __builtin_prefetch(table.planes(node_) + k);
}

}  // namespace odgear::policy
