#include "odgear/train/optimizer.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

#include "odgear/core/errors.hpp"

namespace odgear::train {

namespace {

torch::Tensor wrap(float* data, std::size_t size) {
    return torch::from_blob(data, {static_cast<std::int64_t>(size)}, torch::kFloat32);
}

}  // namespace

struct Optimizer::Torch {
    std::array<torch::Tensor, 2> parts;  // views: the network, and log Z
    std::unique_ptr<torch::optim::AdamW> adam;

    torch::optim::AdamWParamState* state_of(std::size_t part) const {
        const auto found =
            adam->state().find(c10::guts::to_string(parts[part].unsafeGetTensorImpl()));
        if (found == adam->state().end()) return nullptr;
        return static_cast<torch::optim::AdamWParamState*>(found->second.get());
    }
};

Optimizer::Optimizer(const ParameterLayout& layout, std::span<float> parameters,
                     const OptimizerOptions& options)
    : options_(options),
      size_(parameters.size()),
      split_(layout.entry("logz.0.weight").offset),
      torch_(std::make_unique<Torch>()) {
    torch_->parts = {wrap(parameters.data(), split_),
                     wrap(parameters.data() + split_, size_ - split_)};
    std::vector<torch::optim::OptimizerParamGroup> groups;
    for (torch::Tensor& part : torch_->parts) {
        part.set_requires_grad(true);
        groups.emplace_back(std::vector<torch::Tensor>{part});
    }
    torch_->adam = std::make_unique<torch::optim::AdamW>(
        groups, torch::optim::AdamWOptions(1e-3).weight_decay(options.weight_decay));
}

Optimizer::~Optimizer() = default;

double Optimizer::step(std::span<const float> gradient, double learning_rate) {
    double squares = 0;
    for (const float g : gradient) squares += double(g) * double(g);
    const double norm = std::sqrt(squares);
    if (!std::isfinite(norm)) return norm;
    std::vector<float> clipped(gradient.begin(), gradient.end());
    if (norm > options_.clip)
        for (float& g : clipped) g *= static_cast<float>(options_.clip / norm);
    torch_->parts[0].mutable_grad() = wrap(clipped.data(), split_);
    torch_->parts[1].mutable_grad() = wrap(clipped.data() + split_, size_ - split_);
    auto& groups = torch_->adam->param_groups();
    static_cast<torch::optim::AdamWOptions&>(groups[0].options()).lr(learning_rate);
    static_cast<torch::optim::AdamWOptions&>(groups[1].options())
        .lr(learning_rate * options_.log_z_rate);
    torch_->adam->step();
    for (torch::Tensor& part : torch_->parts) part.mutable_grad().reset();
    return norm;
}

OptimizerState Optimizer::state() const {
    OptimizerState state;
    state.first.assign(size_, 0.0f);
    state.second.assign(size_, 0.0f);
    for (std::size_t part = 0; part < 2; ++part) {
        const auto* from = torch_->state_of(part);
        if (from == nullptr) continue;
        const std::size_t begin = part == 0 ? 0 : split_;
        const auto count = static_cast<std::size_t>(from->exp_avg().numel());
        std::copy_n(from->exp_avg().data_ptr<float>(), count, state.first.data() + begin);
        std::copy_n(from->exp_avg_sq().data_ptr<float>(), count, state.second.data() + begin);
        state.steps = from->step();
    }
    return state;
}

void Optimizer::restore(const OptimizerState& state) {
    if (state.first.size() != size_ || state.second.size() != size_)
        throw InputError("the checkpoint's optimizer state is of another network");
    if (state.steps == 0) return;
    for (std::size_t part = 0; part < 2; ++part) {
        const std::size_t begin = part == 0 ? 0 : split_;
        const std::size_t count = part == 0 ? split_ : size_ - split_;
        // from_blob only reads here, although its type is not const.
        const auto copy = [&](const std::vector<float>& from) {
            return wrap(const_cast<float*>(from.data()) + begin, count).clone();
        };
        auto entry = std::make_unique<torch::optim::AdamWParamState>();
        entry->step(state.steps);
        entry->exp_avg(copy(state.first));
        entry->exp_avg_sq(copy(state.second));
        torch_->adam->state()[c10::guts::to_string(torch_->parts[part].unsafeGetTensorImpl())] =
            std::move(entry);
    }
}

}  // namespace odgear::train
