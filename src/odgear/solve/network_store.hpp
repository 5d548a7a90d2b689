// The policy networks of a solver. Each is read and prepared once, at its first use or ahead of it
// on request, and kept. Safe to use from several threads. Returned references live as long as the
// store.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/policy/network/network.hpp"

namespace odgear {

class NetworkStore {
public:
    // The network for a model's name, a weights file, or "auto": the embedded model that fits the
    // instance best. A file is read once; later changes of it are not noticed. Throws
    // ConfigurationError.
    const policy::Network& network(const std::string& model, const Instance& instance);

    // Whether an embedded model is trained for this problem.
    bool has_model(Problem problem);

    // Reads a model ahead of its use; "auto" reads all embedded ones.
    void load(const std::string& model);

private:
    struct Entry {
        explicit Entry(policy::Model read) : model(std::move(read)), network(model) {}
        policy::Model model;
        policy::Network network;
    };
    const std::vector<policy::Model>& embedded();
    const policy::Network& ready(const policy::Model& model);
    const policy::Network& named(const std::string& model);

    std::mutex mutex_;
    std::optional<std::vector<policy::Model>> embedded_;
    std::map<std::string, std::unique_ptr<Entry>> entries_;  // by the name used in the request
};

}  // namespace odgear
