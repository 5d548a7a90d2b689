#include "odgear/train/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/numbers.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/text.hpp"
#include "odgear/train/checks.hpp"
#include "odgear/train/schedule.hpp"
#include "odgear/train/torch_network.hpp"
#include "odgear/train/trainer_internal.hpp"

namespace odgear::train {

namespace {

std::string label_key(const Recipe& recipe, const InstanceSource& source) {
    return "labels: " + source.description() + ", " +
           std::to_string(recipe.imitation.label_iterations) + " iterations";
}

std::string reference_key(const Recipe& recipe, const InstanceSource& source) {
    return "references: " + source.description() + ", " +
           std::to_string(recipe.validation.reference_iterations) + " iterations";
}

// Weights trained on another size come with a log Z that is off by hundreds. As an error common to
// all trajectories, this would hide the differences between them.
bool log_z_is_foreign(const Recipe& recipe) {
    return !recipe.network.weights.empty() && recipe.policy.objective == "balance" &&
           recipe.policy.learned_log_z;
}

std::filesystem::path cache_folder(const TrainerOptions& options) {
    return options.cache.empty() ? options.folder / "cache" : options.cache;
}

}  // namespace

Trainer::Trainer(const Recipe& recipe, const TrainerOptions& options, TrainerHooks hooks,
                 bool resume)
    : recipe_(recipe),
      options_(options),
      hooks_(std::move(hooks)),
      layout_(recipe_.architecture()),
      discriminator_layout_(without_state_terms(recipe_.architecture())),
      source_(recipe_.instances, options.seed, policy::problem_from(recipe.problem)),
      workers_(options.threads),
      log_(options.folder),
      labels_(cache_folder(options), "labels", label_key(recipe_, source_)),
      references_(cache_folder(options), "references", reference_key(recipe_, source_)) {
    train::validate(recipe_);
    use_single_threaded_torch();
    instance_workers_ = make_instance_workers(recipe_, options_, layout_, discriminator_layout_,
                                              workers_.threads());
    items_ = std::make_unique<StepItems>(
        step_tools(recipe_, options_, hooks_, layout_, discriminator_layout_, source_, workers_,
                   instance_workers_),
        options_.team);
    const std::filesystem::path last = options_.folder / "checkpoint.safetensors";
    if (resume) {
        state_ = load_checkpoint(last);
        require_state(state_, recipe_, {layout_.size(), discriminator_layout_.size()}, source_,
                      last);
    } else {
        if (std::filesystem::exists(last))
            throw ConfigurationError(options_.folder.string() +
                                     " contains a run already; resume it or name another folder");
        Random random = Random::stream(options_.seed, 0);
        state_.generator = initial_parameters(layout_, random);
        if (!recipe_.network.weights.empty()) {
            const policy::Model start = policy::load_model(recipe_.network.weights);
            state_.generator = from_tensors(layout_, start.tensors);
            forget_features(layout_, start.architecture.features, state_.generator);
        }
        if (recipe_.optimizer.average > 0) state_.average = state_.generator;
        if (recipe_.discriminator.enabled)
            state_.discriminator = initial_parameters(discriminator_layout_, random);
        begin_folder();
    }
    // A run that did not get beyond its first row writes that row again.
    log_.rewind(state_.step > 0 ? std::optional(state_.step) : std::nullopt);
    seconds_before_ = logged_seconds_ = state_.seconds;
    logged_instances_ = state_.instances;
    first_step_ = state_.step;
    first_instances_ = state_.instances;
    make_optimizers();
    if (resume) {
        optimizers_->generator->restore(state_.generator_optimizer);
        if (optimizers_->discriminator)
            optimizers_->discriminator->restore(state_.discriminator_optimizer);
    } else {
        checkpoint();
    }
}

Trainer::~Trainer() = default;

void Trainer::begin_folder() const {
    make_folder(options_.folder);
    write_file(options_.folder / "recipe.toml", to_toml(recipe_));
    write_file(options_.folder / "seed", std::to_string(options_.seed) + "\n");
}

Recipe Trainer::folder_recipe(const std::filesystem::path& folder) {
    return read_recipe(folder / "recipe.toml");
}

std::uint64_t Trainer::folder_seed(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "seed";
    const std::string content = read_text_file(path);
    return unsigned_number(text::trimmed(content), {path.string(), 1, "seed"});
}

void Trainer::make_optimizers() {
    optimizers_ = std::make_unique<Optimizers>();
    OptimizerOptions options{recipe_.optimizer.weight_decay, recipe_.optimizer.clip,
                             recipe_.policy.log_z_rate};
    optimizers_->generator = std::make_unique<Optimizer>(layout_, state_.generator, options);
    if (recipe_.discriminator.enabled)
        optimizers_->discriminator =
            std::make_unique<Optimizer>(discriminator_layout_, state_.discriminator, options);
}

void Trainer::ensure_expert(ExpertCache& cache, Stream stream, int count, int iterations,
                            const std::string& stage, const StopFlag* stop) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
        if (const Solution* known = cache.find(i);
            known == nullptr || !usable(*source_.draw(stream, i), *known))
            missing.push_back(i);
    const Clock::time_point begin = Clock::now();
    const int processes = options_.team != nullptr ? options_.team->size() : 1;
    const auto chunk = static_cast<std::size_t>(workers_.threads() * processes) * 4;
    for (std::size_t from = 0; from < missing.size() && !stopped(stop); from += chunk) {
        const std::size_t size = std::min(chunk, missing.size() - from);
        StepOrder order;
        order.kind = StepKind::expert;
        order.count = size;
        order.stream = stream;
        order.iterations = iterations;
        order.indices.assign(missing.begin() + static_cast<std::ptrdiff_t>(from),
                             missing.begin() + static_cast<std::ptrdiff_t>(from + size));
        StepResult found = items_->run(order);
        for (std::size_t k = 0; k < size; ++k)
            cache.add(missing[from + k], std::move(found.items[k].solution));
        if (!hooks_.observer) continue;
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        const auto done = static_cast<double>(from + size);
        hooks_.observer({stage, static_cast<std::int64_t>(from + size),
                         static_cast<std::int64_t>(missing.size()), seconds,
                         seconds / done * (static_cast<double>(missing.size()) - done), nullptr,
                         state_.best_gap, state_.best_step});
    }
}

void Trainer::run(const StopFlag* stop) {
    ensure_expert(references_, Stream::validation, recipe_.validation.instances,
                  recipe_.validation.reference_iterations, "references", stop);
    if (state_.step < recipe_.imitation.steps)
        ensure_expert(labels_, Stream::labels, recipe_.imitation.labels,
                      recipe_.imitation.label_iterations, "labels", stop);
    started_ = Clock::now();
    if (state_.step == 0 && !stopped(stop)) log_start();
    StepSums sums;
    while (state_.step < recipe_.total_steps() && !stopped(stop)) {
        // The policy stage begins with fresh moments, because its gradients have another scale.
        if (state_.step == recipe_.imitation.steps) make_optimizers();
        if (state_.step < recipe_.imitation.steps)
            imitation_step(sums);
        else
            policy_step(sums);
        finish_step(sums, stop);
    }
    checkpoint();
}

// Logs the quality of the initial network, random or loaded.
void Trainer::log_start() {
    LogRow row;
    row.stage = "start";
    validate(row);
    log_.add(row);
    if (hooks_.observer)
        hooks_.observer(
            {row.stage, 0, recipe_.total_steps(), 0, 0, &row, state_.best_gap, state_.best_step});
}

void Trainer::imitation_step(StepSums& sums) {
    const ImitationRecipe& recipe = recipe_.imitation;
    StepOrder order;
    order.kind = StepKind::imitation;
    order.count = static_cast<std::uint64_t>(recipe.batch);
    order.step = state_.step;
    order.generator = state_.generator;
    for (std::uint64_t b = 0; b < order.count; ++b)
        order.labels.push_back(
            labels_.find(draw_label(recipe_, options_.seed, state_.step, b).label)->routes);
    StepResult step = items_->run(order);
    double loss = 0;
    for (const ItemResult& item : step.items) loss += item.loss / static_cast<double>(order.count);
    sums.imitation += loss;
    sums.learning_rate =
        recipe.learning_rate * cosine_with_warmup(state_.step, recipe.steps, 50, 0.1);
    state_.instances += recipe.batch;
    apply(mean_of(std::move(step.gradient), order.count), sums.learning_rate, loss, sums);
}

void Trainer::policy_step(StepSums& sums) {
    const PolicyRecipe& recipe = recipe_.policy;
    const std::int64_t step = state_.step - recipe_.imitation.steps;
    const auto batch = static_cast<std::size_t>(recipe.batch);
    const auto first_index = static_cast<std::uint64_t>(step) * batch;
    // The expert refines the samples of an earlier step while this step's gradients are computed.
    const std::vector<PendingSample> pending = std::move(state_.pending);
    state_.pending.clear();
    StepOrder order;
    order.kind = StepKind::policy;
    order.step = step;
    order.generator = state_.generator;
    order.discriminator = state_.discriminator;
    order.refined = refined_samples(pending.size());
    order.count = order.refined + batch;
    order.samples.assign(pending.begin(),
                         pending.begin() + static_cast<std::ptrdiff_t>(order.refined));
    if (step == 0 && log_z_is_foreign(recipe_)) fit_log_z(order);
    StepResult found = items_->run(order);
    std::vector<Solution> refined;
    for (std::size_t k = 0; k < order.refined; ++k)
        refined.push_back(std::move(found.items[k].solution));
    const auto statistics = [&](std::size_t b) -> const GroupStatistics& {
        return found.items[order.refined + b].group;
    };
    if (!pending.empty()) update_discriminator(pending, refined, sums);
    if (recipe_.discriminator.enabled && step % recipe_.discriminator.every == 0)
        for (std::size_t b = 0; b < static_cast<std::size_t>(recipe_.discriminator.batch); ++b)
            if (!statistics(b).first.empty())
                state_.pending.push_back({first_index + b, statistics(b).first});
    double loss = 0;
    for (std::size_t b = 0; b < batch; ++b) {
        sums.add(statistics(b), 1.0 / static_cast<double>(batch));
        loss += statistics(b).parts.total / static_cast<double>(batch);
    }
    sums.learning_rate = recipe.learning_rate *
                         cosine_with_warmup(step, recipe.steps, recipe.warmup, recipe.final_rate);
    state_.instances += recipe.batch;
    apply(mean_of(std::move(found.gradient), batch), sums.learning_rate, loss, sums);
}

// Sets the constant of log Z to the minimum of Eq. 12 on this batch. The loss is a parabola in it,
// so its slope is twice the distance to the minimum.
void Trainer::fit_log_z(StepOrder& order) {
    const std::size_t constant = layout_.entry("logz.1.bias").offset;
    const double slope = mean_of(items_->run(order).gradient, order.count)[constant];
    if (!std::isfinite(slope)) return;  // the step itself will report it
    state_.generator[constant] -= static_cast<float>(slope / 2);
    if (!state_.average.empty()) state_.average[constant] = state_.generator[constant];
    order.generator = state_.generator;
}

// The number of samples to refine, at least one. The first ones are taken; their order is random.
std::size_t Trainer::refined_samples(std::size_t samples) const {
    const double share = recipe_.discriminator.refined * static_cast<double>(samples);
    return std::min(samples, static_cast<std::size_t>(std::ceil(share - 1e-9)));
}

void Trainer::update_discriminator(const std::vector<PendingSample>& samples,
                                   const std::vector<Solution>& refined, StepSums& sums) {
    StepOrder order;
    order.kind = StepKind::discriminator;
    order.count = samples.size();
    order.discriminator = state_.discriminator;
    order.samples = samples;
    order.positives = refined;
    StepResult found = items_->run(order);
    for (const ItemResult& item : found.items) {
        sums.discriminator.loss += item.discriminator.loss / static_cast<double>(samples.size());
        sums.discriminator.negative +=
            item.discriminator.negative / static_cast<double>(samples.size());
    }
    for (std::size_t k = 0; k < refined.size(); ++k) {
        const double share = 1.0 / static_cast<double>(refined.size());
        sums.discriminator.positive += share * found.items[k].discriminator.positive;
        sums.gain += share * found.items[k].gain;
    }
    ++sums.discriminator_updates;
    CpuWatch watch(time_);
    optimizers_->discriminator->step(mean_of(std::move(found.gradient), samples.size()),
                                     recipe_.discriminator.learning_rate);
    watch.lap(Part::update);
}

void Trainer::apply(const std::vector<float>& gradient, double learning_rate, double loss,
                    StepSums& sums) {
    ++sums.steps;
    CpuWatch watch(time_);
    double norm = std::numeric_limits<double>::quiet_NaN();
    if (std::isfinite(loss)) norm = optimizers_->generator->step(gradient, learning_rate);
    if (std::isfinite(norm)) {
        sums.gradient_norm += norm;
        const auto kept = static_cast<float>(average_decay(recipe_.optimizer.average, state_.step));
        for (std::size_t i = 0; i < state_.average.size(); ++i)
            state_.average[i] += (1 - kept) * (state_.generator[i] - state_.average[i]);
        watch.lap(Part::update);
        return;
    }
    if (++state_.skipped > recipe_.run.max_skipped)
        throw InternalError("training stopped: " + std::to_string(state_.skipped) +
                            " steps with a non-finite loss or gradient, the last at step " +
                            std::to_string(state_.step) + "; the checkpoint before it is kept");
}

void Trainer::finish_step(StepSums& sums, const StopFlag* stop) {
    ++state_.step;
    const bool last = state_.step == recipe_.total_steps() || stopped(stop);
    const bool validating = state_.step % recipe_.validation.every == 0 ||
                            state_.step == recipe_.imitation.steps ||
                            state_.step == recipe_.total_steps();
    const double elapsed = std::chrono::duration<double>(Clock::now() - started_).count();
    state_.seconds = seconds_before_ + elapsed;
    if (state_.step % recipe_.run.log_every == 0 || validating || last) {
        LogRow row = sums.row();
        row.step = state_.step;
        row.stage = state_.step <= recipe_.imitation.steps ? "imitation" : "policy";
        row.seconds = state_.seconds;
        row.instances = static_cast<double>(state_.instances);
        row.instances_per_second = static_cast<double>(state_.instances - logged_instances_) /
                                   std::max(1e-9, state_.seconds - logged_seconds_);
        row.skipped = state_.skipped;
        if (validating) validate(row);
        log_.add(row);
        if (hooks_.observer) {
            const auto done = static_cast<double>(state_.step - first_step_);
            const auto left = static_cast<double>(recipe_.total_steps() - state_.step);
            hooks_.observer({row.stage, state_.step, recipe_.total_steps(), elapsed,
                             elapsed / done * left, &row, state_.best_gap, state_.best_step});
        }
        sums = StepSums{};
        const double now = std::chrono::duration<double>(Clock::now() - started_).count();
        logged_seconds_ = seconds_before_ + now;
        logged_instances_ = state_.instances;
    }
    // Validation writes the best weights, so the checkpoint must be up to date with it.
    if (state_.step % recipe_.run.checkpoint_every == 0 || validating) checkpoint();
}

void Trainer::validate(LogRow& row) {
    StepOrder order;
    order.kind = StepKind::validation;
    order.count = static_cast<std::uint64_t>(recipe_.validation.instances);
    order.generator = weights();
    const std::vector<ItemResult> results = items_->run(order).items;
    const std::size_t count = results.size();
    double best = 0, mean = 0, greedy = 0, reference = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Solution* expert = references_.find(k);
        if (expert == nullptr) return;  // stopped before all references were there
        best += results[k].best;
        mean += results[k].mean;
        greedy += results[k].greedy;
        reference += expert->cost;
    }
    row.validation_cost = best / static_cast<double>(count);
    row.validation_gap = 100 * (best / reference - 1);
    row.validation_mean_gap = 100 * (mean / reference - 1);
    row.validation_greedy_gap = 100 * (greedy / reference - 1);
    if (state_.best_step >= 0 && *row.validation_gap >= state_.best_gap) return;
    state_.best_gap = *row.validation_gap;
    state_.best_step = state_.step;
    policy::save_model(options_.folder / "best.safetensors", model());
}

void Trainer::checkpoint() {
    state_.generator_optimizer = optimizers_->generator->state();
    if (optimizers_->discriminator)
        state_.discriminator_optimizer = optimizers_->discriminator->state();
    save_checkpoint(options_.folder / "checkpoint.safetensors", state_);
    policy::save_model(options_.folder / "last.safetensors", model());
}

TimeUse Trainer::time_use() const {
    TimeUse sum = time_;
    for (const auto& instance_worker : instance_workers_) sum.add(instance_worker->time_use());
    return sum;
}

const std::vector<float>& Trainer::weights() const {
    return state_.average.empty() ? state_.generator : state_.average;
}

policy::Model Trainer::model() const {
    policy::Model model = bare_model(recipe_, layout_, weights());
    model.training = "recipe " + recipe_.name + ", " + source_.description() + ", " +
                     std::to_string(state_.instances) + " instances in " +
                     std::to_string(static_cast<long>(state_.seconds)) + " s on " +
                     std::to_string(options_.threads) + " threads";
    if (options_.team != nullptr)
        model.training += " on each of " + std::to_string(options_.team->size()) + " ranks";
    model.seed = std::to_string(options_.seed);
    if (state_.best_step >= 0)
        model.validation = "best of " + std::to_string(recipe_.validation.rollouts) +
                           " rollouts, rho " + std::to_string(recipe_.validation.rho) + ", " +
                           std::to_string(recipe_.validation.instances) +
                           " generated instances: " + std::to_string(state_.best_gap) +
                           " % above the expert";
    return model;
}

}  // namespace odgear::train
