// Every kernel in plain loops, with sums in double precision, as a reference for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "odgear/policy/kernels/kernels.hpp"

namespace odgear::policy::kernels::reference {

inline double silu(double x) { return x / (1 + std::exp(-x)); }
inline double bounded(double x, double bound) { return bound * std::tanh(x / bound); }

inline double weight_of(const PackedMatrix& matrix, std::size_t output, std::size_t input) {
    const std::size_t panel = output / panel_width;
    return double(
        matrix.data[(panel * matrix.inputs + input) * panel_width + output % panel_width]);
}

inline void linear(const LinearArgs& args, std::size_t rows) {
    const PackedMatrix& matrix = *args.matrix;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t o = 0; o < matrix.outputs; ++o) {
            float& y = args.y[r * args.y_stride + o];
            double sum = double(matrix.bias[o]) + (args.accumulate ? double(y) : 0);
            for (std::size_t i = 0; i < matrix.inputs; ++i)
                sum += double(args.x[r * args.x_stride + i]) * weight_of(matrix, o, i);
            y = float(args.activation == Activation::silu ? silu(sum) : sum);
        }
}

inline void column_statistics(const float* x, std::size_t rows, std::size_t columns, float* mean,
                              float* deviation) {
    for (std::size_t c = 0; c < columns; ++c) {
        double middle = 0;
        double squares = 0;
        for (std::size_t r = 0; r < rows; ++r) middle += double(x[r * columns + c]) / double(rows);
        for (std::size_t r = 0; r < rows; ++r)
            squares += std::pow(double(x[r * columns + c]) - middle, 2);
        mean[c] = float(middle);
        deviation[c] = float(squares);
    }
}

// The scalars of one edge, as EmbeddingArgs states them.
inline std::vector<double> scalars(const EmbeddingArgs& args, const EdgeSpan& edges,
                                   std::size_t m) {
    const auto i = std::size_t(edges.node);
    const auto j = std::size_t(edges.target[m]);
    const double d = double(edges.distance[m]);
    if (!args.rich) return {d};
    const double ux = double(args.unit_x[i]);
    const double uy = double(args.unit_y[i]);
    const double vx = double(args.unit_x[j]);
    const double vy = double(args.unit_y[j]);
    const bool at_depot = (ux == 0 && uy == 0) || (vx == 0 && vy == 0);
    const double rank = edges.node == 0 ? 0 : double(edges.first_slot) + double(m);
    return {d, rank / 20, std::min(d / double(args.spacing[i]), 20.0) / 10,
            !args.planar ? 0
            : at_depot   ? 1
                         : ux * vx + uy * vy,
            !args.planar || at_depot ? 0 : std::abs(ux * vy - uy * vx)};
}

inline std::vector<double> embed(const EmbeddingArgs& args, const EdgeSpan& edges) {
    std::vector<double> e;
    for (std::size_t m = 0; m < edges.count; ++m) {
        const std::vector<double> f = scalars(args, edges, m);
        for (std::size_t c = 0; c < args.units; ++c) {
            double sum = double(args.source[std::size_t(edges.node) * args.units + c]) +
                         double(args.target[std::size_t(edges.target[m]) * args.units + c]);
            for (std::size_t k = 0; k < f.size(); ++k) sum += f[k] * weight_of(*args.scalars, c, k);
            e.push_back(silu(sum));
        }
    }
    return e;
}

// The finished sums of one whole row: [heads, value_width] and [heads, units].
struct Attention {
    std::vector<double> values;
    std::vector<double> edges;
};
inline Attention attend(const AttentionArgs& args, const EdgeSpan& edges) {
    const std::size_t units = args.embedding.units;
    const std::vector<double> e = embed(args.embedding, edges);
    Attention result{std::vector<double>(args.heads * args.value_width),
                     std::vector<double>(args.heads * units)};
    for (std::size_t h = 0; h < args.heads; ++h) {
        std::vector<double> weights;
        double largest = std::numeric_limits<double>::lowest();
        double total = 0;
        for (std::size_t m = 0; m < edges.count; ++m) {
            const auto j = std::size_t(edges.target[m]);
            double score = double(args.scores[std::size_t(edges.node) * args.score_stride + h]) +
                           double(args.scores[j * args.score_stride + args.heads + h]);
            for (std::size_t c = 0; c < units; ++c)
                score += double(args.edge[h * units + c]) * e[m * units + c];
            weights.push_back(score > 0 ? score : 0.2 * score);
            largest = std::max(largest, weights.back());
        }
        for (double& w : weights) total += w = std::exp(w - largest);
        for (std::size_t m = 0; m < edges.count; ++m) {
            const float* value = args.values + std::size_t(edges.target[m]) * args.value_stride +
                                 (args.shared_values ? 0 : h * args.value_width);
            for (std::size_t c = 0; c < args.value_width; ++c)
                result.values[h * args.value_width + c] += weights[m] / total * double(value[c]);
            for (std::size_t c = 0; c < units; ++c)
                result.edges[h * units + c] += weights[m] / total * e[m * units + c];
        }
    }
    return result;
}

// [outputs, count].
inline std::vector<double> decode(const DecoderArgs& args, const EdgeSpan& edges) {
    const std::size_t units = args.embedding.units;
    const std::vector<double> e = embed(args.embedding, edges);
    std::vector<double> planes(args.outputs * edges.count);
    for (std::size_t m = 0; m < edges.count; ++m) {
        std::vector<double> f(units);
        for (std::size_t c = 0; c < units; ++c) {
            f[c] = double(args.source[std::size_t(edges.node) * units + c]) +
                   double(args.target[std::size_t(edges.target[m]) * units + c]);
            for (std::size_t k = 0; k < units; ++k)
                f[c] += e[m * units + k] * weight_of(*args.edge, c, k);
            f[c] = silu(f[c]);
        }
        std::vector<double> g = f;
        for (std::size_t c = 0; args.hidden != nullptr && c < units; ++c) {
            g[c] = double(args.hidden->bias[c]);
            for (std::size_t k = 0; k < units; ++k) g[c] += f[k] * weight_of(*args.hidden, c, k);
            g[c] = silu(g[c]);
        }
        for (std::size_t t = 0; t < args.outputs; ++t) {
            double x = double(args.out_bias[t]);
            for (std::size_t c = 0; c < units; ++c) x += g[c] * double(args.out[t * units + c]);
            planes[t * edges.count + m] = args.bound > 0 ? bounded(x, double(args.bound)) : x;
        }
    }
    return planes;
}

inline std::vector<double> row_logits(const RowArgs& row) {
    std::vector<double> logits;
    for (std::size_t s = 0; s < row.stride; ++s) {
        const NodeWord word = row.words[row.targets[s]];
        double logit = double(row.planes[s]);
        if (row.state) {
            const float* v = row.planes + row.stride + s;
            logit += double(row.terms.load) * double(v[0]) +
                     double(word & iso_mask) * double(row.terms.iso_unit) * double(v[row.stride]) +
                     double(row.terms.low) * double(v[2 * row.stride]);
        }
        logits.push_back(word > row.limit ? -std::numeric_limits<double>::infinity() : logit);
    }
    return logits;
}

inline std::vector<double> depot_logits(const DepotArgs& depot) {
    std::vector<double> logits;
    for (std::size_t k = 0; k < depot.count; ++k) {
        const double iso = double(depot.words[k] & iso_mask) * double(depot.iso_unit);
        const double state = depot.state ? iso * double(depot.u[2 * depot.stride + k]) : 0;
        logits.push_back(depot.words[k] == unavailable ? -std::numeric_limits<double>::infinity()
                                                       : double(depot.u[k]) + state);
    }
    return logits;
}

}  // namespace odgear::policy::kernels::reference
