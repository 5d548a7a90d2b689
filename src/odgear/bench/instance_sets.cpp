#include "odgear/bench/instance_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/core/random.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/io/csv.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/fleet/plan_sol.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/numbers.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

void require_data(const fs::path& place) {
    if (!fs::exists(place))
        throw InputError(
            {place.string(), 0, ""},
            "the benchmark data were not found; name their folder with --data or ODGEAR_DATA");
}

// Lists of best-known costs use "real" for distances that are not rounded.
std::string rounding_of(const std::string& name) { return name == "real" ? "none" : name; }

int column(const std::vector<std::string>& header, std::string_view name) {
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

}  // namespace

fs::path data_folder(const std::string& option) {
    if (!option.empty()) return option;
    const char* named = std::getenv("ODGEAR_DATA");
    return named != nullptr ? fs::path(named) : fs::path("../shared/data");
}

InstanceSet::InstanceSet(SetDefinition definition, const fs::path& data)
    : definition_(std::move(definition)) {
    switch (definition_.source) {
        case SetSource::folder: list_folder(data); break;
        case SetSource::list: list_file(data); break;
        case SetSource::generate: list_generated(); break;
    }
    if (items_.size() != static_cast<std::size_t>(definition_.count))
        throw InputError({(data / definition_.place).string(), 0, ""},
                         fmt::format("holds {} instances, the set {} has {}", items_.size(),
                                     definition_.id, definition_.count));
}

namespace {

// Measured costs by instance, if there are any: columns name and cost.
std::map<std::string, double> read_references(const fs::path& file) {
    std::map<std::string, double> costs;
    if (!fs::exists(file)) return costs;
    const std::vector<csv::Record> records = csv::read(read_text_file(file), file.string());
    const int name = column(records.front().fields, "name");
    const int cost = column(records.front().fields, "cost");
    if (name < 0 || cost < 0)
        throw InputError({file.string(), 1, ""}, "the columns name and cost are needed");
    for (std::size_t i = 1; i < records.size(); ++i) {
        const auto& [line, fields] = records[i];
        const Place place{file.string(), line, "cost"};
        if (fields.size() != records.front().fields.size())
            throw InputError(place, "the line has not as many fields as the header");
        costs[fields[static_cast<std::size_t>(name)]] =
            real_number(fields[static_cast<std::size_t>(cost)], place, positive_number);
    }
    return costs;
}

}  // namespace

void InstanceSet::list_folder(const fs::path& data) {
    const fs::path folder = data / definition_.place;
    require_data(folder);
    if (!definition_.names.empty()) {
        for (const std::string& name : definition_.names) {
            const fs::path file = folder / (name + ".vrp");
            require_data(file);
            // The name includes the folder, because two families may have an instance of the same
            // name.
            items_.push_back(
                {name, file.parent_path().filename().string(), std::nullopt, file, ""});
        }
        return;
    }
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".vrp" || entry.path().extension() == ".tsp")
            items_.push_back({entry.path().stem().string(), "", std::nullopt, entry.path(), ""});
    const auto references =
        read_references(data / "refs" / (folder.filename().string() + "-hgs.csv"));
    for (Item& item : items_)
        if (const auto found = references.find(item.name); found != references.end())
            item.best_known = found->second;
    std::sort(items_.begin(), items_.end(),
              [](const Item& a, const Item& b) { return a.name < b.name; });
}

void InstanceSet::list_file(const fs::path& data) {
    const fs::path file = data / definition_.place;
    require_data(file);
    const std::vector<csv::Record> records = csv::read(read_text_file(file), file.string());
    const std::vector<std::string>& header = records.front().fields;
    const int name = column(header, "name");
    int bks = column(header, "bks");
    for (const char* other : {"optimum", "distance", "cost"})
        if (bks < 0) bks = column(header, other);
    const int set = column(header, "set");
    const int rounding = column(header, "rounding");
    if (name < 0 || bks < 0)
        throw InputError({file.string(), 1, ""},
                         "the columns name and bks (or optimum, distance or cost) are needed");
    const fs::path folder =
        definition_.folder.empty() ? file.parent_path() : data / definition_.folder;
    for (std::size_t i = 1; i < records.size(); ++i) {
        const auto& [line, fields] = records[i];
        const auto field = [&, where = line, &all = fields](int at) {
            if (static_cast<std::size_t>(at) >= all.size())
                throw InputError({file.string(), where, ""}, "too few columns");
            return all[static_cast<std::size_t>(at)];
        };
        const std::string family = set < 0 ? "" : field(set);
        const std::vector<std::string>& without = definition_.without;
        if (std::find(without.begin(), without.end(), field(name)) != without.end()) continue;
        const double cost = real_number(field(bks), {file.string(), line, "bks"});
        items_.push_back({field(name), family, cost,
                          folder / family / (field(name) + definition_.ending),
                          rounding < 0 ? "" : rounding_of(field(rounding))});
    }
}

void InstanceSet::list_generated() {
    const std::string kind =
        definition_.shape ? std::string(name_of(definition_.shape->places)) : "uniform";
    for (int i = 0; i < definition_.count; ++i)
        items_.push_back(
            {fmt::format("{}{}-s{}-{:03}", kind, definition_.customers, definition_.seed, i),
             "",
             std::nullopt,
             {},
             ""});
}

RichInstance InstanceSet::load_rich(std::size_t item) const {
    const Item& wanted = items_.at(item);
    const std::string& rounding = wanted.rounding.empty() ? definition_.rounding : wanted.rounding;
    FleetReadResult read = read_fleet(wanted.file, {fleet_rounding(rounding)});
    std::optional<double> best = wanted.best_known;
    fs::path beside = wanted.file;
    beside.replace_extension(".sol");
    if (!best && fs::exists(beside)) {
        const PlanSolFile sol =
            read_plan_sol(read_text_file(beside), beside.string(), read.problem);
        best = fleet::check(read.problem, sol.plan).cost() / read.problem.units().cost;
    }
    return {std::move(read.problem), best};
}

Instance InstanceSet::load(std::size_t item) const {
    const Item& wanted = items_.at(item);
    if (definition_.source != SetSource::generate) {
        const std::string& rounding =
            wanted.rounding.empty() ? definition_.rounding : wanted.rounding;
        ReadResult read = read_instance(wanted.file, {rounding_option(rounding)});
        return std::move(read.instance);
    }
    // The same instances as from `odgear generate --seed`, so that anyone can make them.
    Random random = Random::stream(definition_.seed, item);
    if (definition_.shape) {
        UchoaShape shape = *definition_.shape;
        shape.name = wanted.name;
        return uchoa_instance(shape, random);
    }
    UniformShape shape;
    shape.customers = definition_.customers;
    shape.name = wanted.name;
    return uniform_instance(shape, random);
}

}  // namespace odgear::bench
