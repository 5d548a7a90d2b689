#include "odgear/train/expert_cache.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::train {

namespace {
using Json = nlohmann::json;
}

ExpertCache::ExpertCache(const std::filesystem::path& folder, const std::string& name,
                         const std::string& key)
    : path_(folder / (name + "-" + policy::fnv1a_hex(key) + ".jsonl")) {
    std::filesystem::create_directories(folder);
    if (std::filesystem::exists(path_)) {
        read();
    } else {
        std::ofstream file(path_);
        file << Json{{"key", key}}.dump() << "\n";
        if (!file) throw InputError(path_.string() + ": cannot be written");
    }
}

void ExpertCache::read() {
    std::ifstream file(path_);
    std::string line;
    std::uintmax_t whole = 0;
    while (std::getline(file, line)) {
        const Json json = Json::parse(line, nullptr, false);
        if (file.eof() || json.is_discarded()) break;  // no line end: cut short
        whole += line.size() + 1;
        if (!json.contains("index")) continue;
        solutions_[json["index"].get<std::uint64_t>()] = {json["routes"].get<std::vector<Route>>(),
                                                          json["cost"].get<double>()};
    }
    file.close();
    if (whole < std::filesystem::file_size(path_)) std::filesystem::resize_file(path_, whole);
}

const Solution* ExpertCache::find(std::uint64_t index) const {
    const auto found = solutions_.find(index);
    return found == solutions_.end() ? nullptr : &found->second;
}

void ExpertCache::add(std::uint64_t index, Solution solution) {
    std::ofstream file(path_, std::ios::app);
    file << Json{{"index", index}, {"cost", solution.cost}, {"routes", solution.routes}}.dump()
         << "\n";
    if (!file.flush()) throw InputError(path_.string() + ": cannot be written");
    solutions_[index] = std::move(solution);
}

}  // namespace odgear::train
