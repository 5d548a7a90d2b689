#include "odgear/bench/methods.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "odgear/bench/ant_colony.hpp"
#include "odgear/bench/external.hpp"
#include "odgear/bench/pyvrp.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
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

// The row's model as the solver takes it: a file of the context's folder comes before the embedded
// model of that name. Empty when the method needs none.
std::string model_of(const Row& row, const MethodContext& context) {
    const bool asks_policy = row.method == MethodKind::policy || row.method == MethodKind::hybrid;
    const std::string& name = asks_policy ? row.policy.model : row.edge_model;
    if (name.empty() || name == "auto" || context.models.empty()) return name;
    const std::filesystem::path file = context.models / (name + ".safetensors");
    return std::filesystem::exists(file) ? file.string() : name;
}

// That model, or all embedded ones when the row says "auto".
std::vector<policy::Model> models_of(const std::string& model) {
    if (model == "auto") return policy::list_models();
    std::vector<policy::Model> models;
    models.push_back(policy::find_model(model));
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
    if (options.mode != Mode::expert) {
        options.policy.model = model_of(row, context);
        solver->load(options.policy.model);
    }
    return
        [row, options, solver, flag = context.flag](const Instance& instance, std::uint64_t seed) {
            Options seeded = options;
            seeded.seed = seed;
            const StopRule stop = stop_rule(row, instance, flag);
            Result result = solver->solve(instance, seeded, stop);
            return Answer{std::move(result.solution), stop.elapsed()};
        };
}

// A model and its network, which refers to it.
struct ReadyModel {
    explicit ReadyModel(policy::Model from) : model(std::move(from)), network(model) {}
    ReadyModel(const ReadyModel&) = delete;
    ReadyModel& operator=(const ReadyModel&) = delete;

    policy::Model model;
    policy::Network network;
};

Method colony_method(const Row& row, const MethodContext& context,
                     std::vector<policy::Model> models) {
    AntColonyOptions options;
    options.ants = row.ants;
    options.rounds = row.rounds;
    options.local_search = row.local_search;
    options.threads = context.threads;
    std::shared_ptr<ReadyModel> learned;
    if (!models.empty()) learned = std::make_shared<ReadyModel>(std::move(models.front()));
    return [options, learned, flag = context.flag](const Instance& instance, std::uint64_t seed) {
        AntColonyOptions seeded = options;
        seeded.seed = seed;
        StopRule stop;
        stop.flag = flag;
        Solution best = learned ? ant_colony(instance, learned->network, seeded, stop)
                                : ant_colony(instance, seeded, stop);
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

Method filo2_method(const Row& row, const MethodContext& context) {
    return [row, program = context.filo2, flag = context.flag](const Instance& instance,
                                                               std::uint64_t seed) {
        const Filo2Options options{*row.iterations, seed};
        ExternalAnswer answer = run_filo2(program, instance, options, flag);
        return Answer{make_solution(instance, std::move(answer.routes)), answer.seconds};
    };
}

// Every answer is checked, of our methods and of external programs. An interrupted answer is thrown
// away by the caller.
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

RichMethod fleet_method(const Row& row, const MethodContext& context) {
    auto solver = std::make_shared<Solver>(context.threads);
    return [row, solver, flag = context.flag](const fleet::Problem& problem, std::uint64_t seed) {
        StopRule stop;
        stop.flag = flag;
        if (const auto seconds = row.seconds_for(problem.stops())) stop.seconds = *seconds;
        if (row.iterations) stop.iterations = *row.iterations;
        fleet::Options options;
        options.seed = seed;
        fleet::Result result = solver->solve(problem, options, stop);
        return RichAnswer{std::move(result.plan), stop.elapsed()};
    };
}

RichMethod pyvrp_method(const Row& row, const MethodContext& context) {
    return [row, program = context.pyvrp, flag = context.flag](const fleet::Problem& problem,
                                                               std::uint64_t seed) {
        const PyvrpOptions options{row.seconds_for(problem.stops()).value_or(0), seed};
        PyvrpAnswer answer = run_pyvrp(program, problem, options, flag);
        return RichAnswer{std::move(answer.plan), answer.seconds};
    };
}

RichMethod checked(RichMethod method, std::string name, const StopFlag* flag) {
    return [method = std::move(method), name = std::move(name), flag](const fleet::Problem& problem,
                                                                      std::uint64_t seed) {
        RichAnswer answer = method(problem, seed);
        if (flag != nullptr && flag->raised()) return answer;
        const fleet::CheckReport report = fleet::check(problem, answer.plan);
        if (!report.feasible())
            throw InfeasibleError(fmt::format("{}: the answer of {} is not feasible: {}",
                                              problem.name(), name, report.summary()));
        return answer;
    };
}

Method method_of(const Row& row, const MethodContext& context, std::vector<policy::Model> models) {
    switch (row.method) {
        case MethodKind::policy:
        case MethodKind::hybrid:
        case MethodKind::expert: return solve_method(row, context);
        case MethodKind::aco: return colony_method(row, context, std::move(models));
        case MethodKind::lkh: return lkh_method(row, context);
        case MethodKind::hgs: return hgs_method(row, context);
        case MethodKind::filo2: return filo2_method(row, context);
        case MethodKind::fleet:
        case MethodKind::pyvrp:
        case MethodKind::reported: break;
    }
    throw InternalError("this row does not solve instances");
}

}  // namespace

std::string obstacle_of(const Row& row, const MethodContext& context) {
    if (const std::string model = model_of(row, context); !model.empty()) {
        try {
            return models_of(model).empty() ? "no models in this binary" : "";
        } catch (const ConfigurationError&) {
            return "no model " + model;
        }
    }
    switch (row.method) {
        case MethodKind::lkh: return context.lkh.empty() ? "needs --lkh" : "";
        case MethodKind::hgs: return context.hgs.empty() ? "needs --hgs" : "";
        case MethodKind::pyvrp: return context.pyvrp.empty() ? "needs --pyvrp" : "";
        case MethodKind::filo2: return context.filo2.empty() ? "needs --filo2" : "";
        case MethodKind::reported: return "quoted from the paper";
        case MethodKind::policy:
        case MethodKind::hybrid:
        case MethodKind::expert:
        case MethodKind::fleet:
        case MethodKind::aco: break;
    }
    return "";
}

PreparedMethod prepare(const Row& row, const MethodContext& context) {
    PreparedMethod result;
    result.obstacle = obstacle_of(row, context);
    if (!result.obstacle.empty()) return result;
    std::vector<policy::Model> models;
    if (const std::string model = model_of(row, context); !model.empty()) models = models_of(model);
    result.key =
        policy::fnv1a_hex(fmt::format("{}; {}; {} threads", row.settings(), content_of(models),
                                      row.external() ? 1 : context.threads));
    if (row.rich()) {
        RichMethod method = row.method == MethodKind::fleet ? fleet_method(row, context)
                                                            : pyvrp_method(row, context);
        result.solve_rich = checked(std::move(method), row.name, context.flag);
        return result;
    }
    result.solve = checked(method_of(row, context, std::move(models)), row.name, context.flag);
    return result;
}

}  // namespace odgear::bench
