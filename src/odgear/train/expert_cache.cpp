#include "odgear/train/expert_cache.hpp"

#include <nlohmann/json.hpp>

#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/text.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::train {

namespace {
using Json = nlohmann::json;
}

ExpertCache::ExpertCache(const std::filesystem::path& folder, const std::string& name,
                         const std::string& key)
    : path_(folder / (name + "-" + policy::fnv1a_hex(key) + ".jsonl")),
      header_(Json{{"key", key}}.dump()) {
    make_folder(folder);
    if (std::filesystem::exists(path_)) read();
}

void ExpertCache::read() {
    const std::string content = read_binary_file(path_);
    text::Lines lines(content);
    while (lines.next()) {
        const Json json = Json::parse(lines.line(), nullptr, false);
        if (!json.is_object() || !json.contains("index")) continue;
        try {
            solutions_[json.at("index").get<std::uint64_t>()] = {
                json.at("routes").get<std::vector<Route>>(), json.at("cost").get<double>()};
        } catch (const Json::exception&) {
            continue;  // it will be computed again
        }
    }
}

const Solution* ExpertCache::find(std::uint64_t index) const {
    const auto found = solutions_.find(index);
    return found == solutions_.end() ? nullptr : &found->second;
}

void ExpertCache::add(std::uint64_t index, Solution solution) {
    const Json line{{"index", index}, {"cost", solution.cost}, {"routes", solution.routes}};
    append_lines(path_, header_, line.dump() + "\n");
    solutions_[index] = std::move(solution);
}

}  // namespace odgear::train
