// The fused kernels of the policy, one source each, compiled for several instruction sets and
// chosen at run time (Highway). Each has a scalar reference in reference.hpp; tests bound the
// difference.
//
// Widths: units and head widths are padded to 16 (pack.hpp), rows of tables to 8. The kernels
// allocate nothing; scratch memory is the caller's.
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

constexpr std::size_t tile_edges = 48;  // edges handled at once; what scratch memory is made for

// Numbers that depend on the distance of an edge alone, and so can be looked up: linear between
// knots, which stand at equal steps from 0 to the longest edge.
struct DistanceTable {
    const float* values = nullptr;  // [knots, width]; none: there is no such table
    std::size_t width = 0;
    std::size_t knots = 0;
    float per_unit = 0;  // knots in a unit of distance

    bool exists() const { return values != nullptr; }
    struct Place {
        const float* knot;  // and the next one, `width` further
        float along;
    };
    Place at(float distance) const {
        const float knot = distance * per_unit;
        const std::size_t before = std::min(static_cast<std::size_t>(knot), knots - 2);
        return {values + before * width, knot - static_cast<float>(before)};
    }
};

// Edge embeddings e_ij = SiLU(W a_ij + b) of one instance. What depends on one end only is summed
// beforehand into `source` and `target`; `scalars` holds the columns of W for what is left: d_ij,
// and for rich features rank / 20, min(d_ij / s_i, 20) / 10, cos and |sin| of the angle at the
// depot.
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

// Of the attention score, in the solver and in the trainer.
constexpr float leaky_slope = 0.2F;

// One gat layer seen from one row. Scores are LeakyReLU(source + target + edge . e_ij).
struct AttentionArgs {
    EmbeddingArgs embedding;
    std::size_t heads = 0;
    const float* scores = nullptr;  // [n, score_stride]: heads of `source`, then heads of `target`
    std::size_t score_stride = 0;
    const float* edge = nullptr;    // [heads, units]
    const float* values = nullptr;  // [n, value_stride]
    std::size_t value_stride = 0;
    std::size_t value_width = 0;  // of one head, padded
    bool shared_values = false;   // every head sums the same columns (the last layer, see gat.cpp)
    bool edge_messages = false;
    DistanceTable edge_scores{};  // edge . e_ij of each head, where e_ij itself is not needed
};

// Running softmax of a row: sums are relative to exp(largest). A row may be added span by span.
struct AttentionSums {
    float* largest = nullptr;  // [heads]
    float* total = nullptr;    // [heads]; 0 before the first span
    float* values = nullptr;   // [heads, value_width]
    float* edges = nullptr;    // [heads, units]; when edge_messages
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
// Output t of edge m goes to planes[t * plane_stride + m]. Any count.
void decode(const DecoderArgs& args, const EdgeSpan& edges, float* scratch, float* planes,
            std::size_t plane_stride);

// ---- Rollout steps ------------------------------------------------------------------------------

// A node in one trajectory's eyes, in one word so that a candidate costs one gather: its demand
// code times 8 plus the visited ones of its nearest customers; `unavailable` once visited.
using NodeWord = std::int32_t;
constexpr NodeWord unavailable = INT32_MAX;
constexpr NodeWord iso_mask = 7;

// The weight of a customer that fits but is outside of the row, as a logarithm: 1e-10.
constexpr double log_outside_weight = -23.025850929940457;
// Below this load share the third state term begins.
constexpr double low_share = 0.3;
// Customers of one block of the depot's row, in which rollouts keep partial results.
constexpr std::size_t depot_block = 64;

// The coefficients of v_0, v_1 and v_2 in the state of a vehicle: that of v_1 is `iso_unit` times
// the visited neighbours of the candidate (docs/network.md, "Decoder").
struct StateTerms {
    float load = 0;
    float iso_unit = 0;  // iso share of one visited neighbour
    float low = 0;
};
// At a customer, with this share of the capacity left.
inline StateTerms state_terms(double share, float iso_unit) {
    return {static_cast<float>(share - 0.5), iso_unit,
            static_cast<float>(std::max(0.0, low_share - share) / low_share)};
}

// One row of the edge table and the state it is seen in: logit = u + load v_0 + iso v_1 + low v_2.
struct RowArgs {
    const int* targets = nullptr;   // [stride]; padding points to a node that is never available
    const float* planes = nullptr;  // [1 + terms, stride]
    std::size_t stride = 0;         // a multiple of 8
    bool state = false;             // whether there are v's
    const NodeWord* words = nullptr;
    NodeWord limit = 0;  // words above it cannot be chosen
    StateTerms terms;
};

struct Best {
    int slot = -1;  // -1: nothing can be chosen
    float logit = 0;
};

// The first of the largest logits.
Best best_slot(const RowArgs& row);
// Logits of all slots, -infinity where masked; returns the best.
Best row_logits(const RowArgs& row, float* logits);
// weights[k] = exp(beta (logits[k] - largest)), 0 where masked; count a multiple of 8. Their sum.
float softmax_weights(const float* logits, std::size_t count, float beta, float largest,
                      float* weights);

// The state of a vehicle is its load alone, and a logit is linear in the load share between these
// knots (docs/network.md, "Decoder"). So what bounds a logit, or the sum of weights, at both ends
// bounds it between them too, interpolated: both are convex.
constexpr std::size_t load_knots = 3;
constexpr float knot_shares[load_knots] = {0, static_cast<float>(low_share), 1};

// A row in an order of its own, the slots with the largest logits first, in blocks of 8: targets,
// then one vector of each plane. Steps read blocks until the rest cannot matter.
struct SortedRowArgs {
    // [count + 1, 2, load_knots], from block 1 on: no logit in this block or later ones is above
    // the first, and their weights together are no more than the second.
    const float* bounds = nullptr;
    const float* blocks = nullptr;  // [count, 2 + terms, 8], the targets as integers
    std::size_t count = 0;          // of blocks
    bool state = false;
    const NodeWord* words = nullptr;
    NodeWord limit = 0;
    StateTerms terms;
    std::size_t knot = 0;  // the load share lies between this one and the next,
    float along = 0;       // so far along

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
// The node to go to, the first of equals in this order; -1 when nothing can be chosen.
int best_sorted(const SortedRowArgs& row);

struct SortedWeights {
    std::size_t end = 0;  // the first block that was not read
    float total = 0;      // of those that were
};
// weights = exp(beta (logit - level)) of the blocks from `first` on, 0 where masked, until the rest
// is no more than `share` of their sum; share 0: one block alone.
SortedWeights sorted_weights(const SortedRowArgs& row, std::size_t first, float beta, float level,
                             float share, float* weights);

// What the order of a row goes by: the mean of the largest logits that a slot can have at the
// knots.
void mean_reach(const float* planes, std::size_t stride, bool state, float* reach);
// Fills the bounds of blocks 0 .. count (SortedRowArgs); weights are relative to the largest logit
// of the row in any state, which is returned.
float fill_bounds(const float* blocks, std::size_t count, bool state, float beta, float* bounds);

// How many of the words are not above the limit.
int count_available(const NodeWord* words, std::size_t count, NodeWord limit);
// Index of the first of the largest values; count at least 1.
std::size_t first_largest(const float* values, std::size_t count);

// Logits of consecutive nodes, for the depot's row: no targets, no limit but `unavailable`.
struct DepotArgs {
    const float* u = nullptr;  // [count]; the planes of v follow at `stride`
    std::size_t stride = 0;
    bool state = false;  // whether there are v's
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
