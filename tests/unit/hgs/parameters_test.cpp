#include "odgear/hgs/parameters.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"

namespace odgear::hgs {
namespace {

TEST(Parameters, DefaultsAreInRange) { EXPECT_NO_THROW(Parameters{}.check()); }

TEST(Parameters, NamesTheSettingThatIsOutOfRange) {
    Parameters parameters;
    parameters.penalty_decrease = 1.5;
    try {
        parameters.check();
        FAIL() << "accepted";
    } catch (const ConfigurationError& error) {
        EXPECT_NE(std::string(error.what()).find("penalty_decrease"), std::string::npos);
    }
}

}  // namespace
}  // namespace odgear::hgs
