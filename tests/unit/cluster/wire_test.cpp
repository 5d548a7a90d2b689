#include "odgear/core/wire.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/cluster/instance_wire.hpp"
#include "support/random_instances.hpp"

namespace odgear::cluster {
namespace {

RC_GTEST_PROP(Wire, ReadsWhatWasWritten,
              (const std::vector<int>& numbers, const std::string& words, double value,
               const std::vector<std::vector<int>>& routes)) {
    Writer out;
    out.list(numbers);
    out.text(words);
    out.plain(value);
    out.routes(routes);
    const std::string bytes = out.take();
    Reader in(bytes);
    RC_ASSERT(in.list<int>() == numbers);
    RC_ASSERT(in.text() == words);
    RC_ASSERT(in.plain<double>() == value);
    RC_ASSERT(in.routes() == routes);
    RC_ASSERT(in.at_end());
}

RC_GTEST_PROP(Wire, AMessageCutShortIsAnError, (const std::vector<std::vector<int>>& routes)) {
    Writer out;
    out.routes(routes);
    const std::string bytes = out.take();
    const auto length = *rc::gen::inRange<std::size_t>(0, bytes.size());
    Reader in(std::string_view(bytes).substr(0, length));
    RC_ASSERT_THROWS_AS(in.routes(), InternalError);
}

RC_GTEST_PROP(Wire, AnInstanceIsTheSameAfterwards, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = odgear::testing::random_instance(
        random, {.customers = random.between(1, 60), .asymmetric = random.below(3) == 0});
    Writer out;
    write_instance(out, instance);
    const std::string bytes = out.take();
    Reader in(bytes);
    const Instance copy = read_instance(in);
    RC_ASSERT(copy.nodes() == instance.nodes());
    RC_ASSERT(copy.capacity() == instance.capacity());
    RC_ASSERT(copy.demands() == instance.demands());
    RC_ASSERT(copy.max_vehicles() == instance.max_vehicles());
    for (int i = 0; i < instance.nodes(); ++i)
        for (int j = 0; j < instance.nodes(); ++j)
            RC_ASSERT(copy.distance(i, j) == instance.distance(i, j));
}

}  // namespace
}  // namespace odgear::cluster
