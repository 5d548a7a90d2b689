#include "odgear/policy/models/weights.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "models.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::policy {
namespace {

class WeightsFile : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        path_ = std::filesystem::temp_directory_path() /
                (std::string("odgear-weights-") + info->name() + ".safetensors");
    }
    void TearDown() override { std::filesystem::remove(path_); }

    static Model model() {
        Model made = testing::random_model({.layers = 2, .units = 8, .heads = 2});
        made.name = "tiny";
        made.training_size = 200;
        made.rho = 0.2;
        made.decode = {0};
        made.for_comparison = true;
        made.training = "none, \"quoted\" and \xC3\xA4";
        made.validation = "4.9 %";
        return made;
    }

    std::string bytes() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    // The message of the InputError when loading, or "" if it succeeds.
    std::string refusal() const {
        try {
            load_model(path_);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }
    void expect_refusal(const std::string& text, const std::string& word) const {
        write(text);
        EXPECT_NE(refusal().find(word), std::string::npos) << refusal();
        EXPECT_NE(refusal().find(path_.string()), std::string::npos) << refusal();
    }
    static std::string changed(SafeTensors content, const std::string& key,
                               const std::string& value) {
        content.metadata[key] = value;
        return serialize_safetensors(content);
    }

    std::filesystem::path path_;
};

TEST_F(WeightsFile, RoundTrip) {
    const Model before = model();
    save_model(path_, before);
    const Model after = load_model(path_);
    EXPECT_EQ(after.architecture, before.architecture);
    EXPECT_EQ(after.name, "tiny");
    EXPECT_EQ(after.training_size, 200);
    EXPECT_EQ(after.rho, 0.2);
    EXPECT_EQ(after.attention, before.attention);
    EXPECT_EQ(after.decode, before.decode);
    EXPECT_EQ(after.training, before.training);
    EXPECT_EQ(after.validation, before.validation);
    EXPECT_TRUE(after.for_comparison);
    ASSERT_EQ(after.tensors.size(), before.tensors.size());
    for (const auto& [name, tensor] : before.tensors) {
        EXPECT_EQ(after.tensors.at(name).shape, tensor.shape);
        EXPECT_EQ(after.tensors.at(name).data, tensor.data);
    }
    EXPECT_FALSE(std::filesystem::exists(path_.string() + ".part"));
}

TEST_F(WeightsFile, EveryTruncationIsRefused) {
    save_model(path_, model());
    const std::string whole = bytes();
    for (std::size_t length = 0; length < whole.size();
         length += length < 3000 ? 37 : whole.size() / 50)
        expect_refusal(whole.substr(0, length), "");
    expect_refusal(whole.substr(0, 5), "not a safetensors file");
    expect_refusal(whole.substr(0, 100), "truncated");
    expect_refusal(whole.substr(0, whole.size() - 1), "truncated");
    expect_refusal(whole + "x", "follow");
}

TEST_F(WeightsFile, DamagedHeadersAreRefused) {
    save_model(path_, model());
    const std::string whole = bytes();
    const auto swapped = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        EXPECT_NE(text.find(from), std::string::npos);
        return text.replace(text.find(from), from.size(), to);
    };
    expect_refusal(swapped("F32", "F16"), "F16");
    expect_refusal(swapped("\"shape\":[8]", "\"shape\":[9]"), "shape");
    expect_refusal(swapped("data_offsets", "data_offsetz"), "data_offsets");
    expect_refusal(swapped("logz.0.bias", "logz.0.bios"), "logz.0.bi");
    expect_refusal(std::string(64, '\xff'), "not a safetensors file");
    expect_refusal("NAME : a .vrp file\nTYPE : CVRP\n", "not a safetensors file");
    std::string header(16, ' ');
    header[0] = 8;
    std::memset(header.data() + 1, 0, 7);
    expect_refusal(header, "JSON");
}

TEST_F(WeightsFile, ManyKeysAndDoubleKeysAreReadOrRefused) {
    std::string header = "{";
    for (int i = 0; i < 60'000; ++i)
        header += (i == 0 ? "\"" : ",\"") + std::to_string(i) +
                  "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}";
    header += "}";
    const auto file = [](const std::string& text) {
        std::string bytes(8, '\0');
        const std::uint64_t length = text.size();
        std::memcpy(bytes.data(), &length, 8);
        return bytes + text;
    };
    const std::string many = file(header);
    EXPECT_EQ(parse_safetensors(std::as_bytes(std::span(many)), "f").tensors.size(), 60'000u);
    expect_refusal(file(R"({"a":{},"a":{}})"), "twice");
    expect_refusal(file(std::string(100, '[')), "JSON object");
    expect_refusal(file("{\"a\":" + std::string(100, '[')), "deep");
}

TEST_F(WeightsFile, WrongMetadataAreNamed) {
    const SafeTensors content = to_safetensors(model());
    expect_refusal(changed(content, "format", "other-2"), "other-2");
    expect_refusal(changed(content, "architecture_hash", "0"), "hash");
    expect_refusal(changed(content, "rho", "much"), "rho");
    expect_refusal(changed(content, "rho", "1.5"), "rho");
    expect_refusal(changed(content, "k_decode", "0"), "neighbours");
    SafeTensors none = content;
    none.metadata.clear();
    expect_refusal(serialize_safetensors(none), "format");
    // The architecture, with its right hash, differs from that of the tensors.
    const std::string text = to_json({.layers = 2, .units = 16, .heads = 2});
    SafeTensors other = content;
    other.metadata["architecture"] = text;
    other.metadata["architecture_hash"] = fnv1a_hex(text);
    expect_refusal(serialize_safetensors(other), "architecture asks for");
}

TEST_F(WeightsFile, NonFiniteValuesAreRefused) {
    SafeTensors content = to_safetensors(model());
    content.tensors.at("node.weight").data[3] = std::nanf("");
    expect_refusal(serialize_safetensors(content), "non-finite");
}

TEST_F(WeightsFile, MissingFileIsNamed) {
    EXPECT_NE(refusal().find("cannot be opened"), std::string::npos);
    EXPECT_THROW(save_model("/nonexistent/folder/x.safetensors", model()), InputError);
}

TEST(MeanOf, IsTheMeanOfEveryWeight) {
    const Architecture small{.layers = 1, .units = 8, .heads = 1};
    const Model first = testing::random_model(small);
    Model second = first;
    for (auto& [name, tensor] : second.tensors)
        for (float& value : tensor.data) value = -3 * value + 1;
    const Model mean = mean_of(first, second);
    EXPECT_EQ(mean.name, first.name);
    for (const auto& [name, tensor] : mean.tensors)
        for (std::size_t i = 0; i < tensor.data.size(); ++i)
            EXPECT_NEAR(tensor.data[i], 0.5F - first.tensors.at(name).data[i], 1e-6F);
    EXPECT_THROW(mean_of(first, testing::random_model({.layers = 2, .units = 8, .heads = 1})),
                 ConfigurationError);
}

TEST(NeighborRule, FixedOrThePapers) {
    EXPECT_EQ(NeighborRule{40}.at(1000), 40);
    EXPECT_EQ(NeighborRule{40}.at(10), 9);
    EXPECT_EQ(NeighborRule{0}.at(200), 40);
    EXPECT_EQ(NeighborRule{0}.at(4999), 999);
    EXPECT_EQ(NeighborRule{0}.at(5000), 500);
    EXPECT_EQ(NeighborRule{0}.at(10), 5);
    EXPECT_EQ(NeighborRule{0}.at(1), 0);
    EXPECT_EQ(NeighborRule::parse("paper"), NeighborRule{0});
    EXPECT_EQ(NeighborRule::parse("7"), NeighborRule{7});
    EXPECT_THROW(NeighborRule::parse("-3"), InputError);
}

}  // namespace
}  // namespace odgear::policy
