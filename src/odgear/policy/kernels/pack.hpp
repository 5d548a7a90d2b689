// Memory layout for the kernels: aligned arrays, rounded-up widths, and weight matrices in panels
// of 16 outputs. All padding is zero, and zero stays zero through every layer (SiLU(0) = 0), so
// kernels do not treat the last columns specially.
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace odgear::policy::kernels {

template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
    template <class U>
    bool operator==(const AlignedAllocator<U>&) const {
        return true;
    }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

// For tables of many megabytes: uses huge pages where the system has them. The memory is not
// touched before it is filled, so that threads share the cost of the first access.
void* allocate_table(std::size_t bytes);
void free_table(void* memory, std::size_t bytes);

template <class T>
struct TableAllocator {
    using value_type = T;

    TableAllocator() = default;
    template <class U>
    TableAllocator(const TableAllocator<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(allocate_table(n * sizeof(T))); }
    void deallocate(T* p, std::size_t n) { free_table(p, n * sizeof(T)); }
    template <class U>
    void construct(U* p) {
        ::new (static_cast<void*>(p)) U;
    }
    template <class U>
    bool operator==(const TableAllocator<U>&) const {
        return true;
    }
};

// New elements are uninitialised.
template <class T>
using TableVector = std::vector<T, TableAllocator<T>>;

constexpr std::size_t panel_width = 16;

constexpr std::size_t padded(std::size_t n, std::size_t unit = panel_width) {
    return (n + unit - 1) / unit * unit;
}

// x -> x W^T + b with W of shape [outputs, inputs], stored [panel][input][16].
struct PackedMatrix {
    std::size_t inputs = 0;
    std::size_t outputs = 0;  // a multiple of panel_width
    AlignedVector<float> data;
    AlignedVector<float> bias;  // [outputs]; zero when the layer has none

    PackedMatrix() = default;
    PackedMatrix(std::size_t input_count, std::size_t output_count)
        : inputs(input_count),
          outputs(padded(output_count)),
          data(inputs * outputs, 0),
          bias(outputs, 0) {}

    float& at(std::size_t output, std::size_t input) {
        return data[(output / panel_width * inputs + input) * panel_width + output % panel_width];
    }
    const float* panel(std::size_t p) const { return data.data() + p * inputs * panel_width; }
};

// From a row-major [outputs, inputs] weight; input columns beyond those of the weight are zero.
inline PackedMatrix pack(std::span<const float> weight, std::size_t outputs, std::size_t inputs,
                         std::size_t padded_inputs, std::span<const float> bias = {}) {
    PackedMatrix packed(padded_inputs, outputs);
    for (std::size_t o = 0; o < outputs; ++o)
        for (std::size_t i = 0; i < inputs; ++i) packed.at(o, i) = weight[o * inputs + i];
    for (std::size_t o = 0; o < bias.size(); ++o) packed.bias[o] = bias[o];
    return packed;
}

}  // namespace odgear::policy::kernels
