#include "odgear/train/checkpoint.hpp"

#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::train {

namespace {

using Json = nlohmann::json;
constexpr const char* format = "odgear-checkpoint-1";

policy::Tensor flat(const std::vector<float>& values) {
    return {{static_cast<std::int64_t>(values.size())}, values};
}

std::vector<float> take(policy::SafeTensors& content, const std::string& name) {
    const auto found = content.tensors.find(name);
    return found == content.tensors.end() ? std::vector<float>{} : std::move(found->second.data);
}

}  // namespace

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
    policy::write_safetensors(path, content);
}

TrainingState load_checkpoint(const std::filesystem::path& path) {
    policy::SafeTensors content = policy::read_safetensors(path);
    if (content.metadata["format"] != format)
        throw InputError(path.string() + ": not a checkpoint of the trainer");
    TrainingState state;
    try {
        const Json json = Json::parse(content.metadata["state"]);
        state.step = json.at("step");
        state.instances = json.at("instances");
        state.skipped = json.at("skipped");
        state.seconds = json.at("seconds");
        state.best_gap = json.at("best_gap");
        state.best_step = json.at("best_step");
        state.generator_optimizer.steps = json.at("generator_steps");
        state.discriminator_optimizer.steps = json.at("discriminator_steps");
        for (const Json& sample : json.at("pending"))
            state.pending.push_back({sample.at("index"), sample.at("routes")});
    } catch (const Json::exception& error) {
        throw InputError(path.string() + ": " + error.what());
    }
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
