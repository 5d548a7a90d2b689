#include "kernels_fixture.hpp"

namespace odgear::policy::kernels {
namespace {

using DenseKernels = KernelTest;

TEST_P(DenseKernels, ExpSiluAndBoundedStayWithinTheirErrors) {
    Floats x;
    for (double v = -100; v <= 100; v += 0.0137) x.push_back(float(v));
    x.push_back(0);
    for (const std::size_t count : {x.size(), std::size_t(1), std::size_t(7)}) {
        Floats y(count);
        exp_array(x.data(), y.data(), count);
        for (std::size_t k = 0; k < count; ++k)
            if (std::abs(x[k]) < 87) {
                EXPECT_NEAR(y[k] / std::exp(double(x[k])), 1, 4e-6) << x[k];
            }
        silu_array(x.data(), y.data(), count);
        for (std::size_t k = 0; k < count; ++k) {
            const double exact = reference::silu(double(x[k]));
            EXPECT_NEAR(y[k], exact, 2e-7 + 4e-7 * std::abs(exact)) << x[k];
        }
        bounded_array(x.data(), y.data(), count, 10);
        for (std::size_t k = 0; k < count; ++k)
            EXPECT_NEAR(y[k], reference::bounded(double(x[k]), 10), 5e-6) << x[k];
    }
    float zero = 0;
    silu_array(&zero, &zero, 1);
    EXPECT_EQ(zero, 0);  // padding must stay zero
}

TEST_P(DenseKernels, Linear) {
    Random random(2);
    for (const std::size_t rows : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 11U, 48U})
        for (const std::size_t inputs : {1U, 3U, 5U, 64U, 100U})
            for (const std::size_t outputs : {1U, 16U, 40U})
                for (const bool accumulate : {false, true}) {
                    const PackedMatrix matrix = draw_matrix(random, inputs, outputs);
                    const Floats x = draw(random, rows * (inputs + 3));
                    Floats y = draw(random, rows * (matrix.outputs + 16));
                    Floats expected = y;
                    LinearArgs args{&matrix,
                                    x.data(),
                                    inputs + 3,
                                    y.data(),
                                    matrix.outputs + 16,
                                    outputs == 16 ? Activation::silu : Activation::none,
                                    accumulate};
                    linear(args, rows);
                    args.y = expected.data();
                    reference::linear(args, rows);
                    for (std::size_t k = 0; k < y.size(); ++k)
                        ASSERT_NEAR(y[k], expected[k], 4e-6) << rows << " " << inputs;
                }
}

TEST_P(DenseKernels, ColumnStatisticsAndScaleShift) {
    Random random(3);
    for (const std::size_t rows : {1U, 2U, 33U, 64U}) {
        const std::size_t columns = 48;
        Floats x = draw(random, rows * columns);
        for (float& v : x) v += 30;  // far from zero: sums of squares would lose the variance
        Floats mean(columns), deviation(columns), mean2(columns), deviation2(columns);
        column_statistics(x.data(), rows, columns, mean.data(), deviation.data());
        reference::column_statistics(x.data(), rows, columns, mean2.data(), deviation2.data());
        for (std::size_t c = 0; c < columns; ++c) {
            EXPECT_NEAR(mean[c], mean2[c], 2e-5);
            EXPECT_NEAR(deviation[c], deviation2[c], 1e-4 * (1 + double(deviation2[c])));
        }
        const Floats scale = draw(random, columns);
        const Floats shift = draw(random, columns);
        for (const bool replace : {false, true}) {
            const Floats before = draw(random, rows * columns);
            Floats h = before;
            scale_shift(x.data(), rows, columns, scale.data(), shift.data(), replace, h.data());
            for (std::size_t k = 0; k < h.size(); ++k)
                EXPECT_NEAR(
                    h[k],
                    x[k] * scale[k % columns] + shift[k % columns] + (replace ? 0 : before[k]),
                    2e-5);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, DenseKernels,
                         ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& tested) { return hwy::TargetName(tested.param); });

}  // namespace
}  // namespace odgear::policy::kernels
