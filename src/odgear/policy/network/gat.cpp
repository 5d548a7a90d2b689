// The graph attention backbone. A layer has two parallel passes: attention row by row, with all
// computations of an edge fused (kernels/attention.cpp), then normalisation of the nodes together
// with their projection for the next layer.
//
// The weights are rearranged so that fewer values are stored. Scores need only target . (W h_j),
// one number per head: `scores` maps h to them directly. In the last layer, where heads are
// averaged and as wide as the units, sum_j a_ij W h_j = W sum_j a_ij h_j. There, rows sum h itself,
// and one product (`combine`) applies the matrices of all heads, including the message matrices.
#include <algorithm>

#include "odgear/policy/network/encoder.hpp"

namespace odgear::policy {

namespace {

using kernels::AlignedVector;
using kernels::PackedMatrix;
using kernels::padded;

constexpr int nodes_per_block = 32;  // of work done node by node

struct GatLayer {
    std::size_t width = 0;              // of one head
    std::size_t padded_width = 0;       // of one head's values
    PackedMatrix scores;                // h -> [2 heads]: source, target
    PackedMatrix project;               // h -> z, each head padded; not in the last layer
    std::vector<PackedMatrix> message;  // by head, sum of e -> m; not in the last layer
    PackedMatrix combine;               // the last layer: [sums of h, sums of e] -> m
    AlignedVector<float> edge;          // [heads, units]
    PackedMatrix edge_scores;           // the same as e -> [heads]
    std::span<const float> norm_weight;
    std::span<const float> norm_bias;
};

class Gat final : public Encoder {
public:
    explicit Gat(const Model& model) : model_(model) {
        const Architecture& a = model.architecture;
        edge_messages_ = a.edge_messages;
        heads_ = static_cast<std::size_t>(a.heads);
        real_units_ = static_cast<std::size_t>(a.units);
        units_ = padded(real_units_);
        for (int k = 0; k < a.layers; ++k) layers_.push_back(make_layer(k));
    }

    void run(const Graph& graph, const kernels::EmbeddingArgs& edges, int k_attention,
             const Workers& workers, AlignedVector<float>& h) const override;

private:
    friend class LayerRun;

    GatLayer make_layer(int k) const;
    void fold_scores(GatLayer& layer, std::span<const float> project, std::span<const float> source,
                     std::span<const float> target) const;
    void fill_combine(GatLayer& layer, std::span<const float> project,
                      std::span<const float> message) const;

    const Model& model_;
    bool edge_messages_ = true;
    std::size_t heads_ = 0;
    std::size_t real_units_ = 0;
    std::size_t units_ = 0;
    std::vector<GatLayer> layers_;
};

GatLayer Gat::make_layer(int k) const {
    const std::string prefix = "layers." + std::to_string(k) + ".";
    const bool last = k + 1 == model_.architecture.layers;
    GatLayer layer;
    layer.width = static_cast<std::size_t>(model_.architecture.head_width(k));
    layer.padded_width = last ? units_ : padded(layer.width);
    layer.norm_weight = model_.tensor(prefix + "norm.weight");
    layer.norm_bias = model_.tensor(prefix + "norm.bias");
    const auto project = model_.tensor(prefix + "project.weight");
    const auto message =
        edge_messages_ ? model_.tensor(prefix + "message.weight") : std::span<const float>();
    fold_scores(layer, project, model_.tensor(prefix + "source"), model_.tensor(prefix + "target"));
    const auto edge = model_.tensor(prefix + "edge");
    layer.edge.assign(heads_ * units_, 0);
    for (std::size_t h = 0; h < heads_; ++h)
        std::copy_n(edge.data() + h * real_units_, real_units_, layer.edge.data() + h * units_);
    layer.edge_scores = kernels::pack(edge, heads_, real_units_, units_);
    if (last) {
        fill_combine(layer, project, message);
        return layer;
    }
    layer.project = PackedMatrix(units_, heads_ * layer.padded_width);
    for (std::size_t h = 0; h < heads_; ++h) {
        for (std::size_t c = 0; c < layer.width; ++c)
            for (std::size_t i = 0; i < real_units_; ++i)
                layer.project.at(h * layer.padded_width + c, i) =
                    project[(h * layer.width + c) * real_units_ + i];
        if (edge_messages_)
            layer.message.push_back(kernels::pack(message.subspan(h * layer.width * real_units_),
                                                  layer.width, real_units_, units_));
    }
    return layer;
}

void Gat::fold_scores(GatLayer& layer, std::span<const float> project,
                      std::span<const float> source, std::span<const float> target) const {
    layer.scores = PackedMatrix(units_, 2 * heads_);
    const std::size_t w = layer.width;
    for (std::size_t h = 0; h < heads_; ++h)
        for (std::size_t i = 0; i < real_units_; ++i) {
            double from = 0;
            double to = 0;
            for (std::size_t c = 0; c < w; ++c) {
                const double weight = project[(h * w + c) * real_units_ + i];
                from += static_cast<double>(source[h * w + c]) * weight;
                to += static_cast<double>(target[h * w + c]) * weight;
            }
            layer.scores.at(h, i) = static_cast<float>(from);
            layer.scores.at(heads_ + h, i) = static_cast<float>(to);
        }
}

void Gat::fill_combine(GatLayer& layer, std::span<const float> project,
                       std::span<const float> message) const {
    layer.combine = PackedMatrix((edge_messages_ ? 2 : 1) * heads_ * units_, units_);
    const float share = 1 / static_cast<float>(heads_);
    for (std::size_t h = 0; h < heads_; ++h)
        for (std::size_t c = 0; c < real_units_; ++c)
            for (std::size_t i = 0; i < real_units_; ++i) {
                const std::size_t at = (h * real_units_ + c) * real_units_ + i;
                layer.combine.at(c, h * units_ + i) = share * project[at];
                if (edge_messages_)
                    layer.combine.at(c, (heads_ + h) * units_ + i) = share * message[at];
            }
}

// One run over the layers of one instance, with the arrays that last for the whole run.
class LayerRun {
    static constexpr int rows_per_block = 16;

public:
    LayerRun(const Gat& gat, const Graph& graph, const kernels::EmbeddingArgs& edges,
             int k_attention, const Workers& workers, AlignedVector<float>& h)
        : gat_(gat),
          graph_(graph),
          edges_(edges),
          workers_(workers),
          h_(h),
          attended_(static_cast<std::size_t>(1 + std::min(k_attention, graph.neighbors))),
          depot_parts_((graph.customers + depot_part - 1) / depot_part),
          customer_blocks_((graph.customers + rows_per_block - 1) / rows_per_block),
          score_stride_(padded(2 * gat.heads_)) {
        const auto nodes = static_cast<std::size_t>(graph.nodes());
        std::size_t widest = 0;
        for (const GatLayer& layer : gat.layers_) widest = std::max(widest, layer.padded_width);
        sums_stride_ = gat.heads_ * (widest + (gat.edge_messages_ ? gat.units_ : 0));
        scores_.resize(nodes * score_stride_);
        values_.resize(gat.layers_.size() > 1 ? nodes * gat.heads_ * widest : 0);
        x_.assign(nodes * gat.units_, 0);
        const auto threads = static_cast<std::size_t>(workers.threads());
        scratch_.resize(threads);
        for (auto& memory : scratch_)
            memory.resize(kernels::attention_scratch(gat.units_, gat.heads_) +
                          rows_per_block * sums_stride_ + padded(2 * gat.heads_ * rows_per_block));
        parts_.resize(static_cast<std::size_t>(depot_parts_) * sums_stride_);
        part_levels_.resize(static_cast<std::size_t>(depot_parts_) * 2 * gat.heads_);
    }

    void run() {
        workers_.run(graph_.nodes(), nodes_per_block,
                     [&](int begin, int end, int) { project(0, begin, end); });
        for (std::size_t k = 0; k < gat_.layers_.size(); ++k) layer(k);
    }

private:
    bool last(std::size_t k) const { return k + 1 == gat_.layers_.size(); }

    void layer(std::size_t k) {
        const GatLayer& layer = gat_.layers_[k];
        args_ = {.embedding = edges_,
                 .heads = gat_.heads_,
                 .scores = scores_.data(),
                 .score_stride = score_stride_,
                 .edge = layer.edge.data(),
                 .values = last(k) ? h_.data() : values_.data(),
                 .value_stride = last(k) ? gat_.units_ : gat_.heads_ * layer.padded_width,
                 .value_width = layer.padded_width,
                 .shared_values = last(k),
                 .edge_messages = gat_.edge_messages_,
                 .edge_scores = edge_scores(layer)};
        ColumnMoments moments(static_cast<std::size_t>(customer_blocks_) + 1, gat_.units_);
        // The depot's parts come first: they are the longest pieces of work.
        workers_.run(depot_parts_ + customer_blocks_, 1, [&](int begin, int end, int worker) {
            for (int index = begin; index < end; ++index) {
                if (index < depot_parts_)
                    attend_depot_part(index, worker);
                else
                    attend_block(layer, last(k), index - depot_parts_, worker, moments);
            }
        });
        merge_depot(layer, last(k), moments);
        const Normalization norm = moments.normalization(layer.norm_weight, layer.norm_bias);
        workers_.run(graph_.nodes(), nodes_per_block, [&](int begin, int end, int) {
            const std::size_t first = static_cast<std::size_t>(begin) * gat_.units_;
            kernels::scale_shift(x_.data() + first, static_cast<std::size_t>(end - begin),
                                 gat_.units_, norm.scale.data(), norm.shift.data(), false,
                                 h_.data() + first);
            if (!last(k)) project(k + 1, begin, end);
        });
    }

    // Edge messages need e_ij itself. Without them the scores can be looked up, if e_ij can.
    kernels::DistanceTable edge_scores(const GatLayer& layer) {
        kernels::DistanceTable table = edges_.table;
        if (!table.exists() || gat_.edge_messages_) return {};
        table.width = padded(gat_.heads_);
        edge_scores_.resize(table.knots * table.width);
        kernels::linear(
            {&layer.edge_scores, table.values, gat_.units_, edge_scores_.data(), table.width},
            table.knots);
        table.values = edge_scores_.data();
        return table;
    }

    // Computes what layer k reads about nodes begin..end.
    void project(std::size_t k, int begin, int end) {
        const GatLayer& layer = gat_.layers_[k];
        const auto first = static_cast<std::size_t>(begin);
        const auto rows = static_cast<std::size_t>(end - begin);
        const float* h = h_.data() + first * gat_.units_;
        kernels::linear(
            {&layer.scores, h, gat_.units_, scores_.data() + first * score_stride_, score_stride_},
            rows);
        if (last(k)) return;
        const std::size_t wide = gat_.heads_ * layer.padded_width;
        kernels::linear({&layer.project, h, gat_.units_, values_.data() + first * wide, wide},
                        rows);
    }

    // The memory for the sums of one row: values, then edges.
    kernels::AttentionSums sums_at(float* sums, float* levels) const {
        std::fill_n(sums, row_stride(), 0.0F);
        std::fill_n(levels, 2 * gat_.heads_, 0.0F);
        return {levels, levels + gat_.heads_, sums, sums + gat_.heads_ * args_.value_width};
    }
    std::size_t row_stride() const {
        return gat_.heads_ * (args_.value_width + (gat_.edge_messages_ ? gat_.units_ : 0));
    }

    void attend_block(const GatLayer& layer, bool last, int block, int worker,
                      ColumnMoments& moments) {
        float* scratch = scratch_[static_cast<std::size_t>(worker)].data();
        float* sums = scratch + kernels::attention_scratch(gat_.units_, gat_.heads_);
        float* levels = sums + rows_per_block * sums_stride_;
        const int first = 1 + block * rows_per_block;
        const int rows = std::min(rows_per_block, graph_.customers + 1 - first);
        for (int r = 0; r < rows; ++r) {
            const std::size_t row = graph_.row(first + r);
            const auto index = static_cast<std::size_t>(r);
            const auto state =
                sums_at(sums + index * row_stride(), levels + index * 2 * gat_.heads_);
            kernels::attend(
                args_,
                {first + r, 0, attended_, graph_.target.data() + row, graph_.distance.data() + row},
                scratch, state);
            kernels::finish_attention(args_, state);
        }
        float* x = x_.data() + static_cast<std::size_t>(first) * gat_.units_;
        messages(layer, last, sums, static_cast<std::size_t>(rows), x);
        moments.measure(static_cast<std::size_t>(block) + 1, x, static_cast<std::size_t>(rows));
    }

    // x = SiLU(m) from the finished sums of some rows.
    void messages(const GatLayer& layer, bool last, float* sums, std::size_t rows, float* x) const {
        const std::size_t stride = row_stride();
        if (last) {
            kernels::linear(
                {&layer.combine, sums, stride, x, gat_.units_, kernels::Activation::silu}, rows);
            return;
        }
        const std::size_t wide = gat_.heads_ * layer.padded_width;
        for (std::size_t h = 0; h < layer.message.size(); ++h)
            kernels::linear(
                {&layer.message[h], sums + wide + h * gat_.units_, stride,
                 sums + h * layer.padded_width, stride, kernels::Activation::none, true},
                rows);
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t h = 0; h < gat_.heads_; ++h)
                std::copy_n(sums + r * stride + h * layer.padded_width, layer.width,
                            x + r * gat_.units_ + h * layer.width);
        kernels::silu_array(x, x, rows * gat_.units_);
    }

    void attend_depot_part(int part, int worker) {
        const auto index = static_cast<std::size_t>(part);
        const int first = part * depot_part;
        const std::size_t row = graph_.row(0) + static_cast<std::size_t>(first);
        const auto state = sums_at(parts_.data() + index * row_stride(),
                                   part_levels_.data() + index * 2 * gat_.heads_);
        kernels::attend(
            args_,
            {0, first, static_cast<std::size_t>(std::min(depot_part, graph_.customers - first)),
             graph_.target.data() + row, graph_.distance.data() + row},
            scratch_[static_cast<std::size_t>(worker)].data(), state);
    }

    // Rescales the parts of the depot's row to the largest score, and adds them up.
    void merge_depot(const GatLayer& layer, bool last, ColumnMoments& moments) {
        const std::size_t heads = gat_.heads_;
        const auto parts = static_cast<std::size_t>(depot_parts_);
        const kernels::AttentionSums all{part_levels_.data(), part_levels_.data() + heads,
                                         parts_.data(), parts_.data() + heads * args_.value_width};
        for (std::size_t h = 0; h < heads; ++h) {
            const float before = all.largest[h];
            for (std::size_t p = 1; p < parts; ++p)
                all.largest[h] = std::max(all.largest[h], part_levels_[p * 2 * heads + h]);
            scale_head(h, 0, 0, std::exp(before - all.largest[h]));
            for (std::size_t p = 1; p < parts; ++p)
                scale_head(h, p, 1, std::exp(part_levels_[p * 2 * heads + h] - all.largest[h]));
        }
        kernels::finish_attention(args_, all);
        messages(layer, last, parts_.data(), 1, x_.data());
        moments.measure(0, x_.data(), 1);
    }

    // Part 0 of head h = keep * (part 0) + factor * (part p). For p = 0 it is only scaled.
    void scale_head(std::size_t h, std::size_t p, float keep, float factor) {
        const std::size_t heads = gat_.heads_;
        const auto add = [&](float* to, const float* from, std::size_t count) {
            for (std::size_t c = 0; c < count; ++c) to[c] = keep * to[c] + factor * from[c];
        };
        const float* part = parts_.data() + p * row_stride();
        add(part_levels_.data() + heads + h, part_levels_.data() + (2 * p + 1) * heads + h, 1);
        add(parts_.data() + h * args_.value_width, part + h * args_.value_width, args_.value_width);
        if (!gat_.edge_messages_) return;
        const std::size_t edges = heads * args_.value_width + h * gat_.units_;
        add(parts_.data() + edges, part + edges, gat_.units_);
    }

    const Gat& gat_;
    const Graph& graph_;
    const kernels::EmbeddingArgs& edges_;
    const Workers& workers_;
    AlignedVector<float>& h_;
    std::size_t attended_;  // edges of a customer's row
    int depot_parts_;
    int customer_blocks_;
    std::size_t score_stride_;
    std::size_t sums_stride_ = 0;
    kernels::AttentionArgs args_;
    AlignedVector<float> scores_;                // [n, score_stride]
    AlignedVector<float> values_;                // [n, heads * padded width]
    AlignedVector<float> x_;                     // [n, units]: SiLU(m)
    AlignedVector<float> edge_scores_;           // [knots, heads padded]
    std::vector<AlignedVector<float>> scratch_;  // by worker
    AlignedVector<float> parts_;                 // [depot parts, sums of a row]
    std::vector<float> part_levels_;             // [depot parts, 2 heads]: largest, total
};

void Gat::run(const Graph& graph, const kernels::EmbeddingArgs& edges, int k_attention,
              const Workers& workers, AlignedVector<float>& h) const {
    LayerRun(*this, graph, edges, k_attention, workers, h).run();
}

}  // namespace

std::unique_ptr<Encoder> make_gat(const Model& model) { return std::make_unique<Gat>(model); }

}  // namespace odgear::policy
