#include "odgear/policy/network/architecture.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"

namespace odgear::policy {
namespace {

TEST(Architecture, TextIsFixedAndReadsBack) {
    const Architecture rich;
    EXPECT_EQ(to_json(rich),
              R"({"backbone":"gat","features":"rich","layers":4,"units":64,"heads":4,)"
              R"("edge_messages":true,"decoder_hidden":2,"state_terms":3,"bound":10.0})");
    Architecture other{Backbone::transformer, FeatureSet::paper, 3, 32, 8, false, 1, 0, 0};
    EXPECT_EQ(architecture_from_json(to_json(other)), other);
    EXPECT_EQ(architecture_from_json(to_json(rich)), rich);
}

TEST(Architecture, HashIsFnv1a) {
    EXPECT_EQ(fnv1a_hex(""), "cbf29ce484222325");
    EXPECT_EQ(fnv1a_hex("a"), "af63dc4c8601ec8c");
    EXPECT_EQ(fnv1a_hex("foobar"), "85944171f73967e8");
}

TEST(Architecture, WrongTextsAreNamed) {
    const auto refused = [](const std::string& text, const std::string& word) {
        try {
            architecture_from_json(text);
        } catch (const InputError& error) {
            return std::string(error.what()).find(word) != std::string::npos;
        }
        return false;
    };
    EXPECT_TRUE(refused("[1]", "object"));
    EXPECT_TRUE(refused("{\"backbone\":\"gat\"}", "features"));
    std::string text = to_json(Architecture{});
    EXPECT_TRUE(refused(std::string(text).replace(text.find("gat"), 3, "cnn"), "cnn"));
    EXPECT_TRUE(refused(std::string(text).replace(text.find("64"), 2, "66"), "divide"));
}

TEST(Architecture, TensorsFollowTheChoices) {
    const auto find = [](const Architecture& a, const std::string& name) {
        for (const TensorSpec& spec : tensors(a))
            if (spec.name == name) return spec.shape;
        return std::vector<std::int64_t>{-1};
    };
    Architecture a;
    using Shape = std::vector<std::int64_t>;
    EXPECT_EQ(find(a, "node.weight"), (Shape{64, 10}));
    EXPECT_EQ(find(a, "edge.weight"), (Shape{64, 12}));
    EXPECT_EQ(find(a, "layers.0.project.weight"), (Shape{64, 64}));
    EXPECT_EQ(find(a, "layers.3.project.weight"), (Shape{256, 64}));
    EXPECT_EQ(find(a, "layers.0.message.weight"), (Shape{4, 16, 64}));
    EXPECT_EQ(find(a, "layers.3.message.weight"), (Shape{4, 64, 64}));
    EXPECT_EQ(find(a, "decoder.out.weight"), (Shape{4, 64}));
    EXPECT_EQ(find(a, "logz.1.weight"), (Shape{1, 64}));
    a = {Backbone::gat, FeatureSet::paper, 4, 64, 4, false, 1, 0, 0};
    EXPECT_EQ(find(a, "edge.weight"), (Shape{64, 1}));
    EXPECT_EQ(find(a, "layers.0.message.weight"), (Shape{-1}));
    EXPECT_EQ(find(a, "decoder.hidden.weight"), (Shape{-1}));
    EXPECT_EQ(find(a, "decoder.out.weight"), (Shape{1, 64}));
    a.backbone = Backbone::transformer;
    EXPECT_EQ(find(a, "layers.2.up.weight"), (Shape{256, 64}));
}

}  // namespace
}  // namespace odgear::policy
