#include "odgear/bench/pyvrp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "odgear/bench/process.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "odgear/core/index.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// A forbidden arc gets the cost that PyVRP's own reader uses for it.
constexpr std::int64_t forbidden = std::int64_t{1} << 44;
// PyVRP's default bound of a penalty, for a unit distance cost of 1.
constexpr double usual_max_penalty = 100'000;
// The script reads matrices as JSON; its time limit begins after that.
constexpr double reading_seconds = 300;

[[noreturn]] void refuse(const fleet::Problem& problem, const std::string& what) {
    throw ConfigurationError(
        fmt::format("PyVRP is not called for {}: it has {}", problem.name(), what));
}

std::int64_t whole(const fleet::Problem& problem, double value) {
    if (value != std::floor(value)) refuse(problem, "numbers that are not whole");
    return static_cast<std::int64_t>(value);
}

void require_known_parts(const fleet::Problem& problem) {
    if (!problem.data().shipments.empty()) refuse(problem, "shipments");
    if (problem.objective().goal != fleet::Goal::cost || problem.objective().balance > 0)
        refuse(problem, "another objective than cost");
    for (int i = 0; i < problem.stops(); ++i) {
        if (problem.stop(i).windows.size() > 1) refuse(problem, "stops with several windows");
        if (problem.stop(i).after >= 0) refuse(problem, "an order of stops");
    }
    for (int t = 0; t < problem.types(); ++t) {
        const fleet::VehicleType& type = problem.type(t);
        if (!type.breaks.empty()) refuse(problem, "breaks");
        if (!type.start || !type.end) refuse(problem, "open routes");
        if (type.max_stops != fleet::no_count_limit) refuse(problem, "a limit of stops");
        if (type.cost_per_driving > 0 || type.cost_per_overtime > 0)
            refuse(problem, "costs of driving time or overtime");
    }
}

// A field is written only if it limits something.
void put_limit(const fleet::Problem& problem, json& to, const char* field, double value) {
    if (std::isfinite(value)) to[field] = whole(problem, value);
}

json depots_of(const fleet::Problem& problem) {
    json depots = json::array();
    for (int d = 0; d < problem.depots(); ++d) {
        const fleet::Depot& depot = problem.depot(d);
        if (depot.service > 0) refuse(problem, "service at depots");
        json one = {{"x", 0}, {"y", 0}, {"tw_early", whole(problem, depot.window.open)}};
        put_limit(problem, one, "tw_late", depot.window.close);
        depots.push_back(std::move(one));
    }
    return depots;
}

json clients_of(const fleet::Problem& problem) {
    json clients = json::array();
    for (int i = 0; i < problem.stops(); ++i) {
        const fleet::Stop& stop = problem.stop(i);
        json one = {{"x", 0}, {"y", 0}, {"delivery", stop.delivery}, {"pickup", stop.pickup}};
        for (const char* field : {"delivery", "pickup"})
            if (one[field].empty()) one[field] = std::vector<Load>(at(problem.dimensions()), 0);
        one["service_duration"] = whole(problem, stop.service);
        one["release_time"] = whole(problem, stop.release);
        one["required"] = problem.required(i);
        if (stop.prize) one["prize"] = whole(problem, *stop.prize);
        if (problem.group_of(i) >= 0) one["group"] = problem.group_of(i);
        if (!stop.windows.empty()) {
            one["tw_early"] = whole(problem, stop.windows[0].open);
            put_limit(problem, one, "tw_late", stop.windows[0].close);
        }
        clients.push_back(std::move(one));
    }
    return clients;
}

// The stops that a type may not serve, and its travel profile. Together they need a PyVRP profile
// of their own.
struct ProfileKey {
    int profile = 0;
    std::vector<bool> compatible;
    // The check mistakes the comparison with 0 for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    auto operator<=>(const ProfileKey&) const = default;
};

bool may_follow(const fleet::Problem& problem, int from, int to) {
    const auto backhaul = [&](int node) {
        return node >= problem.depots() && problem.stop(node - problem.depots()).backhaul;
    };
    if (backhaul(from)) return to < problem.depots() || backhaul(to);
    const bool from_depot = from < problem.depots();
    return !backhaul(to) || !from_depot || problem.data().backhauls_alone;
}

json matrices_of(const fleet::Problem& problem, const ProfileKey& key) {
    const int nodes = problem.depots() + problem.stops();
    const auto location = [&](int node) {
        return node < problem.depots() ? problem.depot(node).location
                                       : problem.stop(node - problem.depots()).location;
    };
    const auto allowed = [&](int node) {
        return node < problem.depots() || key.compatible[at(node - problem.depots())];
    };
    json distances = json::array();
    json durations = json::array();
    for (int i = 0; i < nodes; ++i) {
        std::vector<std::int64_t> way(at(nodes), 0);
        std::vector<std::int64_t> time(at(nodes), 0);
        for (int j = 0; j < nodes; ++j) {
            if (i == j) continue;
            way[at(j)] = whole(problem, problem.distance(key.profile, location(i), location(j)));
            time[at(j)] = whole(problem, problem.duration(key.profile, location(i), location(j)));
            if (!allowed(i) || !allowed(j) || !may_follow(problem, i, j)) {
                way[at(j)] = forbidden;
                time[at(j)] = forbidden;
            }
        }
        distances.push_back(way);
        durations.push_back(time);
    }
    return {{"distances", std::move(distances)}, {"durations", std::move(durations)}};
}

json vehicle_of(const fleet::Problem& problem, int t, int profile) {
    const fleet::VehicleType& type = problem.type(t);
    json one = {{"num_available", std::max(1, std::min(type.count, problem.stops()))},
                {"start_depot", *type.start},
                {"end_depot", *type.end},
                {"fixed_cost", whole(problem, type.fixed_cost)},
                {"tw_early", whole(problem, type.shift.open)},
                {"unit_distance_cost", whole(problem, type.cost_per_distance)},
                {"unit_duration_cost", whole(problem, type.cost_per_duration)},
                {"profile", profile}};
    if (!type.capacity.empty()) one["capacity"] = type.capacity;
    put_limit(problem, one, "tw_late", type.shift.close);
    put_limit(problem, one, "start_late", type.latest_start);
    put_limit(problem, one, "max_duration", type.max_duration);
    put_limit(problem, one, "max_distance", type.max_distance);
    if (!type.reload_depots.empty()) {
        one["reload_depots"] = type.reload_depots;
        if (type.max_reloads != fleet::no_count_limit) one["max_reloads"] = type.max_reloads;
    }
    return one;
}

// A suitable penalty per unit of load grows with the cost of distances and with their scale, and so
// does the bound.
double max_penalty(const fleet::Problem& problem) {
    double dearest = 1;
    for (int t = 0; t < problem.types(); ++t)
        dearest = std::max(dearest, problem.type(t).cost_per_distance);
    return usual_max_penalty * dearest * std::max(1.0, problem.units().cost);
}

[[noreturn]] void fail(const fs::path& program, const fleet::Problem& problem,
                       const ProcessResult& result) {
    std::string last = result.output;
    while (!last.empty() && (last.back() == '\n' || last.back() == ' ')) last.pop_back();
    last.erase(0, last.rfind('\n') + 1);
    throw InputError({program.string(), 0, ""},
                     fmt::format("left no answer for {}: {}", problem.name(),
                                 last.empty() ? "it said nothing" : last));
}

}  // namespace

std::string pyvrp_problem(const fleet::Problem& problem) {
    require_known_parts(problem);
    json groups = json::array();
    for (const fleet::Group& group : problem.data().groups) {
        if (!group.required && group.prize > 0) refuse(problem, "groups with a prize");
        std::vector<int> nodes;
        for (const int stop : group.stops) nodes.push_back(stop + problem.depots());
        groups.push_back({{"clients", nodes}, {"required", group.required}});
    }
    std::map<ProfileKey, int> numbers;
    json profiles = json::array();
    json vehicles = json::array();
    for (int t = 0; t < problem.types(); ++t) {
        ProfileKey key{problem.type(t).profile, std::vector<bool>(at(problem.stops()))};
        for (int i = 0; i < problem.stops(); ++i) key.compatible[at(i)] = problem.compatible(t, i);
        const auto [found, fresh] = numbers.try_emplace(key, static_cast<int>(numbers.size()));
        if (fresh) profiles.push_back(matrices_of(problem, key));
        vehicles.push_back(vehicle_of(problem, t, found->second));
    }
    const json all = {{"depots", depots_of(problem)},        {"clients", clients_of(problem)},
                      {"vehicles", std::move(vehicles)},     {"groups", std::move(groups)},
                      {"max_penalty", max_penalty(problem)}, {"profiles", std::move(profiles)}};
    return all.dump();
}

fleet::Plan plan_from_pyvrp(std::string_view text, const std::string& file,
                            const fleet::Problem& problem) {
    fleet::Plan plan;
    try {
        const json answer = json::parse(text);
        if (!answer.at("feasible").get<bool>())
            throw InputError({file, 0, "feasible"}, "PyVRP found no feasible plan");
        std::vector<int> used(at(problem.types()), 0);
        for (const json& one : answer.at("routes")) {
            fleet::PlannedRoute route;
            route.type = one.at("type").get<int>();
            if (route.type < 0 || route.type >= problem.types())
                throw InputError({file, 0, "type"}, "there is no such vehicle type");
            route.vehicle = used[at(route.type)]++;
            for (const json& visit : one.at("visits")) {
                const int code = visit.get<int>();
                if (code >= problem.stops() || -1 - code >= problem.depots())
                    throw InputError({file, 0, "visits"}, "there is no such stop or depot");
                route.steps.push_back(code >= 0 ? fleet::visit(code) : fleet::reload_at(-1 - code));
            }
            plan.routes.push_back(std::move(route));
        }
    } catch (const json::exception& error) {
        throw InputError({file, 0, ""}, std::string("not PyVRP's answer: ") + error.what());
    }
    fleet::schedule(problem, plan);
    return plan;
}

PyvrpAnswer run_pyvrp(const fs::path& interpreter, const fleet::Problem& problem,
                      const PyvrpOptions& options, const StopFlag* flag) {
    const TemporaryFolder folder;
    const EmbeddedScript& script = embedded_scripts().front();
    write_file(
        folder.path() / "solve.py",
        std::string(reinterpret_cast<const char*>(script.bytes.data()), script.bytes.size()));
    write_file(folder.path() / "problem.json", pyvrp_problem(problem));
    const ProcessResult result =
        run_process(interpreter,
                    {"solve.py", "problem.json", "answer.json",
                     fmt::format("{:g}", options.seconds), fmt::format("{}", options.seed)},
                    folder.path(), 2 * options.seconds + reading_seconds, flag);
    if (result.end == ProcessResult::End::interrupted) return {};
    const fs::path answer = folder.path() / "answer.json";
    if (result.end != ProcessResult::End::normal || result.code != 0 || !fs::exists(answer))
        fail(interpreter, problem, result);
    return {plan_from_pyvrp(read_text_file(answer), answer.string(), problem), result.seconds};
}

}  // namespace odgear::bench
