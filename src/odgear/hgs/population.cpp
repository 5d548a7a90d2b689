#include "odgear/hgs/population.hpp"

#include <algorithm>

namespace odgear::hgs {

namespace {

// Individuals nearer than this are equal.
constexpr double clone_distance = 1e-9;

}  // namespace

void Population::configure(const Parameters& parameters, bool symmetric) {
    parameters_ = parameters;
    symmetric_ = symmetric;
    clear();
}

void Population::clear() {
    parts_[0].clear();
    parts_[1].clear();
    free_slots_.clear();
    for (std::size_t slot = slots_.size(); slot > 0; --slot)
        free_slots_.push_back(static_cast<int>(slot) - 1);
    fitness_current_ = false;
}

int Population::take_slot() {
    if (free_slots_.empty()) {
        slots_.emplace_back();
        near_.emplace_back();
        return static_cast<int>(slots_.size()) - 1;
    }
    const int slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
}

void Population::add(const Individual& individual, const PenaltyWeights& weights) {
    Part& part = parts_[individual.feasible() ? 0 : 1];
    const int slot = take_slot();
    slots_[slot] = individual;
    link(part, slot);
    const Member member{slot, individual.penalized(weights), 0};
    const auto cheaper = [](const Member& a, const Member& b) { return a.cost < b.cost; };
    part.insert(std::upper_bound(part.begin(), part.end(), member, cheaper), member);
    fitness_current_ = false;
    const int most = parameters_.min_population + parameters_.generation_size;
    if (static_cast<int>(part.size()) > most) select_survivors(part);
}

void Population::link(const Part& part, int slot) {
    const auto nearer = [](const Proximity& a, const Proximity& b) {
        return a.distance < b.distance;
    };
    near_[slot].clear();
    for (const Member& other : part) {
        const double distance = broken_pairs_distance(slots_[slot], slots_[other.slot], symmetric_);
        near_[slot].push_back({distance, other.slot});
        auto& list = near_[other.slot];
        const Proximity item{distance, slot};
        list.insert(std::upper_bound(list.begin(), list.end(), item, nearer), item);
    }
    std::sort(near_[slot].begin(), near_[slot].end(), nearer);
}

void Population::remove(Part& part, std::size_t rank) {
    const int slot = part[rank].slot;
    part.erase(part.begin() + static_cast<std::ptrdiff_t>(rank));
    for (const Member& other : part)
        std::erase_if(near_[other.slot], [slot](const Proximity& p) { return p.slot == slot; });
    free_slots_.push_back(slot);
    fitness_current_ = false;
}

void Population::select_survivors(Part& part) {
    while (static_cast<int>(part.size()) > parameters_.min_population) {
        update_fitness(part);
        // The cheapest always stays. Of the others, clones are removed first, then the least fit.
        std::size_t worst = part.size() - 1;
        bool worst_is_clone = false;
        double worst_fitness = -1;
        for (std::size_t rank = 1; rank < part.size(); ++rank) {
            const bool clone = has_clone(part[rank].slot);
            if ((clone && !worst_is_clone) ||
                (clone == worst_is_clone && part[rank].fitness > worst_fitness)) {
                worst = rank;
                worst_is_clone = clone;
                worst_fitness = part[rank].fitness;
            }
        }
        remove(part, worst);
    }
}

bool Population::has_clone(int slot) const {
    return !near_[slot].empty() && near_[slot].front().distance < clone_distance;
}

double Population::diversity(int slot, int count) const {
    const auto& list = near_[slot];
    const auto taken = std::min(list.size(), static_cast<std::size_t>(count));
    double sum = 0;
    for (std::size_t k = 0; k < taken; ++k) sum += list[k].distance;
    return taken == 0 ? 1 : sum / double(taken);
}

// Biased fitness: rank of cost plus rank of diversity, the latter weighted less by the elite.
void Population::update_fitness(Part& part) {
    const auto size = part.size();
    if (size == 0) return;
    if (size == 1) {
        part[0].fitness = 0;
        return;
    }
    ranking_.clear();
    for (std::size_t rank = 0; rank < size; ++rank)
        ranking_.emplace_back(-diversity(part[rank].slot, parameters_.close),
                              static_cast<int>(rank));
    std::sort(ranking_.begin(), ranking_.end());
    const double last = double(size - 1);
    const double weight = static_cast<int>(size) <= parameters_.elite
                              ? 0
                              : 1 - double(parameters_.elite) / double(size);
    for (std::size_t place = 0; place < size; ++place) {
        const int rank = ranking_[place].second;
        part[rank].fitness = double(rank) / last + weight * double(place) / last;
    }
}

const Individual& Population::tournament(Random& random) {
    if (!fitness_current_) {
        update_fitness(parts_[0]);
        update_fitness(parts_[1]);
        fitness_current_ = true;
    }
    const auto draw = [&]() -> const Member& {
        const auto pick = random.below(static_cast<std::uint32_t>(size()));
        const std::size_t feasible = parts_[0].size();
        return pick < feasible ? parts_[0][pick] : parts_[1][pick - feasible];
    };
    const Member& one = draw();
    const Member& two = draw();
    return slots_[(one.fitness < two.fitness ? one : two).slot];
}

double Population::feasible_fitness(int rank) {
    update_fitness(parts_[0]);
    return parts_[0][rank].fitness;
}

void Population::reprice(const PenaltyWeights& weights) {
    for (Member& member : parts_[1]) member.cost = slots_[member.slot].penalized(weights);
    std::stable_sort(parts_[1].begin(), parts_[1].end(),
                     [](const Member& a, const Member& b) { return a.cost < b.cost; });
    fitness_current_ = false;
}

}  // namespace odgear::hgs
