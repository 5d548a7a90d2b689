#include "odgear/train/step_items.hpp"

#include <algorithm>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/wire.hpp"
#include "odgear/policy/policy.hpp"
#include "odgear/train/checks.hpp"
#include "odgear/train/schedule.hpp"

namespace odgear::train {

namespace {

void write(Writer& out, const Solution& solution) {
    out.routes(solution.routes);
    out.plain(solution.cost);
}

Solution read_solution(Reader& in) {
    std::vector<Route> routes = in.routes();
    return {std::move(routes), in.plain<double>()};
}

std::string to_bytes(const StepOrder& order) {
    Writer out;
    out.plain(order.kind);
    out.plain(order.count);
    out.plain(order.stream);
    out.plain(order.iterations);
    out.list(order.indices);
    out.plain(order.step);
    out.list(order.generator);
    out.list(order.discriminator);
    out.plain(order.labels.size());
    for (const auto& routes : order.labels) out.routes(routes);
    out.plain(order.samples.size());
    for (const PendingSample& sample : order.samples) {
        out.plain(sample.index);
        out.routes(sample.routes);
    }
    out.plain(order.refined);
    out.plain(order.positives.size());
    for (const Solution& solution : order.positives) write(out, solution);
    return out.take();
}

StepOrder order_from(const std::string& bytes) {
    Reader in(bytes);
    StepOrder order;
    order.kind = in.plain<StepKind>();
    order.count = in.plain<std::uint64_t>();
    order.stream = in.plain<Stream>();
    order.iterations = in.plain<int>();
    order.indices = in.list<std::uint64_t>();
    order.step = in.plain<std::int64_t>();
    order.generator = in.list<float>();
    order.discriminator = in.list<float>();
    for (auto left = in.plain<std::size_t>(); left > 0; --left) order.labels.push_back(in.routes());
    for (auto left = in.plain<std::size_t>(); left > 0; --left) {
        const auto index = in.plain<std::uint64_t>();
        order.samples.push_back({index, in.routes()});
    }
    order.refined = in.plain<std::uint64_t>();
    for (auto left = in.plain<std::size_t>(); left > 0; --left)
        order.positives.push_back(read_solution(in));
    return order;
}

// The numbers of GroupStatistics, without the routes behind them.
struct GroupNumbers {
    LossParts parts;
    double mean_cost, best_cost, deviation, entropy, log_forward, log_z, reward;
};

void write(Writer& out, const ItemResult& item) {
    const GroupStatistics& g = item.group;
    write(out, item.solution);
    out.plain(item.loss);
    out.plain(GroupNumbers{g.parts, g.mean_cost, g.best_cost, g.deviation, g.entropy, g.log_forward,
                           g.log_z, g.reward});
    out.routes(g.first);
    out.plain(item.discriminator);
    for (const double value : {item.gain, item.best, item.mean, item.greedy}) out.plain(value);
}

ItemResult read_item(Reader& in) {
    ItemResult item;
    item.solution = read_solution(in);
    item.loss = in.plain<double>();
    const auto g = in.plain<GroupNumbers>();
    item.group = {g.parts,       g.mean_cost, g.best_cost, g.deviation, g.entropy,
                  g.log_forward, g.log_z,     g.reward,    in.routes()};
    item.discriminator = in.plain<DiscriminatorStatistics>();
    for (double* value : {&item.gain, &item.best, &item.mean, &item.greedy})
        *value = in.plain<double>();
    return item;
}

// The items of one rank, in order. Refined samples are distributed separately, so that the expert's
// work is spread over the ranks.
std::vector<std::size_t> share_of(const StepOrder& order, int rank, int size) {
    std::vector<std::size_t> items;
    const auto add = [&](std::size_t first, std::size_t count) {
        const auto r = static_cast<std::size_t>(rank), n = static_cast<std::size_t>(size);
        for (std::size_t i = count * r / n; i < count * (r + 1) / n; ++i)
            items.push_back(first + i);
    };
    const std::size_t before = order.kind == StepKind::policy ? order.refined : 0;
    add(0, before);
    add(before, order.count - before);
    return items;
}

ObjectiveState objective_at(const PolicyRecipe& recipe, std::int64_t step, int customers) {
    const double progress =
        static_cast<double>(step) / std::max(1.0, static_cast<double>(recipe.steps - 1));
    ObjectiveState state;
    state.alpha = log_growth(recipe.alpha_start, recipe.alpha_end, progress) * customers / 200.0;
    state.inverse_temperature = log_growth(recipe.inverse_temperature, 1.0, progress);
    return state;
}

}  // namespace

LabelDraw draw_label(const Recipe& recipe, std::uint64_t seed, std::int64_t step,
                     std::uint64_t item) {
    const auto batch = static_cast<std::uint64_t>(recipe.imitation.batch);
    Random random =
        Random::stream(seed ^ 0x696d6974ULL, static_cast<std::uint64_t>(step) * batch + item);
    LabelDraw draw;
    draw.label = random.below(static_cast<std::uint32_t>(recipe.imitation.labels));
    draw.symmetry = static_cast<int>(random.below(8));
    draw.seed = random();
    return draw;
}

// A finished share: its results, and the gradients of the items that have one.
struct StepItems::Done {
    std::vector<ItemResult> results;
    std::vector<std::vector<float>> gradients;

    void add_to(std::vector<float>& sum) const {
        for (const std::vector<float>& gradient : gradients)
            for (std::size_t i = 0; i < sum.size() && !gradient.empty(); ++i) sum[i] += gradient[i];
    }
};

std::size_t StepItems::gradient_size(const StepOrder& order) const {
    switch (order.kind) {
        case StepKind::imitation:
        case StepKind::policy: return tools_.generator_size;
        case StepKind::discriminator: return tools_.discriminator_size;
        case StepKind::expert:
        case StepKind::validation: break;
    }
    return 0;
}

StepResult StepItems::run(const StepOrder& order) const {
    const int size = team_ != nullptr ? team_->size() : 1;
    if (size > 1) team_->send_order(to_bytes(order));
    StepResult step;
    step.items.resize(order.count);
    step.gradient.assign(gradient_size(order), 0.0f);
    const auto place = [&](int rank, std::vector<ItemResult> results) {
        const std::vector<std::size_t> share = share_of(order, rank, size);
        for (std::size_t k = 0; k < share.size(); ++k) step.items[share[k]] = std::move(results[k]);
    };
    Done own = do_share(order, 0, size);
    own.add_to(step.gradient);
    if (size > 1) {
        if (!step.gradient.empty()) team_->pass_on(step.gradient);
        const std::vector<std::string> answers = team_->answers();
        if (!step.gradient.empty()) step.gradient = team_->take_sum();
        for (int rank = 1; rank < size; ++rank) {
            Reader in(answers[static_cast<std::size_t>(rank) - 1]);
            std::vector<ItemResult> results;
            while (!in.at_end()) results.push_back(read_item(in));
            place(rank, std::move(results));
        }
    }
    place(0, std::move(own.results));
    return step;
}

void StepItems::help() const {
    while (const auto bytes = team_->next_order()) {
        const StepOrder order = order_from(*bytes);
        const Done done = do_share(order, team_->rank(), team_->size());
        Writer out;
        for (const ItemResult& result : done.results) write(out, result);
        team_->answer(out.take());
        if (gradient_size(order) == 0) continue;
        std::vector<float> sum = team_->take_sum();
        done.add_to(sum);
        team_->pass_on(sum);
    }
}

StepItems::Done StepItems::do_share(const StepOrder& order, int rank, int size) const {
    const std::vector<std::size_t> share = share_of(order, rank, size);
    Done done;
    done.results.resize(share.size());
    done.gradients.resize(share.size());
    // Uses the solver's own engine, so that validation measures what users will run.
    std::unique_ptr<policy::Model> model;
    std::unique_ptr<policy::Network> network;
    if (order.kind == StepKind::validation) {
        model = std::make_unique<policy::Model>(tools_.model(order.generator));
        network = std::make_unique<policy::Network>(*model);
    }
    tools_.workers->run(static_cast<int>(share.size()), 1, [&](int first, int last, int worker) {
        InstanceWorker& instance_worker =
            *(*tools_.instance_workers)[static_cast<std::size_t>(worker)];
        for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
            if (network == nullptr) {
                done.results[k] = do_item(order, share[k], instance_worker, done.gradients[k]);
                continue;
            }
            CpuWatch watch(instance_worker.time_use());
            PolicySettings settings;
            settings.rollouts = tools_.recipe->validation.rollouts;
            const auto instance = tools_.source->draw(Stream::validation, share[k]);
            const policy::PolicyResult found = policy::run(
                *instance, *network, settings, {.seed = tools_.seed + share[k]}, {}, Workers(1));
            done.results[k].best = found.best.cost;
            done.results[k].mean = found.mean_cost;
            done.results[k].greedy = found.costs.front();
            watch.lap(Part::validation);
        }
    });
    return done;
}

ItemResult StepItems::do_item(const StepOrder& order, std::size_t item,
                              InstanceWorker& instance_worker, std::vector<float>& gradient) const {
    ItemResult result;
    switch (order.kind) {
        case StepKind::expert: {
            const auto instance = tools_.source->draw(order.stream, order.indices[item]);
            require_teachable(*instance);
            result.solution =
                tools_.solver({instance.get(), {}, order.iterations, order.indices[item]});
            break;
        }
        case StepKind::imitation: {
            gradient.assign(tools_.generator_size, 0.0f);
            const LabelDraw draw = draw_label(*tools_.recipe, tools_.seed, order.step, item);
            const auto instance =
                mirrored(tools_.source->draw(Stream::labels, draw.label), draw.symmetry);
            result.loss = instance_worker.imitation_gradient(instance, order.labels[item],
                                                             order.generator, draw.seed, gradient);
            break;
        }
        case StepKind::policy:
            if (item < order.refined)
                result.solution = refine(order, item, instance_worker);
            else
                result.group =
                    policy_gradient(order, item - order.refined, instance_worker, gradient);
            break;
        case StepKind::discriminator:
            return discriminator_item(order, item, instance_worker, gradient);
        case StepKind::validation: throw InternalError("validation has its own loop");
    }
    return result;
}

Solution StepItems::refine(const StepOrder& order, std::size_t item,
                           InstanceWorker& instance_worker) const {
    CpuWatch watch(instance_worker.time_use());
    const PendingSample& sample = order.samples[item];
    const auto instance = tools_.source->draw(Stream::training, sample.index);
    Solution refined = tools_.refiner(
        {instance.get(), sample.routes, tools_.recipe->expert.iterations, sample.index});
    watch.lap(Part::expert);
    return refined;
}

GroupStatistics StepItems::policy_gradient(const StepOrder& order, std::size_t b,
                                           InstanceWorker& instance_worker,
                                           std::vector<float>& gradient) const {
    gradient.assign(tools_.generator_size, 0.0f);
    const PolicyRecipe& recipe = tools_.recipe->policy;
    const bool late = recipe.late_group > 0 && order.step >= recipe.steps * 2 / 3;
    const std::uint64_t index =
        static_cast<std::uint64_t>(order.step) * static_cast<std::uint64_t>(recipe.batch) + b;
    PolicyTask task;
    task.instance = tools_.source->draw(Stream::training, index);
    task.generator = order.generator;
    task.discriminator = order.discriminator;
    task.objective = objective_at(recipe, order.step, task.instance->customers());
    task.group = late ? recipe.late_group : recipe.group;
    Random seeds = Random::stream(tools_.seed ^ 0x726f6c6cULL, index);
    task.seed = seeds();
    return instance_worker.policy_gradient(task, gradient);
}

ItemResult StepItems::discriminator_item(const StepOrder& order, std::size_t item,
                                         InstanceWorker& instance_worker,
                                         std::vector<float>& gradient) const {
    gradient.assign(tools_.discriminator_size, 0.0f);
    ItemResult result;
    const PendingSample& sample = order.samples[item];
    DiscriminatorTask task;
    task.instance = tools_.source->draw(Stream::training, sample.index);
    task.negative = sample.routes;
    task.discriminator = order.discriminator;
    if (item < order.positives.size()) {
        const Solution& positive = order.positives[item];
        const double before = solution_cost(*task.instance, sample.routes);
        result.gain = (before - positive.cost) / before;
        task.positive = positive.routes;
        // Both expectations of Eq. 10 have the same weight, whatever their numbers of samples.
        task.positive_weight =
            static_cast<double>(order.samples.size()) / static_cast<double>(order.positives.size());
    }
    result.discriminator = instance_worker.discriminator_gradient(task, gradient);
    return result;
}

}  // namespace odgear::train
