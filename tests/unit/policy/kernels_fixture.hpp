// Runs every test of the kernels on each instruction set that both this machine and the binary
// have.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>

#include "models.hpp"
#include "odgear/core/random.hpp"
#include "odgear/policy/kernels/kernels.hpp"
#include "support/policy/kernel_reference.hpp"

namespace odgear::policy::kernels {

using Floats = AlignedVector<float>;

inline Floats draw(Random& random, std::size_t count, double scale = 1) {
    Floats values(count);
    for (float& v : values) v = float(scale * testing::normal(random));
    return values;
}

inline PackedMatrix draw_matrix(Random& random, std::size_t inputs, std::size_t outputs) {
    PackedMatrix matrix(inputs, outputs);
    for (std::size_t o = 0; o < outputs; ++o) {
        matrix.bias[o] = float(testing::normal(random));
        for (std::size_t i = 0; i < inputs; ++i)
            matrix.at(o, i) = float(testing::normal(random) / std::sqrt(double(inputs)));
    }
    return matrix;
}

// Equal up to rounding; minus infinity, for what is not allowed, exactly.
template <class Expected>
void expect_logits(const Floats& logits, const Expected& expected) {
    ASSERT_EQ(logits.size(), expected.size());
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (std::isinf(expected[i]))
            EXPECT_EQ(logits[i], -INFINITY);
        else
            EXPECT_NEAR(logits[i], expected[i], 1e-6);
    }
}

class KernelTest : public ::testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override {
        hwy::SetSupportedTargetsForTest(GetParam());
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    void TearDown() override {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

}  // namespace odgear::policy::kernels
