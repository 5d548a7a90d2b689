// The interface of the expert for the trainer, and a file of its solutions, so that labels and
// validation references are computed once. The file is only appended to. Invalid lines, such as one
// cut short by a crash, are skipped when it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear::train {

struct ExpertTask {
    const Instance* instance = nullptr;
    std::vector<Route> start;  // routes to improve, if there are any
    int iterations = 0;
    std::uint64_t seed = 0;
};

// Called from several threads at once. The task determines the result.
using Expert = std::function<Solution(const ExpertTask&)>;

class ExpertCache {
public:
    // `key` describes the request to the expert; each key has its own file.
    ExpertCache(const std::filesystem::path& folder, const std::string& name,
                const std::string& key);

    const Solution* find(std::uint64_t index) const;
    void add(std::uint64_t index, Solution solution);
    const std::filesystem::path& path() const { return path_; }

private:
    void read();

    std::filesystem::path path_;
    std::string header_;  // its first line
    std::map<std::uint64_t, Solution> solutions_;
};

}  // namespace odgear::train
