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

constexpr std::size_t panel_vectors = panel_width / wide_lanes;
// Rows and panels of a block, so that the sums, the weights and one input fit into the registers: 16
// of 8 lanes hold 6 x 2 sums, 32 of 16 lanes twice as many columns.
constexpr std::size_t block_rows = panel_vectors <= 2 ? 6 : panel_vectors == 4 ? 3 : 1;
constexpr std::size_t block_panels = panel_vectors == 1 ? 2 : 1;

// The inputs: element k of row m is at data[m * row + k * column].
struct Inputs {
    const float* data;
    std::size_t row;
    std::size_t column;
};

template <std::size_t rows, std::size_t panels, class Init, class Finish>
HWY_INLINE void multiply_block(const Inputs& x, std::size_t first, const float* HWY_RESTRICT panel,
                               std::size_t depth, std::size_t column, const Init& init,
                               const Finish& finish) {
    constexpr std::size_t vectors = panels * panel_vectors;
    WideVec sums[rows][vectors];
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t v = 0; v < vectors; ++v)
            sums[m][v] = init(first + m, column + v * wide_lanes);
    const float* HWY_RESTRICT data = x.data + first * x.row;
    for (std::size_t k = 0; k < depth; ++k) {
        WideVec weights[vectors];
        for (std::size_t p = 0; p < panels; ++p)
            for (std::size_t v = 0; v < panel_vectors; ++v)
                weights[p * panel_vectors + v] =
                    hn::Load(wide_floats, panel + (p * depth + k) * panel_width + v * wide_lanes);
        for (std::size_t m = 0; m < rows; ++m) {
            const WideVec input = hn::Set(wide_floats, data[m * x.row + k * x.column]);
            for (std::size_t v = 0; v < vectors; ++v)
                sums[m][v] = hn::MulAdd(input, weights[v], sums[m][v]);
        }
    }
    for (std::size_t m = 0; m < rows; ++m)
        for (std::size_t v = 0; v < vectors; ++v)
            finish(first + m, column + v * wide_lanes, sums[m][v]);
}

// All rows times `panels` panels.
template <std::size_t panels, class Init, class Finish>
HWY_INLINE void multiply_panels(const Inputs& x, std::size_t rows, const float* panel,
                                std::size_t depth, std::size_t column, const Init& init,
                                const Finish& finish) {
    std::size_t m = 0;
    for (; m + block_rows <= rows; m += block_rows)
        multiply_block<block_rows, panels>(x, m, panel, depth, column, init, finish);
    switch (rows - m) {
        case 5: multiply_block<5, panels>(x, m, panel, depth, column, init, finish); break;
        case 4: multiply_block<4, panels>(x, m, panel, depth, column, init, finish); break;
        case 3: multiply_block<3, panels>(x, m, panel, depth, column, init, finish); break;
        case 2: multiply_block<2, panels>(x, m, panel, depth, column, init, finish); break;
        case 1: multiply_block<1, panels>(x, m, panel, depth, column, init, finish); break;
        default: break;
    }
}

template <class Init, class Finish>
HWY_INLINE void multiply(const Inputs& x, std::size_t rows, const PackedMatrix& matrix,
                         const Init& init, const Finish& finish) {
    const std::size_t panels = matrix.outputs / panel_width;
    const std::size_t depth = matrix.inputs;
    std::size_t p = 0;
    for (; p + block_panels <= panels; p += block_panels)
        multiply_panels<block_panels>(x, rows, matrix.panel(p), depth, p * panel_width, init,
                                      finish);
    if constexpr (block_panels > 1)
        if (p < panels)
            multiply_panels<1>(x, rows, matrix.panel(p), depth, p * panel_width, init, finish);
}

struct StartFromBias {
    const float* bias;
    HWY_INLINE WideVec operator()(std::size_t, std::size_t column) const {
        return hn::Load(wide_floats, bias + column);
    }
};

// A sum starts from the terms of the two ends of an edge.
struct StartFromEnds {
    const float* source;      // [units] of this row's node
    const float* target;      // [n, units]
    const int* target_nodes;  // by edge
    std::size_t units;
    HWY_INLINE WideVec operator()(std::size_t edge, std::size_t column) const {
        const auto j = static_cast<std::size_t>(target_nodes[edge]);
        return hn::Add(hn::Load(wide_floats, source + column),
                       hn::Load(wide_floats, target + j * units + column));
    }
};

struct StoreSum {
    float* out;
    std::size_t stride;
    HWY_INLINE void operator()(std::size_t row, std::size_t column, WideVec sum) const {
        hn::Store(sum, wide_floats, out + row * stride + column);
    }
};

// A separate pass, because it would delay the products between two blocks. `count` is a multiple of
// a panel's width.
HWY_INLINE void silu_in_place(float* HWY_RESTRICT x, std::size_t count) {
    std::size_t k = 0;
    for (; k + 2 * wide_lanes <= count; k += 2 * wide_lanes) {
        WideVec pair[2] = {hn::Load(wide_floats, x + k), hn::Load(wide_floats, x + k + wide_lanes)};
        fast_silus(pair);
        hn::Store(pair[0], wide_floats, x + k);
        hn::Store(pair[1], wide_floats, x + k + wide_lanes);
    }
    for (; k < count; k += wide_lanes)
        hn::Store(fast_silu(hn::Load(wide_floats, x + k)), wide_floats, x + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace odgear::policy::kernels
HWY_AFTER_NAMESPACE();

#endif
