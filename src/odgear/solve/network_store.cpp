#include "odgear/solve/network_store.hpp"

#include <algorithm>

#include "odgear/core/errors.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/policy/tiles.hpp"

namespace odgear {

const policy::Network& NetworkStore::network(const std::string& model, const Instance& instance) {
    const std::scoped_lock lock(mutex_);
    if (model != "auto") return named(model);
    // In a tile of a uniform instance, the customers are a cluster far from the depot.
    policy::InstanceKind kind = policy::kind_of(instance);
    if (policy::in_tiles(instance) && kind == policy::InstanceKind::uniform)
        kind = policy::InstanceKind::mixed;
    const policy::Model* fitting =
        policy::fitting_model(embedded(), instance.customers(), kind, instance.problem());
    if (fitting == nullptr)
        throw ConfigurationError("this binary contains no trained model; name a file");
    return ready(*fitting);
}

bool NetworkStore::has_model(Problem problem) {
    const std::scoped_lock lock(mutex_);
    return std::any_of(embedded().begin(), embedded().end(),
                       [&](const policy::Model& model) { return model.problem == problem; });
}

void NetworkStore::load(const std::string& model) {
    const std::scoped_lock lock(mutex_);
    if (model == "auto")
        for (const policy::Model& each : embedded()) ready(each);
    else
        named(model);
}

const std::vector<policy::Model>& NetworkStore::embedded() {
    if (!embedded_) embedded_ = policy::list_models();
    return *embedded_;
}

const policy::Network& NetworkStore::ready(const policy::Model& model) {
    auto& entry = entries_[model.name];
    if (!entry) entry = std::make_unique<Entry>(model);
    return entry->network;
}

const policy::Network& NetworkStore::named(const std::string& model) {
    const auto known = entries_.find(model);
    if (known != entries_.end()) return known->second->network;
    auto entry = std::make_unique<Entry>(policy::find_model(model));
    return entries_.emplace(model, std::move(entry)).first->second->network;
}

}  // namespace odgear
