#include "odgear/bench/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "odgear/bench/toml_fields.hpp"

namespace odgear::bench {

namespace {

constexpr std::array<std::pair<std::string_view, MethodKind>, 10> methods{{
    {"policy", MethodKind::policy},
    {"hybrid", MethodKind::hybrid},
    {"expert", MethodKind::expert},
    {"aco", MethodKind::aco},
    {"lkh", MethodKind::lkh},
    {"hgs", MethodKind::hgs},
    {"fleet", MethodKind::fleet},
    {"pyvrp", MethodKind::pyvrp},
    {"filo2", MethodKind::filo2},
    {"reported", MethodKind::reported},
}};

MethodKind read_method(TomlFields& fields) {
    const std::string name = fields.required_text("method");
    for (const auto& [text, kind] : methods)
        if (text == name) return kind;
    fields.reject("method",
                  "one of policy, hybrid, expert, aco, lkh, hgs, fleet, pyvrp, filo2, reported is "
                  "needed");
}

int read_int(TomlFields& fields, const std::string& key, int fallback, int least) {
    const std::optional<std::int64_t> value = fields.whole(key);
    if (!value) return fallback;
    if (*value < least || *value > std::numeric_limits<int>::max())
        fields.reject(key, fmt::format("a whole number of {} or more is needed", least));
    return static_cast<int>(*value);
}

std::optional<double> read_positive(TomlFields& fields, const std::string& key) {
    const std::optional<double> value = fields.number(key);
    if (value && !(*value > 0)) fields.reject(key, "a number above 0 is needed");
    return value;
}

// A number, or "paper" for the paper's rule.
std::optional<policy::NeighborRule> read_rule(TomlFields& fields, const std::string& key) {
    if (!fields.has(key)) return std::nullopt;
    if (!fields.is_text(key)) return policy::NeighborRule{read_int(fields, key, 0, 1)};
    if (fields.text(key) != "paper") fields.reject(key, "a number or \"paper\" is needed");
    return policy::NeighborRule{0};
}

std::map<std::string, Figures> read_reported(TomlFields& fields) {
    std::map<std::string, Figures> result;
    for (const auto& [set, values] : fields.figures("reported")) {
        Figures& figures = result[set];
        for (const auto& [key, value] : values) {
            if (key == "objective")
                figures.objective = value;
            else if (key == "gap")
                figures.gap = value;
            else if (key == "seconds")
                figures.seconds = value;
            else
                fields.reject("reported", "there is no figure \"" + key + "\"");
        }
    }
    return result;
}

void read_policy(TomlFields& fields, PolicySettings& policy) {
    policy.model = fields.required_text("model");
    policy.rollouts = read_int(fields, "rollouts", policy.rollouts, 1);
    policy.rerolls = read_int(fields, "rerolls", policy.rerolls, 0);
    policy.rho = fields.number("rho");
    if (policy.rho && (*policy.rho < 0 || *policy.rho > 1)) fields.reject("rho", "between 0 and 1");
    policy.neighbors = read_rule(fields, "neighbors");
    policy.attention = read_rule(fields, "attention");
    policy.split = fields.flag("split").value_or(false);
    if (fields.flag("depot_sampling").value_or(false))
        policy.decoding = policy::Decoding::depot_sampling;
}

void read_budget(TomlFields& fields, Row& row) {
    row.time_limit = read_positive(fields, "time_limit");
    row.time_per_customer = read_positive(fields, "time_per_customer");
    if (row.time_limit && row.time_per_customer)
        fields.reject("time_limit", "time_limit or time_per_customer, not both");
}

void read_settings(TomlFields& fields, Row& row) {
    switch (row.method) {
        case MethodKind::policy: read_policy(fields, row.policy); break;
        case MethodKind::hybrid: read_policy(fields, row.policy); [[fallthrough]];
        case MethodKind::fleet:
        case MethodKind::expert:
            read_budget(fields, row);
            row.iterations = fields.whole("iterations");
            if (row.iterations && *row.iterations < 1) fields.reject("iterations", "1 or more");
            if (!row.time_limit && !row.time_per_customer && !row.iterations)
                fields.reject("time_limit",
                              "a budget is needed: time_limit, time_per_customer or "
                              "iterations");
            break;
        case MethodKind::aco:
            row.ants = read_int(fields, "ants", row.ants, 1);
            row.rounds = read_int(fields, "rounds", row.rounds, 1);
            row.edge_model = fields.text("model").value_or("");
            row.local_search = fields.flag("local_search").value_or(false);
            break;
        case MethodKind::lkh:
            row.trials = read_int(fields, "trials", row.trials, 1);
            row.savings_start = fields.flag("savings_start").value_or(false);
            read_budget(fields, row);
            break;
        case MethodKind::hgs:
        case MethodKind::pyvrp:
            read_budget(fields, row);
            if (!row.time_limit && !row.time_per_customer)
                fields.reject("time_limit", "a budget is needed: time_limit or time_per_customer");
            break;
        case MethodKind::filo2:
            row.iterations = fields.whole("iterations").value_or(100'000);
            if (*row.iterations < 1) fields.reject("iterations", "1 or more");
            break;
        case MethodKind::reported: break;
    }
}

// A set with a field of Uchoa's generator is one of its kind.
std::optional<UchoaShape> read_shape(TomlFields& fields, int customers) {
    const auto places = fields.text("places");
    if (!places) return std::nullopt;
    UchoaShape shape;
    shape.customers = customers;
    shape.places = customer_places(*places);
    shape.depot = depot_place(fields.required_text("depot"));
    shape.demands = demand_kind(fields.required_text("demands"));
    shape.route_size = fields.number("route_size").value_or(shape.route_size);
    shape.seeds = read_int(fields, "clusters", shape.seeds, 1);
    const int grid = read_int(fields, "grid", shape.grid, 1);
    // Clusters cover the same share of a larger map.
    shape.decay *= double(grid) / shape.grid;
    shape.grid = grid;
    return shape;
}

void read_list(TomlFields& fields, const std::optional<std::string>& folder, SetDefinition& set) {
    set.folder = folder.value_or("");
    set.ending = fields.text("ending").value_or(set.ending);
    set.without = fields.texts("without");
}

std::string budget_text(const Row& row) {
    std::string text;
    if (row.time_limit) text += fmt::format(", {:g} s", *row.time_limit);
    if (row.time_per_customer) text += fmt::format(", {:g} s a customer", *row.time_per_customer);
    if (row.iterations) text += fmt::format(", {} iterations", *row.iterations);
    return text;
}

std::string policy_text(const PolicySettings& policy) {
    std::string text = fmt::format("model {}, {} rollouts", policy.model, policy.rollouts);
    if (policy.rerolls > 0) text += fmt::format(", {} more by region", policy.rerolls);
    if (policy.rho) text += fmt::format(", rho {:g}", *policy.rho);
    if (policy.neighbors) text += ", K " + policy.neighbors->text();
    if (policy.attention) text += ", attention over " + policy.attention->text();
    if (policy.split) text += ", split";
    if (policy.decoding == policy::Decoding::depot_sampling) text += ", depot sampling";
    return text;
}

}  // namespace

std::string_view name_of(MethodKind kind) {
    for (const auto& [text, value] : methods)
        if (value == kind) return text;
    return "";
}

std::string Row::settings() const {
    switch (method) {
        case MethodKind::policy: return "policy, " + policy_text(policy);
        case MethodKind::hybrid: return "hybrid, " + policy_text(policy) + budget_text(*this);
        case MethodKind::expert: return "expert" + budget_text(*this);
        case MethodKind::aco:
            return fmt::format("ant colony, {} ants, {} rounds{}{}", ants, rounds,
                               edge_model.empty() ? "" : ", model " + edge_model,
                               local_search ? ", local search" : "");
        case MethodKind::lkh:
            return fmt::format("LKH-3, {} trials{}{}", trials,
                               savings_start ? ", savings start" : "", budget_text(*this));
        case MethodKind::hgs: return "HGS-CVRP" + budget_text(*this);
        case MethodKind::fleet: return "fleet search" + budget_text(*this);
        case MethodKind::pyvrp: return "PyVRP" + budget_text(*this);
        case MethodKind::filo2: return "FILO2" + budget_text(*this);
        case MethodKind::reported: return "reported";
    }
    return "";
}

std::optional<double> Row::seconds_for(int customers) const {
    if (time_per_customer) return *time_per_customer * customers;
    return time_limit;
}

std::string SetDefinition::content() const {
    if (shape)
        return fmt::format("generate {} x {} seed {} {} {} {} {} {} {}", count, customers, seed,
                           name_of(shape->depot), name_of(shape->places), name_of(shape->demands),
                           shape->route_size, shape->seeds, shape->grid);
    if (source == SetSource::generate)
        return fmt::format("generate {} x {} seed {}", count, customers, seed);
    std::string text = fmt::format("{} {} {}", place, count, rounding);
    for (const std::string& name : names) text += " " + name;
    return text;
}

const Row* Table::find(std::string_view row) const {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == row; });
    return found == rows.end() ? nullptr : &*found;
}

Row parse_row(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    Row row;
    row.id = id;
    row.name = fields.required_text("name");
    row.method = read_method(fields);
    row.order = read_int(fields, "order", 0, 0);
    row.note = fields.text("note").value_or("");
    row.sets = fields.texts("sets");
    row.against = fields.text("against").value_or("");
    row.most_runs = read_int(fields, "runs", 0, 1);
    row.most_instances = read_int(fields, "instances", 0, 1);
    row.on_request = fields.flag("on_request").value_or(false);
    row.reported = read_reported(fields);
    read_settings(fields, row);
    fields.finish();
    if (!row.measurable() && row.reported.empty())
        fields.reject("reported", "a reported row needs figures");
    return row;
}

SetDefinition parse_set(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    SetDefinition set;
    set.id = id;
    set.title = fields.required_text("title");
    set.count = read_int(fields, "count", 0, 1);
    if (set.count == 0) fields.reject("count", "missing");
    set.customers = read_int(fields, "customers", 0, 1);
    set.rounding = fields.text("rounding").value_or("auto");
    const std::optional<std::string> folder = fields.text("folder");
    const std::optional<std::string> list = fields.text("list");
    const std::optional<std::int64_t> seed = fields.whole("seed");
    if ((list || folder) == seed.has_value())
        fields.reject("folder", "one of folder, list and seed is needed");
    set.source = list ? SetSource::list : folder ? SetSource::folder : SetSource::generate;
    set.place = list.value_or(folder.value_or(""));
    if (list) read_list(fields, folder, set);
    if (folder && !list) set.names = fields.texts("instances");
    set.rich = fields.flag("rich").value_or(false);
    if (set.rich && seed) fields.reject("rich", "a generated set has no rich problems");
    set.seed = static_cast<std::uint64_t>(seed.value_or(0));
    if (seed && set.customers == 0) fields.reject("customers", "a generated set needs it");
    if (seed) set.shape = read_shape(fields, set.customers);
    fields.finish();
    return set;
}

Table parse_table(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    Table table;
    table.id = id;
    table.title = fields.required_text("title");
    table.caption = fields.text("caption").value_or("");
    table.sets = fields.texts("sets");
    if (table.sets.empty()) fields.reject("sets", "missing");
    const std::string aggregate = fields.text("aggregate").value_or("mean");
    if (aggregate != "mean" && aggregate != "total")
        fields.reject("aggregate", "mean or total is needed");
    table.aggregate = aggregate == "total" ? Aggregate::total : Aggregate::mean;
    table.references = fields.texts("references");
    table.quoted_reference = fields.flag("quoted_reference").value_or(false);
    table.families = fields.flag("families").value_or(false);
    table.growth = fields.flag("growth").value_or(false);
    fields.finish();
    return table;
}

}  // namespace odgear::bench
