#include "odgear/policy/rollout/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odgear::policy {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
using kernels::log_outside_weight;
using kernels::low_share;

}  // namespace

Walk::Walk(const RolloutProblem& problem, float beta, const SortedRows* rows)
    : problem_(problem),
      rows_(rows),
      beta_(beta),
      limited_length_(problem.instance().has_length_limit()),
      state_(problem) {
    if (rows != nullptr && !problem.tour()) depot_.emplace(problem, beta);
    const EdgeTable& table = problem.table();
    logits_.resize(std::max(table.stride(0), table.stride(1)));
    weights_.resize(logits_.size());
    restart();
}

void Walk::restart() {
    state_.restart();
    if (depot_) depot_->restart();
    whole_ = true;
    length_ = cost_ = 0;
}

void Walk::restart(std::span<const int> customers, int routes) {
    close();
    opened_.assign(customers.begin(), customers.end());
    const auto initial = problem_.initial_words();
    std::vector<kernels::NodeWord>& words = state_.mutable_words();
    Load demand = 0;
    for (const int j : customers) {
        words[static_cast<std::size_t>(j)] = initial[static_cast<std::size_t>(j)];
        touch(j);
        demand += problem_.demand(j);
    }
    for (const int j : customers)
        for (const int neighbor : problem_.nearest(j))
            if (state_.word(neighbor) == kernels::unavailable) ++words[static_cast<std::size_t>(j)];
    state_.begin(static_cast<int>(customers.size()), routes, demand);
    length_ = cost_ = 0;
}

void Walk::restart_part(std::span<const int> cities, int from, int to) {
    restart(cities, 1);
    state_.go_on(from, to);
}

void Walk::jump(int city) {
    const double before = cost_;
    move(city);
    cost_ = before;
}

// Marks all customers as visited.
void Walk::close() {
    std::vector<kernels::NodeWord>& words = state_.mutable_words();
    if (whole_) {
        std::fill(words.begin() + 1, words.end(), kernels::unavailable);
        if (depot_) depot_->restart();
    } else {
        for (const int j : opened_) {
            words[static_cast<std::size_t>(j)] = kernels::unavailable;
            touch(j);
        }
    }
    whole_ = false;
}

kernels::RowArgs Walk::row_args() const {
    const EdgeTable& table = problem_.table();
    return {.targets = table.targets(node()),
            .planes = table.planes(node()),
            .stride = table.stride(node()),
            .state = table.terms() > 0,
            .words = state_.words(),
            .limit = state_.limit(),
            .terms = state_.terms()};
}

// Masks.

bool Walk::fits(int customer) const {
    return state_.fits(customer) && (!limited_length_ || within_length(customer));
}

bool Walk::within_length(int customer) const {
    const Instance& instance = problem_.instance();
    const double home = problem_.distance(node(), customer) + instance.service_time() +
                        problem_.distance(customer, 0);
    return length_ + home <= instance.max_route_length();
}

bool Walk::allows(int target) const {
    if (target != 0) return fits(target);
    if (state_.depot_open()) return true;
    if (node() == 0) return false;
    for (int j = 1; j <= problem_.customers(); ++j)
        if (fits(j)) return false;
    return true;  // the fleet is too small: one vehicle too many is better than no answer
}

// The distribution of the next step.

// Masked logits of the current customer's row; `NodeWord` does not encode the length limit.
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
    return kernels::depot_logits({.u = table.planes(0),
                                  .stride = table.stride(0),
                                  .state = table.terms() > 0,
                                  .words = state_.words() + 1,
                                  .count = table.stride(0),
                                  .iso_unit = problem_.iso_unit()},
                                 logits_.data());
}

// The number of customers that may be visited but are not in the row of the last logits.
int Walk::outside_count() const {
    const auto customers = static_cast<std::size_t>(problem_.customers());
    int count = 0;
    if (limited_length_) {
        for (int j = 1; j <= problem_.customers(); ++j) count += fits(j) ? 1 : 0;
    } else {
        count = kernels::count_available(state_.words() + 1, customers, state_.limit());
    }
    const auto slots = static_cast<std::size_t>(problem_.table().row_size(node()));
    for (std::size_t s = 1; s < slots; ++s) count -= logits_[s] > minus_infinity ? 1 : 0;
    return count;
}

Walk::Distribution Walk::distribution() {
    const EdgeTable& table = problem_.table();
    const auto slots = static_cast<std::size_t>(table.row_size(node()));
    Distribution result;
    result.weights = {weights_.data(), slots};
    if (state_.unvisited() == 0) {
        std::fill_n(weights_.begin(), slots, 0.0F);
        weights_[0] = 1;
        result.total = 1;
        result.forced = true;
        return result;
    }
    if (choosing_start()) {
        for (std::size_t s = 0; s < slots; ++s)
            weights_[s] = state_.fits(static_cast<int>(s) + 1) ? 1.0F : 0.0F;
        result.total = state_.unvisited();
        result.forced = true;
        return result;
    }
    kernels::Best best;
    if (node() == 0) {
        best = depot_logits();
    } else {
        state_.mask_depot();
        best = row_logits();
        result.outside_count = outside_count();
        if (best.slot < 0 && result.outside_count == 0) {
            state_.unmask_depot();  // no other step is possible
            best = row_logits();
        }
    }
    if (best.slot < 0) {
        std::fill_n(weights_.begin(), slots, 0.0F);
        result.outside = 1;
    } else {
        kernels::softmax_weights(logits_.data(), table.stride(node()), beta_, best.logit,
                                 weights_.data());
        result.outside = std::exp(log_outside_weight -
                                  static_cast<double>(beta_) * static_cast<double>(best.logit));
        for (const float weight : result.weights) result.total += static_cast<double>(weight);
    }
    result.total += result.outside_count * result.outside;
    return result;
}

double Walk::probability(const Distribution& d, int target) const {
    const int slot = problem_.table().slot(node(), target);
    const double weight =
        slot < 0 ? d.outside : static_cast<double>(d.weights[static_cast<std::size_t>(slot)]);
    return weight / d.total;
}

// Greedy choices.

int Walk::best(double* log_probability) {
    if (state_.unvisited() == 0) return 0;
    const int target = node() == 0 ? best_at_depot() : best_in_row();
    if (log_probability != nullptr)
        *log_probability += std::log(probability(distribution(), target));
    return target;
}

int Walk::best_at_depot() {
    if (problem_.tour()) return problem_.first_city();
    return depot_ ? depot_->best(state_.words()) : depot_logits().slot + 1;
}

kernels::SortedRowArgs Walk::sorted_args() const {
    const SortedRows& rows = *rows_;
    const double share = state_.load_share();
    const bool low = share < low_share;
    return {.bounds = rows.bounds(node()),
            .blocks = rows.blocks(node()),
            .count = rows.block_count(),
            .state = rows.state(),
            .words = state_.words(),
            .limit = state_.limit(),
            .terms = state_.terms(),
            .knot = low ? 0U : 1U,
            .along = static_cast<float>(low ? share / low_share
                                            : (share - low_share) / (1 - low_share))};
}

// The best of the row, if any can be chosen; else the nearest customer outside.
int Walk::best_in_row() {
    state_.mask_depot();
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

// The depot if there is none.
int Walk::nearest_outside() const {
    int nearest = 0;
    double shortest = std::numeric_limits<double>::infinity();
    for (int j = 1; j <= problem_.customers(); ++j) {
        if (!fits(j)) continue;
        const double d = problem_.distance(node(), j);
        if (d < shortest) {
            shortest = d;
            nearest = j;
        }
    }
    return nearest;
}

void Walk::move(int target) {
    const double distance =
        state_.step_length(target, [&](int from, int to) { return problem_.distance(from, to); });
    cost_ += distance;
    length_ = target == 0 ? 0 : length_ + distance + problem_.instance().service_time();
    struct Touch {
        Walk& walk;
        void visited(int node, kernels::NodeWord) { walk.touch(node); }
        void isolated(int node, kernels::NodeWord) { walk.touch(node); }
    };
    state_.move(target, Touch{*this});
}

void Walk::prefetch_move(int target) const { __builtin_prefetch(&problem_.node(target)); }

void Walk::prefetch_choice() const {
    if (node() == 0 || rows_ == nullptr) return;
    rows_->prefetch(node());
}

}  // namespace odgear::policy
