#include "odgear/bench/row.hpp"

#include <fmt/format.h>

#include <utility>

#include "odgear/bench/toml_fields.hpp"

namespace odgear::bench {

namespace {

std::optional<double> read_positive(TomlFields& fields, const std::string& key) {
    const std::optional<double> value = fields.number(key);
    if (value && !(*value > 0)) fields.reject(key, "a number above 0 is needed");
    return value;
}

// A number, or "paper" for the paper's rule.
std::optional<policy::NeighborRule> read_rule(TomlFields& fields, const std::string& key) {
    if (!fields.has(key)) return std::nullopt;
    if (!fields.is_text(key)) return policy::NeighborRule{fields.integer(key, 0, 1)};
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

PolicySettings read_policy(TomlFields& fields) {
    PolicySettings policy;
    policy.model = fields.required_text("model");
    policy.rollouts = fields.integer("rollouts", policy.rollouts, 1);
    policy.rerolls = fields.integer("rerolls", policy.rerolls, 0);
    policy.rho = fields.number("rho");
    if (policy.rho && (*policy.rho < 0 || *policy.rho > 1)) fields.reject("rho", "between 0 and 1");
    policy.neighbors = read_rule(fields, "neighbors");
    policy.attention = read_rule(fields, "attention");
    policy.split = fields.flag("split").value_or(false);
    if (fields.flag("depot_sampling").value_or(false))
        policy.decoding = policy::Decoding::depot_sampling;
    return policy;
}

std::optional<std::int64_t> read_iterations(TomlFields& fields) {
    const std::optional<std::int64_t> iterations = fields.whole("iterations");
    if (iterations && *iterations < 1) fields.reject("iterations", "1 or more");
    return iterations;
}

Budget read_time(TomlFields& fields) {
    Budget budget;
    budget.seconds = read_positive(fields, "time_limit");
    budget.seconds_per_customer = read_positive(fields, "time_per_customer");
    if (budget.seconds && budget.seconds_per_customer)
        fields.reject("time_limit", "time_limit or time_per_customer, not both");
    return budget;
}

Budget needed_time(TomlFields& fields) {
    const Budget budget = read_time(fields);
    if (!budget.timed())
        fields.reject("time_limit", "a budget is needed: time_limit or time_per_customer");
    return budget;
}

Budget needed_budget(TomlFields& fields) {
    Budget budget = read_time(fields);
    budget.iterations = read_iterations(fields);
    if (!budget.timed() && !budget.iterations)
        fields.reject("time_limit",
                      "a budget is needed: time_limit, time_per_customer or iterations");
    return budget;
}

void read(TomlFields&, ReportedMethod&) {}
void read(TomlFields& fields, PolicyMethod& method) { method.policy = read_policy(fields); }
void read(TomlFields& fields, HybridMethod& method) {
    method.policy = read_policy(fields);
    method.budget = needed_budget(fields);
}
void read(TomlFields& fields, ExpertMethod& method) { method.budget = needed_budget(fields); }
void read(TomlFields& fields, ColonyMethod& method) {
    method.ants = fields.integer("ants", method.ants, 1);
    method.rounds = fields.integer("rounds", method.rounds, 1);
    method.model = fields.text("model").value_or("");
    method.local_search = fields.flag("local_search").value_or(false);
}
void read(TomlFields& fields, FleetMethod& method) { method.budget = needed_budget(fields); }
void read(TomlFields& fields, LkhMethod& method) {
    method.trials = fields.integer("trials", method.trials, 1);
    method.savings_start = fields.flag("savings_start").value_or(false);
    method.budget = read_time(fields);
}
void read(TomlFields& fields, HgsMethod& method) { method.budget = needed_time(fields); }
void read(TomlFields& fields, Filo2Method& method) {
    method.iterations = read_iterations(fields).value_or(method.iterations);
}
void read(TomlFields& fields, PyvrpMethod& method) { method.budget = needed_time(fields); }

// The alternative of that name, with its settings. An unknown name is an error that lists all
// names.
template <std::size_t... I>
RowMethod read_method(TomlFields& fields, std::index_sequence<I...>) {
    const std::string wanted = fields.required_text("method");
    RowMethod method;
    const auto take = [&]<std::size_t Index>() {
        using Kind = std::variant_alternative_t<Index, RowMethod>;
        if (wanted != Kind::name) return false;
        read(fields, method.emplace<Kind>());
        return true;
    };
    if ((take.template operator()<I>() || ...)) return method;
    std::string names;
    ((names += (I == 0 ? "" : ", "), names += std::variant_alternative_t<I, RowMethod>::name), ...);
    fields.reject("method", "one of " + names + " is needed");
}

std::string budget_text(const Budget& budget) {
    std::string text;
    if (budget.seconds) text += fmt::format(", {:g} s", *budget.seconds);
    if (budget.seconds_per_customer)
        text += fmt::format(", {:g} s a customer", *budget.seconds_per_customer);
    if (budget.iterations) text += fmt::format(", {} iterations", *budget.iterations);
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

std::string text_of(const ReportedMethod&) { return "reported"; }
std::string text_of(const PolicyMethod& method) { return "policy, " + policy_text(method.policy); }
std::string text_of(const HybridMethod& method) {
    return "hybrid, " + policy_text(method.policy) + budget_text(method.budget);
}
std::string text_of(const ExpertMethod& method) { return "expert" + budget_text(method.budget); }
std::string text_of(const ColonyMethod& method) {
    return fmt::format("ant colony, {} ants, {} rounds{}{}", method.ants, method.rounds,
                       method.model.empty() ? "" : ", model " + method.model,
                       method.local_search ? ", local search" : "");
}
std::string text_of(const FleetMethod& method) {
    return "fleet search" + budget_text(method.budget);
}
std::string text_of(const LkhMethod& method) {
    return fmt::format("LKH-3, {} trials{}{}", method.trials,
                       method.savings_start ? ", savings start" : "", budget_text(method.budget));
}
std::string text_of(const HgsMethod& method) { return "HGS-CVRP" + budget_text(method.budget); }
std::string text_of(const Filo2Method& method) {
    return fmt::format("FILO2, {} iterations", method.iterations);
}
std::string text_of(const PyvrpMethod& method) { return "PyVRP" + budget_text(method.budget); }

}  // namespace

std::optional<double> Budget::seconds_for(int customers) const {
    if (seconds_per_customer) return *seconds_per_customer * customers;
    return seconds;
}

bool Row::external() const {
    return std::visit([](const auto& kind) { return kind.external; }, method);
}

bool Row::rich() const {
    return std::visit([](const auto& kind) { return kind.rich; }, method);
}

bool Row::timed() const {
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.budget; }) return kind.budget.timed();
            return false;
        },
        method);
}

std::string Row::settings() const {
    return std::visit([](const auto& kind) { return text_of(kind); }, method);
}

Row parse_row(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    Row row;
    row.id = id;
    row.name = fields.required_text("name");
    row.method = read_method(fields, std::make_index_sequence<std::variant_size_v<RowMethod>>());
    row.order = fields.integer("order", 0, 0);
    row.note = fields.text("note").value_or("");
    row.sets = fields.texts("sets");
    row.against = fields.text("against").value_or("");
    row.most_runs = fields.integer("runs", 0, 1);
    row.most_instances = fields.integer("instances", 0, 1);
    row.on_request = fields.flag("on_request").value_or(false);
    row.reported = read_reported(fields);
    fields.finish();
    if (!row.measurable() && row.reported.empty())
        fields.reject("reported", "a reported row needs figures");
    return row;
}

}  // namespace odgear::bench
