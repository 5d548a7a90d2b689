// Small dense products with a packed matrix, blocked so that the sums stay in registers; included
// once per instruction set. `Init` gives the value a sum starts from, and `Finish` receives the
// finished sum. Biases, gathered terms and activations are fused there.
#if defined(ODGEAR_POLICY_KERNELS_GEMM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ODGEAR_POLICY_KERNELS_GEMM_INL_H_
#undef ODGEAR_POLICY_KERNELS_GEMM_INL_H_
#else
#define ODGEAR_POLICY_KERNELS_GEMM_INL_H_
#endif

#include <hwy/highway.h>

#include "odgear/policy/kernels/math-inl.h"
#include "odgear/policy/kernels/pack.hpp"

HWY_BEFORE_NAMESPACE();
namespace odgear::policy::kernels {
namespace HWY_NAMESPACE {

constexpr std::size_t panel_vectors = panel_width / lanes;
// Rows per block: with 16 registers of 8 lanes, 6 x 2 sums, 2 weights and 1 input fit.
constexpr std::size_t block_rows = panel_vectors <= 2 ? 6 : panel_vectors == 4 ? 3 : 1;

// The inputs: element k of row m is at data[m * row + k * column].
struct Inputs {
    const float* data;
    std::size_t row;
    std::size_t column;
};

template <std::size_t rows, class Init, class Finish>
HWY_INLINE void multiply_block(const Inputs& x, std::size_t first, const float* HWY_RESTRICT panel,
                               std::size_t depth, std::size_t column, const Init& init,
                               const Finish& finish) {
    Vec sums[rows][panel_vectors];
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t v = 0; v < panel_vectors; ++v)
            sums[m][v] = init(first + m, column + v * lanes);
    const float* HWY_RESTRICT data = x.data + first * x.row;
    for (std::size_t k = 0; k < depth; ++k) {
        Vec weights[panel_vectors];
        for (std::size_t v = 0; v < panel_vectors; ++v)
            weights[v] = hn::Load(floats, panel + k * panel_width + v * lanes);
        for (std::size_t m = 0; m < rows; ++m) {
            const Vec input = hn::Set(floats, data[m * x.row + k * x.column]);
            for (std::size_t v = 0; v < panel_vectors; ++v)
                sums[m][v] = hn::MulAdd(input, weights[v], sums[m][v]);
        }
    }
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t v = 0; v < panel_vectors; ++v)
            finish(first + m, column + v * lanes, sums[m][v]);
}

template <class Init, class Finish>
HWY_INLINE void multiply(const Inputs& x, std::size_t rows, const PackedMatrix& matrix,
                         const Init& init, const Finish& finish) {
    for (std::size_t p = 0; p * panel_width < matrix.outputs; ++p) {
        const float* panel = matrix.panel(p);
        const std::size_t column = p * panel_width;
        const std::size_t depth = matrix.inputs;
        std::size_t m = 0;
        for (; m + block_rows <= rows; m += block_rows)
            multiply_block<block_rows>(x, m, panel, depth, column, init, finish);
        switch (rows - m) {
            case 5: multiply_block<5>(x, m, panel, depth, column, init, finish); break;
            case 4: multiply_block<4>(x, m, panel, depth, column, init, finish); break;
            case 3: multiply_block<3>(x, m, panel, depth, column, init, finish); break;
            case 2: multiply_block<2>(x, m, panel, depth, column, init, finish); break;
            case 1: multiply_block<1>(x, m, panel, depth, column, init, finish); break;
            default: break;
        }
    }
}

struct StartFromBias {
    const float* bias;
    HWY_INLINE Vec operator()(std::size_t, std::size_t column) const {
        return hn::Load(floats, bias + column);
    }
};

// A sum starts from the terms of the two ends of an edge.
struct StartFromEnds {
    const float* source;      // [units] of this row's node
    const float* target;      // [n, units]
    const int* target_nodes;  // by edge
    std::size_t units;
    HWY_INLINE Vec operator()(std::size_t edge, std::size_t column) const {
        const auto j = static_cast<std::size_t>(target_nodes[edge]);
        return hn::Add(hn::Load(floats, source + column),
                       hn::Load(floats, target + j * units + column));
    }
};

struct StoreSum {
    float* out;
    std::size_t stride;
    HWY_INLINE void operator()(std::size_t row, std::size_t column, Vec sum) const {
        hn::Store(sum, floats, out + row * stride + column);
    }
};

// A separate pass, because it would delay the products between two blocks. `count` is a multiple of
// a panel's width.
HWY_INLINE void silu_in_place(float* HWY_RESTRICT x, std::size_t count) {
    for (std::size_t k = 0; k < count; k += 2 * lanes) {
        Vec pair[2] = {hn::Load(floats, x + k), hn::Load(floats, x + k + lanes)};
        fast_silus(pair);
        hn::Store(pair[0], floats, x + k);
        hn::Store(pair[1], floats, x + k + lanes);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
