#include "odgear/bench/methods.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "odgear/bench/ant_colony.hpp"
#include "odgear/bench/external.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::bench {

namespace {

StopRule stop_rule(const Row& row, const Instance& instance, const StopFlag* flag) {
    StopRule stop;
    stop.flag = flag;
    if (const std::optional<double> seconds = row.seconds_for(instance.customers()))
        stop.seconds = *seconds;
    if (row.iterations) stop.iterations = *row.iterations;
    return stop;
}

// The row's model, or all there are when it says "auto".
std::vector<policy::Model> models_of(const Row& row) {
    if (row.policy.model == "auto") return policy::list_models();
    std::vector<policy::Model> models;
    models.push_back(policy::find_model(row.policy.model));
    return models;
}

std::string content_of(const std::vector<policy::Model>& models) {
    std::string content;
    for (const policy::Model& model : models)
        content += policy::serialize_safetensors(policy::to_safetensors(model));
    return policy::fnv1a_hex(content);
}

Mode mode_of(MethodKind kind) {
    if (kind == MethodKind::policy) return Mode::policy;
    return kind == MethodKind::expert ? Mode::expert : Mode::hybrid;
}

// The solver, with its networks made ready once, as a service would keep it.
Method solve_method(const Row& row, const MethodContext& context) {
    auto solver = std::make_shared<Solver>(context.threads);
    Options options;
    options.mode = mode_of(row.method);
    options.policy = row.policy;
    if (options.mode != Mode::expert) solver->load(row.policy.model);
    return
        [row, options, solver, flag = context.flag](const Instance& instance, std::uint64_t seed) {
            Options seeded = options;
            seeded.seed = seed;
            const StopRule stop = stop_rule(row, instance, flag);
            Result result = solver->solve(instance, seeded, stop);
            return Answer{std::move(result.solution), stop.elapsed()};
        };
}

Method colony_method(const Row& row, const MethodContext& context) {
    AntColonyOptions options;
    options.ants = row.ants;
    options.rounds = row.rounds;
    options.threads = context.threads;
    return [options, flag = context.flag](const Instance& instance, std::uint64_t seed) {
        AntColonyOptions seeded = options;
        seeded.seed = seed;
        StopRule stop;
        stop.flag = flag;
        Solution best = ant_colony(instance, seeded, stop);
        return Answer{std::move(best), stop.elapsed()};
    };
}

Method lkh_method(const Row& row, const MethodContext& context) {
    return [row, program = context.lkh, flag = context.flag](const Instance& instance,
                                                             std::uint64_t seed) {
        const LkhOptions options{row.trials, seed, row.seconds_for(instance.customers()),
                                 row.savings_start};
        ExternalAnswer answer = run_lkh(program, instance, options, flag);
        return Answer{make_solution(instance, std::move(answer.routes)), answer.seconds};
    };
}

Method hgs_method(const Row& row, const MethodContext& context) {
    return [row, program = context.hgs, flag = context.flag](const Instance& instance,
                                                             std::uint64_t seed) {
        const HgsOptions options{row.seconds_for(instance.customers()).value_or(0), seed};
        ExternalAnswer answer = run_hgs(program, instance, options, flag);
        return Answer{make_solution(instance, std::move(answer.routes)), answer.seconds};
    };
}

// Nothing leaves unchecked, whoever made it. An interrupted answer is thrown away by the caller.
Method checked(Method method, std::string name, const StopFlag* flag) {
    return [method = std::move(method), name = std::move(name), flag](const Instance& instance,
                                                                      std::uint64_t seed) {
        Answer answer = method(instance, seed);
        if (flag != nullptr && flag->raised()) return answer;
        const CheckReport report = check(instance, answer.solution);
        if (!report.feasible())
            throw InfeasibleError(fmt::format("{}: the answer of {} is not feasible: {}",
                                              instance.name(), name, report.summary()));
        return answer;
    };
}

Method method_of(const Row& row, const MethodContext& context) {
    switch (row.method) {
        case MethodKind::policy:
        case MethodKind::hybrid:
        case MethodKind::expert: return solve_method(row, context);
        case MethodKind::aco: return colony_method(row, context);
        case MethodKind::lkh: return lkh_method(row, context);
        case MethodKind::hgs: return hgs_method(row, context);
        case MethodKind::reported: break;
    }
    throw InternalError("a reported row is not measured");
}

}  // namespace

std::string obstacle_of(const Row& row, const MethodContext& context) {
    switch (row.method) {
        case MethodKind::policy:
        case MethodKind::hybrid:
            try {
                return models_of(row).empty() ? "no models in this binary" : "";
            } catch (const ConfigurationError&) {
                return "no model " + row.policy.model;
            }
        case MethodKind::lkh: return context.lkh.empty() ? "needs --lkh" : "";
        case MethodKind::hgs: return context.hgs.empty() ? "needs --hgs" : "";
        case MethodKind::reported: return "quoted from the paper";
        case MethodKind::expert:
        case MethodKind::aco: break;
    }
    return "";
}

PreparedMethod prepare(const Row& row, const MethodContext& context) {
    PreparedMethod result;
    result.obstacle = obstacle_of(row, context);
    if (!result.obstacle.empty()) return result;
    std::vector<policy::Model> models;
    if (row.method == MethodKind::policy || row.method == MethodKind::hybrid)
        models = models_of(row);
    result.key =
        policy::fnv1a_hex(fmt::format("{}; {}; {} threads", row.settings(), content_of(models),
                                      row.external() ? 1 : context.threads));
    result.solve = checked(method_of(row, context), row.name, context.flag);
    return result;
}

}  // namespace odgear::bench
