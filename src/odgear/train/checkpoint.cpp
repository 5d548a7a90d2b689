#include "odgear/train/checkpoint.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/io/json.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::train {

namespace {

using Json = nlohmann::json;
constexpr const char* format = "odgear-checkpoint-2";
constexpr const char* format_without_checksum = "odgear-checkpoint-1";

policy::Tensor flat(const std::vector<float>& values) {
    return {{static_cast<std::int64_t>(values.size())}, values};
}

std::vector<float> take(policy::SafeTensors& content, const std::string& name) {
    const auto found = content.tensors.find(name);
    return found == content.tensors.end() ? std::vector<float>{} : std::move(found->second.data);
}

// Covers everything that determines the rest of the run, so that even one flipped bit is noticed.
std::string checksum(const policy::SafeTensors& content) {
    std::string all = content.metadata.at("state");
    for (const auto& [name, tensor] : content.tensors) {
        all += name;
        all.append(reinterpret_cast<const char*>(tensor.data.data()),
                   tensor.data.size() * sizeof(float));
    }
    return policy::fnv1a_hex(all);
}

// Reads a whole number. The library would truncate other values or let them wrap around.
std::int64_t whole(const json::Field& object, const char* key) { return object.at(key).integer(); }

PendingSample read_sample(const json::Field& field) {
    PendingSample sample;
    const json::Field index = field.at("index");
    if (index.integer() < 0) index.fail("must not be negative");
    sample.index = static_cast<std::uint64_t>(index.integer());
    const json::Field routes = field.at("routes");
    for (std::size_t r = 0; r < routes.array_size(); ++r) {
        Route& route = sample.routes.emplace_back();
        const json::Field stops = routes.at(r);
        for (std::size_t i = 0; i < stops.array_size(); ++i) {
            const std::int64_t customer = stops.at(i).integer();
            if (customer < 1 || customer > std::numeric_limits<int>::max())
                stops.at(i).fail("is not a customer");
            route.push_back(static_cast<int>(customer));
        }
    }
    return sample;
}

}  // namespace

TrainingState parse_state(std::string_view text, const std::string& file) {
    const json::Value value = json::parse(text, file);
    const json::Field root(value, file);
    TrainingState state;
    state.step = whole(root, "step");
    state.instances = whole(root, "instances");
    state.skipped = whole(root, "skipped");
    state.seconds = root.at("seconds").number();
    state.best_gap = root.at("best_gap").number();
    state.best_step = whole(root, "best_step");
    state.generator_optimizer.steps = whole(root, "generator_steps");
    state.discriminator_optimizer.steps = whole(root, "discriminator_steps");
    const json::Field pending = root.at("pending");
    for (std::size_t i = 0; i < pending.array_size(); ++i)
        state.pending.push_back(read_sample(pending.at(i)));
    return state;
}

void save_checkpoint(const std::filesystem::path& path, const TrainingState& state) {
    policy::SafeTensors content;
    content.tensors["generator"] = flat(state.generator);
    content.tensors["generator.first"] = flat(state.generator_optimizer.first);
    content.tensors["generator.second"] = flat(state.generator_optimizer.second);
    if (!state.average.empty()) content.tensors["average"] = flat(state.average);
    if (!state.discriminator.empty()) {
        content.tensors["discriminator"] = flat(state.discriminator);
        content.tensors["discriminator.first"] = flat(state.discriminator_optimizer.first);
        content.tensors["discriminator.second"] = flat(state.discriminator_optimizer.second);
    }
    Json pending = Json::array();
    for (const PendingSample& sample : state.pending)
        pending.push_back({{"index", sample.index}, {"routes", sample.routes}});
    const Json json{{"step", state.step},
                    {"instances", state.instances},
                    {"skipped", state.skipped},
                    {"seconds", state.seconds},
                    {"best_gap", state.best_gap},
                    {"best_step", state.best_step},
                    {"generator_steps", state.generator_optimizer.steps},
                    {"discriminator_steps", state.discriminator_optimizer.steps},
                    {"pending", pending}};
    content.metadata["format"] = format;
    content.metadata["state"] = json.dump();
    content.metadata["checksum"] = checksum(content);
    policy::write_safetensors(path, content);
}

TrainingState load_checkpoint(const std::filesystem::path& path) {
    policy::SafeTensors content = policy::read_safetensors(path);
    const std::string stated = content.metadata["format"];
    if (stated != format && stated != format_without_checksum)
        throw InputError(path.string() + ": not a checkpoint of the trainer");
    if (!content.metadata.contains("state"))
        throw InputError(Place{path.string(), 0, "state"}, "missing");
    if (stated == format && content.metadata["checksum"] != checksum(content))
        throw InputError(path.string() + ": damaged: its checksum does not fit its content");
    TrainingState state = parse_state(content.metadata["state"], path.string());
    state.generator = take(content, "generator");
    state.generator_optimizer.first = take(content, "generator.first");
    state.generator_optimizer.second = take(content, "generator.second");
    state.average = take(content, "average");
    state.discriminator = take(content, "discriminator");
    state.discriminator_optimizer.first = take(content, "discriminator.first");
    state.discriminator_optimizer.second = take(content, "discriminator.second");
    return state;
}

}  // namespace odgear::train
