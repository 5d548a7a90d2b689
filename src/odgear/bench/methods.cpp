#include "odgear/bench/methods.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <variant>
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

StopRule stop_rule(const Budget& budget, int customers, const StopFlag* flag) {
    StopRule stop;
    stop.flag = flag;
    if (const std::optional<double> seconds = budget.seconds_for(customers))
        stop.seconds = *seconds;
    if (budget.iterations) stop.iterations = *budget.iterations;
    return stop;
}

// The row's model in the form that the solver takes. A file in the context's folder takes
// precedence over the embedded model of that name. Empty if the method needs none.
std::string model_of(const Row& row, const MethodContext& context) {
    std::string name = std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.policy; }) return kind.policy.model;
            if constexpr (requires { kind.model; }) return kind.model;
            return std::string();
        },
        row.method);
    if (name.empty() || name == "auto" || context.models.empty()) return name;
    const std::filesystem::path file = context.models / (name + ".safetensors");
    return std::filesystem::exists(file) ? file.string() : name;
}

// This model, or all embedded models if the row says "auto".
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

// The solver with its networks loaded once, as a service would use it.
Method solver_method(const Options& options, const Budget& budget, const MethodContext& context) {
    auto solver = std::make_shared<Solver>(context.threads);
    if (options.mode != Mode::expert) solver->load(options.policy.model);
    return [options, budget, solver, flag = context.flag](const Instance& instance,
                                                          std::uint64_t seed) {
        Options seeded = options;
        seeded.seed = seed;
        const StopRule stop = stop_rule(budget, instance.customers(), flag);
        Result result = solver->solve(instance, seeded, stop);
        return Answer{std::move(result.solution), stop.elapsed()};
    };
}

// A model and its network, which refers to the model.
struct ReadyModel {
    explicit ReadyModel(policy::Model from) : model(std::move(from)), network(model) {}
    ReadyModel(const ReadyModel&) = delete;
    ReadyModel& operator=(const ReadyModel&) = delete;

    policy::Model model;
    policy::Network network;
};

Method colony_method(const ColonyMethod& kind, const MethodContext& context,
                     std::vector<policy::Model> models) {
    AntColonyOptions options;
    options.ants = kind.ants;
    options.rounds = kind.rounds;
    options.local_search = kind.local_search;
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

// `run` runs another program on an instance and a seed.
template <class Run>
Method external_method(Run run) {
    return [run](const Instance& instance, std::uint64_t seed) {
        ExternalAnswer answer = run(instance, seed);
        return Answer{make_solution(instance, std::move(answer.routes)), answer.seconds};
    };
}

// Checks every answer, of our methods and of external programs. The caller drops interrupted
// answers.
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

RichMethod fleet_method(const Budget& budget, const MethodContext& context) {
    auto solver = std::make_shared<Solver>(context.threads);
    return
        [budget, solver, flag = context.flag](const fleet::Problem& problem, std::uint64_t seed) {
            const StopRule stop = stop_rule(budget, problem.stops(), flag);
            fleet::Options options;
            options.seed = seed;
            fleet::Result result = solver->solve(problem, options, stop);
            return RichAnswer{std::move(result.plan), stop.elapsed()};
        };
}

RichMethod pyvrp_method(const Budget& budget, const MethodContext& context) {
    return [budget, program = context.pyvrp, flag = context.flag](const fleet::Problem& problem,
                                                                  std::uint64_t seed) {
        const PyvrpOptions options{budget.seconds_for(problem.stops()).value_or(0), seed};
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

// Makes the method of a row. One function for each kind of method; the caller checks the result.
struct Maker {
    const MethodContext& context;
    std::string model;                  // from model_of
    std::vector<policy::Model> models;  // the models themselves

    using Made = std::variant<Method, RichMethod>;

    Made operator()(const ReportedMethod&) const {
        throw InternalError("a quoted row does not solve instances");
    }
    Made operator()(const PolicyMethod& kind) const {
        return solver_method(options(Mode::policy, kind.policy), {}, context);
    }
    Made operator()(const HybridMethod& kind) const {
        return solver_method(options(Mode::hybrid, kind.policy), kind.budget, context);
    }
    Made operator()(const ExpertMethod& kind) const {
        return solver_method(options(Mode::expert, {}), kind.budget, context);
    }
    Made operator()(const ColonyMethod& kind) const { return colony_method(kind, context, models); }
    Made operator()(const FleetMethod& kind) const { return fleet_method(kind.budget, context); }
    Made operator()(const LkhMethod& kind) const {
        return external_method([kind, program = context.lkh, flag = context.flag](
                                   const Instance& instance, std::uint64_t seed) {
            const auto seconds = kind.budget.seconds_for(instance.customers());
            return run_lkh(program, instance, {kind.trials, seed, seconds, kind.savings_start},
                           flag);
        });
    }
    Made operator()(const HgsMethod& kind) const {
        return external_method([budget = kind.budget, program = context.hgs, flag = context.flag](
                                   const Instance& instance, std::uint64_t seed) {
            const double seconds = budget.seconds_for(instance.customers()).value_or(0);
            return run_hgs(program, instance, {seconds, seed}, flag);
        });
    }
    Made operator()(const Filo2Method& kind) const {
        return external_method([iterations = kind.iterations, program = context.filo2,
                                flag = context.flag](const Instance& instance, std::uint64_t seed) {
            return run_filo2(program, instance, {iterations, seed}, flag);
        });
    }
    Made operator()(const PyvrpMethod& kind) const { return pyvrp_method(kind.budget, context); }

private:
    Options options(Mode mode, PolicySettings policy) const {
        Options options;
        options.mode = mode;
        options.policy = std::move(policy);
        if (mode != Mode::expert) options.policy.model = model;
        return options;
    }
};

// Why the program of an external row is not available; empty if it is, or if the row needs none.
std::string missing_program(const Row& row, const MethodContext& context) {
    const auto needs = [](const std::filesystem::path& program, const char* option) {
        return program.empty() ? std::string("needs ") + option : std::string();
    };
    if (row.is<LkhMethod>()) return needs(context.lkh, "--lkh");
    if (row.is<HgsMethod>()) return needs(context.hgs, "--hgs");
    if (row.is<Filo2Method>()) return needs(context.filo2, "--filo2");
    if (row.is<PyvrpMethod>()) return needs(context.pyvrp, "--pyvrp");
    return "";
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
    return row.measurable() ? missing_program(row, context) : "quoted from the paper";
}

PreparedMethod prepare(const Row& row, const MethodContext& context) {
    PreparedMethod result;
    result.obstacle = obstacle_of(row, context);
    if (!result.obstacle.empty()) return result;
    Maker maker{context, model_of(row, context), {}};
    if (!maker.model.empty()) maker.models = models_of(maker.model);
    result.key = policy::fnv1a_hex(fmt::format("{}; {}; {} threads", row.settings(),
                                               content_of(maker.models),
                                               row.external() ? 1 : context.threads));
    Maker::Made made = std::visit(maker, row.method);
    if (Method* method = std::get_if<Method>(&made))
        result.solve = checked(std::move(*method), row.name, context.flag);
    else
        result.solve_rich = checked(std::get<RichMethod>(std::move(made)), row.name, context.flag);
    return result;
}

}  // namespace odgear::bench
