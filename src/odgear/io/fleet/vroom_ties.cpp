#include "odgear/io/fleet/vroom_ties.hpp"

#include <algorithm>

#include "odgear/core/index.hpp"

namespace odgear {

using json::Field;

void VroomTies::read(const Field& object, int stop) {
    if (object.has("vehicles") && !object.at("vehicles").says_nothing())
        read_vehicles(object.at("vehicles"), stop);
    if (object.has("after")) after_.push_back({object.at("after"), stop});
    if (object.has("group")) {
        const Field group = object.at("group");
        const std::string name =
            group.value().is_string() ? group.string() : std::to_string(group.integer());
        groups_[name].push_back({object, stop});
    }
}

void VroomTies::read_vehicles(const Field& field, int stop) {
    Ids ids;
    for (std::size_t i = 0; i < field.array_size(); ++i) ids.push_back(field.at(i).integer());
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    lists_.try_emplace(ids, static_cast<int>(lists_.size()));
    named_.push_back({field, std::move(ids)});
    named_stops_.push_back(stop);
}

std::string VroomTies::mention_of(std::int64_t vehicle) const {
    std::string text;
    for (const auto& [ids, number] : lists_)
        if (std::binary_search(ids.begin(), ids.end(), vehicle))
            text += ' ' + std::to_string(number);
    return text;
}

void VroomTies::apply(fleet::ProblemData& data, const std::function<int(std::int64_t)>& job,
                      const std::vector<Ids>& types) const {
    std::map<std::int64_t, int> type_of;
    for (std::size_t t = 0; t < types.size(); ++t)
        for (const std::int64_t id : types[t]) type_of[id] = static_cast<int>(t);
    for (std::size_t k = 0; k < named_.size(); ++k) {
        std::vector<int>& allowed = data.stops[at(named_stops_[k])].vehicle_types;
        for (const std::int64_t id : named_[k].second) {
            const auto found = type_of.find(id);
            if (found == type_of.end())
                named_[k].first.fail("no vehicle has the id " + std::to_string(id));
            allowed.push_back(found->second);
        }
        std::sort(allowed.begin(), allowed.end());
        allowed.erase(std::unique(allowed.begin(), allowed.end()), allowed.end());
    }
    for (const auto& [field, stop] : after_) {
        const int earlier = job(field.integer());
        if (earlier < 0) field.fail("no job has the id " + std::to_string(field.integer()));
        data.stops[at(stop)].after = earlier;
    }
    for (const auto& [name, members] : groups_) {
        fleet::Group group;
        group.label = name;
        const auto& prize = data.stops[at(members.front().second)].prize;
        group.required = !prize;
        group.prize = prize.value_or(0);
        for (const auto& [field, stop] : members) {
            if (data.stops[at(stop)].prize != prize)
                field.fail("all jobs of a group must have the same prize, or none");
            group.stops.push_back(stop);
        }
        for (const int stop : group.stops) data.stops[at(stop)].prize.reset();
        data.groups.push_back(std::move(group));
    }
}

}  // namespace odgear
