#include "odgear/policy/rollout/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odgear::policy {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
using kernels::low_share;

}  // namespace

Walk::Walk(const RolloutProblem& problem, float beta, const SortedRows* rows)
    : problem_(problem),
      rows_(rows),
      beta_(beta),
      capacity_share_(1 / static_cast<double>(problem.instance().capacity())),
      limited_length_(problem.instance().has_length_limit()),
      limited_fleet_(problem.instance().has_vehicle_limit()) {
    if (rows != nullptr) depot_.emplace(problem, beta);
    const EdgeTable& table = problem.table();
    logits_.resize(std::max(table.stride(0), table.stride(1)));
    weights_.resize(logits_.size());
    restart();
}

void Walk::restart() {
    const auto words = problem_.initial_words();
    words_.assign(words.begin(), words.end());
    if (depot_) depot_->restart();
    whole_ = true;
    start(problem_.customers(), 0, problem_.instance().total_demand());
}

void Walk::restart(std::span<const int> customers, int routes) {
    close();
    opened_.assign(customers.begin(), customers.end());
    const auto initial = problem_.initial_words();
    Load demand = 0;
    for (const int j : customers) {
        words_[static_cast<std::size_t>(j)] = initial[static_cast<std::size_t>(j)];
        if (depot_) depot_->touch(j);
        demand += problem_.demand(j);
    }
    for (const int j : customers)
        for (const int neighbor : problem_.nearest(j))
            if (words_[static_cast<std::size_t>(neighbor)] == kernels::unavailable)
                ++words_[static_cast<std::size_t>(j)];
    start(static_cast<int>(customers.size()), routes, demand);
}

// Makes all customers visited.
void Walk::close() {
    if (whole_) {
        std::fill(words_.begin() + 1, words_.end(), kernels::unavailable);
        if (depot_) depot_->restart();
    } else {
        for (const int j : opened_) {
            words_[static_cast<std::size_t>(j)] = kernels::unavailable;
            if (depot_) depot_->touch(j);
        }
    }
    whole_ = false;
}

void Walk::start(int unvisited, int routes, Load demand) {
    node_ = 0;
    unvisited_ = unvisited;
    routes_ = routes;
    remaining_ = problem_.instance().capacity();
    demand_left_ = demand;
    length_ = 0;
    cost_ = 0;
    limit_ = problem_.limit(remaining_);
}

double Walk::load_share() const { return static_cast<double>(remaining_) * capacity_share_; }

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
            .low = static_cast<float>(std::max(0.0, low_share - share) / low_share)};
}

// Masks.

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

// The distribution of the next step.

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

kernels::Best Walk::depot_logits() {
    const EdgeTable& table = problem_.table();
    const float* u = table.planes(0);
    const float* v1 = table.terms() > 0 ? u + 2 * table.stride(0) : nullptr;
    return kernels::depot_logits({u, v1, words_.data() + 1, table.stride(0), problem_.iso_unit()},
                                 logits_.data());
}

// Customers that may be visited but are not in the row whose logits were just computed.
int Walk::outside_count() const {
    const auto customers = static_cast<std::size_t>(problem_.customers());
    int count = 0;
    if (limited_length_) {
        for (int j = 1; j <= problem_.customers(); ++j) count += fits(j) ? 1 : 0;
    } else {
        count = kernels::count_available(words_.data() + 1, customers, limit_);
    }
    const auto slots = static_cast<std::size_t>(problem_.table().row_size(node_));
    for (std::size_t s = 1; s < slots; ++s) count -= logits_[s] > minus_infinity ? 1 : 0;
    return count;
}

Walk::Distribution Walk::distribution() {
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
        best = depot_logits();
    } else {
        mask_depot();
        best = row_logits();
        result.outside_count = outside_count();
        if (best.slot < 0 && result.outside_count == 0) {
            words_[0] = 0;  // nothing else can be done
            best = row_logits();
        }
    }
    if (best.slot < 0) {
        std::fill_n(weights_.begin(), slots, 0.0F);
        result.outside = 1;
    } else {
        kernels::softmax_weights(logits_.data(), table.stride(node_), beta_, best.logit,
                                 weights_.data());
        result.outside = std::exp(log_outside_weight -
                                  static_cast<double>(beta_) * static_cast<double>(best.logit));
        for (const float weight : result.weights) result.total += static_cast<double>(weight);
    }
    result.total += result.outside_count * result.outside;
    return result;
}

double Walk::probability(const Distribution& d, int target) const {
    const int slot = problem_.table().slot(node_, target);
    const double weight =
        slot < 0 ? d.outside : static_cast<double>(d.weights[static_cast<std::size_t>(slot)]);
    return weight / d.total;
}

// Greedy choices.

int Walk::best(double* log_probability) {
    if (unvisited_ == 0) return 0;
    const int target = node_ == 0 ? best_at_depot() : best_in_row();
    if (log_probability != nullptr)
        *log_probability += std::log(probability(distribution(), target));
    return target;
}

int Walk::best_at_depot() { return depot_ ? depot_->best(words_.data()) : depot_logits().slot + 1; }

kernels::SortedRowArgs Walk::sorted_args() const {
    const SortedRows& rows = *rows_;
    const double share = load_share();
    const bool low = share < low_share;
    return {.bounds = rows.bounds(node_),
            .blocks = rows.blocks(node_),
            .count = rows.block_count(),
            .state = rows.state(),
            .words = words_.data(),
            .limit = limit_,
            .load = static_cast<float>(share - 0.5),
            .iso_unit = problem_.iso_unit(),
            .low = low ? static_cast<float>((low_share - share) / low_share) : 0,
            .knot = low ? 0U : 1U,
            .along = static_cast<float>(low ? share / low_share
                                            : (share - low_share) / (1 - low_share))};
}

// The best of the row, if it has anything to offer; else the nearest customer outside.
int Walk::best_in_row() {
    mask_depot();
    int target = -1;
    if (rows_ != nullptr && !limited_length_) {
        target = kernels::best_sorted(sorted_args());
    } else {
        const kernels::RowArgs row = row_args();
        const kernels::Best best = limited_length_ ? row_logits() : kernels::best_slot(row);
        if (best.slot >= 0) target = row.targets[best.slot];
    }
    return target >= 0 ? target : nearest_outside();
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
    const RolloutProblem::Node& visited = problem_.node(target);
    length_ += distance + problem_.instance().service_time();
    node_ = target;
    --unvisited_;
    remaining_ -= visited.demand;
    demand_left_ -= visited.demand;
    limit_ = problem_.limit(remaining_);
    words_[static_cast<std::size_t>(target)] = kernels::unavailable;
    if (depot_) depot_->touch(target);
    for (const int j : problem_.isolated_by(target)) {
        kernels::NodeWord& word = words_[static_cast<std::size_t>(j)];
        word += word != kernels::unavailable ? 1 : 0;
        if (depot_) depot_->touch(j);
    }
}

void Walk::prefetch_move(int target) const { __builtin_prefetch(&problem_.node(target)); }

void Walk::prefetch_choice() const {
    if (node_ == 0 || rows_ == nullptr) return;
    rows_->prefetch(node_);
}

}  // namespace odgear::policy
