// The fused kernels of the policy. Each has one source, is compiled for several instruction sets
// and chosen at run time (Highway). Each has a scalar reference in reference.hpp; tests bound the
// difference.
//
// Widths: units and head widths are padded to 16 (pack.hpp), rows of tables to 8. The kernels
// allocate nothing; the caller provides scratch memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "odgear/policy/kernels/pack.hpp"

namespace odgear::policy::kernels {

// The instruction set in use, for benchmark reports.
const char* instruction_set();

// y[i] = exp(x[i]), SiLU(x[i]), bound * tanh(x[i] / bound).
void exp_array(const float* x, float* y, std::size_t count);
void silu_array(const float* x, float* y, std::size_t count);
void bounded_array(const float* x, float* y, std::size_t count, float bound);

// ---- Dense layers -------------------------------------------------------------------------------

enum class Activation : std::uint8_t { none, silu };

// y[r, :] = activation(x[r, :] W^T + b [+ y[r, :] when accumulating]).
struct LinearArgs {
    const PackedMatrix* matrix = nullptr;
    const float* x = nullptr;
    std::size_t x_stride = 0;
    float* y = nullptr;
    std::size_t y_stride = 0;
    Activation activation = Activation::none;
    bool accumulate = false;
};
void linear(const LinearArgs& args, std::size_t rows);

// Mean and sum of squared deviations of each column; [columns] each.
void column_statistics(const float* x, std::size_t rows, std::size_t columns, float* mean,
                       float* deviation);
// h[r, c] += x[r, c] * scale[c] + shift[c]; or h = ... when `replace`.
void scale_shift(const float* x, std::size_t rows, std::size_t columns, const float* scale,
                 const float* shift, bool replace, float* h);

// ---- Edges --------------------------------------------------------------------------------------

constexpr std::size_t tile_edges = 48;  // edges processed at once; the size of scratch memory

// Values that depend only on the distance of an edge, and so can be looked up. They are linear
// between knots, which are equally spaced from 0 to the longest edge.
struct DistanceTable {
    const float* values = nullptr;  // [knots, width]; null: no table
    std::size_t width = 0;
    std::size_t knots = 0;
    float per_unit = 0;  // knots per unit of distance

    bool exists() const { return values != nullptr; }
    struct Place {
        const float* knot;  // the next knot is `width` further
        float along;
    };
    Place at(float distance) const {
        const float knot = distance * per_unit;
        const std::size_t before = std::min(static_cast<std::size_t>(knot), knots - 2);
        return {values + before * width, knot - static_cast<float>(before)};
    }
};

// Edge embeddings e_ij = SiLU(W a_ij + b) of one instance. Terms that depend on one end only are
// summed beforehand into `source` and `target`. `scalars` holds the columns of W for the rest:
// d_ij, and for rich features rank / 20, min(d_ij / s_i, 20) / 10, cos and |sin| of the angle at
// the depot.
struct EmbeddingArgs {
    std::size_t units = 0;  // D, padded
    bool rich = true;
    bool planar = true;
    const PackedMatrix* scalars = nullptr;
    const float* source = nullptr;  // [n, units]
    const float* target = nullptr;  // [n, units]
    const float* unit_x = nullptr;  // [n] each
    const float* unit_y = nullptr;
    const float* spacing = nullptr;
    const float* distance = nullptr;  // [E] of the whole graph, with `nearness`
    const float* nearness = nullptr;  // [E] in place of the cosine; null: the cosine
    DistanceTable table{};            // e_ij, unless the features are rich
};

// Slots first_slot .. first_slot + count of the row of `node`.
struct EdgeSpan {
    int node = 0;
    int first_slot = 0;
    std::size_t count = 0;
    const int* target = nullptr;      // [count]
    const float* distance = nullptr;  // [count]
};

constexpr std::size_t scalar_rows = 5;

constexpr std::size_t embed_scratch() { return scalar_rows * tile_edges; }
// e[count, units], count at most tile_edges.
void embed(const EmbeddingArgs& args, const EdgeSpan& edges, float* scratch, float* e);

// The slope of the attention score, in the solver and in the trainer.
constexpr float leaky_slope = 0.2F;

// The data of one gat layer for one row. Scores are LeakyReLU(source + target + edge . e_ij).
struct AttentionArgs {
    EmbeddingArgs embedding;
    std::size_t heads = 0;
    const float* scores = nullptr;  // [n, score_stride]: heads of `source`, then heads of `target`
    std::size_t score_stride = 0;
    const float* edge = nullptr;    // [heads, units]
    const float* values = nullptr;  // [n, value_stride]
    std::size_t value_stride = 0;
    std::size_t value_width = 0;  // of one head, with padding
    bool shared_values = false;   // all heads sum the same columns (the last layer, see gat.cpp)
    bool edge_messages = false;
    DistanceTable edge_scores{};  // edge . e_ij of each head, if e_ij itself is not needed
};

// Running softmax of a row: sums are relative to exp(largest). A row may be added in several spans.
struct AttentionSums {
    float* largest = nullptr;  // [heads]
    float* total = nullptr;    // [heads]; 0 before the first span
    float* values = nullptr;   // [heads, value_width]
    float* edges = nullptr;    // [heads, units]; if there are edge messages
};

constexpr std::size_t attention_scratch(std::size_t units, std::size_t heads) {
    return embed_scratch() + tile_edges * (units + heads);
}
void attend(const AttentionArgs& args, const EdgeSpan& edges, float* scratch,
            const AttentionSums& sums);
// Divides the sums by their totals.
void finish_attention(const AttentionArgs& args, const AttentionSums& sums);

// The decoder over one span of edges.
struct DecoderArgs {
    EmbeddingArgs embedding;
    const float* source = nullptr;         // [n, units]: decoder.source h_i + bias
    const float* target = nullptr;         // [n, units]: decoder.target h_j
    const PackedMatrix* edge = nullptr;    // decoder.edge
    const PackedMatrix* hidden = nullptr;  // decoder.hidden, or none
    std::size_t outputs = 0;               // 1 + T, at most 4
    const float* out = nullptr;            // [outputs, units]
    const float* out_bias = nullptr;       // [outputs]
    float bound = 0;
    DistanceTable edge_terms{};  // decoder.edge e_ij
};

constexpr std::size_t decoder_scratch(std::size_t units) {
    return embed_scratch() + 2 * tile_edges * units;
}
// Output t of edge m goes to planes[t * plane_stride + m]. Any count is allowed.
void decode(const DecoderArgs& args, const EdgeSpan& edges, float* scratch, float* planes,
            std::size_t plane_stride);

// ---- Rollout steps ------------------------------------------------------------------------------

// The state of a node in one trajectory, in one word so that a candidate costs one gather: its
// demand code times 8, plus the number of its nearest customers that are visited; `unavailable`
// once it is visited itself.
using NodeWord = std::int32_t;
constexpr NodeWord unavailable = INT32_MAX;
constexpr NodeWord iso_mask = 7;

// The weight of a customer that fits but is outside of the row, as a logarithm: 1e-10.
constexpr double log_outside_weight = -23.025850929940457;
// The third state term is not zero below this load share.
constexpr double low_share = 0.3;
// Customers per block of the depot's row. Rollouts store partial results for each block.
constexpr std::size_t depot_block = 64;

// The coefficients of v_0, v_1 and v_2 in the state of a vehicle. That of v_1 is `iso_unit` times
// the number of visited neighbours of the candidate (docs/network.md, "Decoder").
struct StateTerms {
    float load = 0;
    float iso_unit = 0;  // change of iso by one visited neighbour
    float low = 0;
};
// At a customer, with this share of the capacity left.
inline StateTerms state_terms(double share, float iso_unit) {
    return {static_cast<float>(share - 0.5), iso_unit,
            static_cast<float>(std::max(0.0, low_share - share) / low_share)};
}

// One row of the edge table and the current state: logit = u + load v_0 + iso v_1 + low v_2.
struct RowArgs {
    const int* targets = nullptr;   // [stride]; padding leads to a node that is never available
    const float* planes = nullptr;  // [1 + terms, stride]
    std::size_t stride = 0;         // a multiple of 8
    bool state = false;             // whether there are planes v
    const NodeWord* words = nullptr;
    NodeWord limit = 0;  // nodes with larger words cannot be chosen
    StateTerms terms;
};

struct Best {
    int slot = -1;  // -1: no slot can be chosen
    float logit = 0;
};

// The slot with the largest logit, the first one of equals.
Best best_slot(const RowArgs& row);
// Computes the logits of all slots, -infinity where masked; returns the best.
Best row_logits(const RowArgs& row, float* logits);
// Sets weights[k] = exp(beta (logits[k] - largest)), 0 where masked; returns their sum. `count` is
// a multiple of 8.
float softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                      float* weights);

// The state of a vehicle is its load alone, and a logit is linear in the load share between these
// knots (docs/network.md, "Decoder"). Logits and sums of weights are therefore convex between two
// knots: if they are bounded at both knots, the interpolated bounds hold between them.
constexpr std::size_t load_knots = 3;
constexpr float knot_shares[load_knots] = {0, static_cast<float>(low_share), 1};

// A row sorted so that the slots with the largest logits come first, in blocks of 8: targets, then
// one vector of each plane. Steps read blocks until the rest cannot matter.
struct SortedRowArgs {
    // [count + 1, 2, load_knots], from block 1 on. The first bounds every logit in this block and
    // later ones, the second the sum of their weights.
    const float* bounds = nullptr;
    const float* blocks = nullptr;  // [count, 2 + terms, 8]; the targets are integers
    std::size_t count = 0;          // number of blocks
    bool state = false;
    const NodeWord* words = nullptr;
    NodeWord limit = 0;
    StateTerms terms;
    std::size_t knot = 0;  // the load share lies between this knot and the next,
    float along = 0;       // at this fraction of the way

    float logit_bound(std::size_t block) const { return at_load(bounds + block * bound_size); }
    float rest_bound(std::size_t block) const {
        return at_load(bounds + block * bound_size + load_knots);
    }
    static constexpr std::size_t bound_size = 2 * load_knots;

private:
    float at_load(const float* knots) const {
        return (1 - along) * knots[knot] + along * knots[knot + 1];
    }
};
constexpr std::size_t sorted_block = 8;
// The best node to go to, the first of equals in this order; -1 if none can be chosen.
int best_sorted(const SortedRowArgs& row);

struct SortedWeights {
    std::size_t end = 0;  // the first block that was not read
    float total = 0;      // sum over the blocks that were read
};
// Sets weights = exp(beta (logit - level)) of the blocks from `first` on, 0 where masked, until the
// rest is at most `share` of their sum. With share 0, one block only.
SortedWeights sorted_weights(const SortedRowArgs& row, std::size_t first, float beta, float level,
                             float share, float* weights);

// The sort key of a row's slots: the mean over the knots of the largest logit that a slot can have.
void mean_reach(const float* planes, std::size_t stride, bool state, float* reach);
// Fills the bounds of blocks 0 .. count (SortedRowArgs). Weights are relative to the largest logit
// of the row in any state, which is returned.
float fill_bounds(const float* blocks, std::size_t count, bool state, float beta, float* bounds);

// How many of the words are at most the limit.
int count_available(const NodeWord* words, std::size_t count, NodeWord limit);
// Index of the first largest value; count at least 1.
std::size_t first_largest(const float* values, std::size_t count);

// Logits of consecutive nodes, for the depot's row. It has no targets, and `unavailable` is the
// only limit.
struct DepotArgs {
    const float* u = nullptr;  // [count]; the planes of v follow at `stride`
    std::size_t stride = 0;
    bool state = false;  // whether there are planes v
    const NodeWord* words = nullptr;
    std::size_t count = 0;  // a multiple of 8
    float iso_unit = 0;
};
Best depot_logits(const DepotArgs& depot, float* logits);

struct DepotWeights {
    Best best;
    float total = 0;
};
// weights[k] = exp(beta (logit - level)), 0 where masked.
DepotWeights depot_weights(const DepotArgs& depot, float beta, float level, float* weights);

}  // namespace odgear::policy::kernels
