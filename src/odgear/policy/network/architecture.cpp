#include "odgear/policy/network/architecture.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear::policy {

namespace {

using Ordered = nlohmann::ordered_json;

void require(bool holds, const char* what) {
    if (!holds) throw ConfigurationError(std::string("architecture: ") + what);
}

template <class T>
T member(const Ordered& json, const char* key) {
    try {
        return json.at(key).get<T>();
    } catch (const nlohmann::json::exception&) {
        throw InputError(std::string("architecture: \"") + key + "\" is missing or of wrong type");
    }
}

void add_gat_layer(std::vector<TensorSpec>& list, const Architecture& a, int layer) {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const std::int64_t d = a.units;
    const std::int64_t h = a.heads;
    const std::int64_t w = a.head_width(layer);
    list.push_back({prefix + "project.weight", {h * w, d}});
    list.push_back({prefix + "source", {h, w}});
    list.push_back({prefix + "target", {h, w}});
    list.push_back({prefix + "edge", {h, d}});
    if (a.edge_messages) list.push_back({prefix + "message.weight", {h, w, d}});
    list.push_back({prefix + "norm.weight", {d}});
    list.push_back({prefix + "norm.bias", {d}});
}

void add_transformer_layer(std::vector<TensorSpec>& list, const Architecture& a, int layer) {
    const std::string prefix = "layers." + std::to_string(layer) + ".";
    const std::int64_t d = a.units;
    for (const char* name : {"query", "key", "value", "out"})
        list.push_back({prefix + name + ".weight", {d, d}});
    list.push_back({prefix + "norm1.weight", {d}});
    list.push_back({prefix + "norm1.bias", {d}});
    list.push_back({prefix + "up.weight", {4 * d, d}});
    list.push_back({prefix + "up.bias", {4 * d}});
    list.push_back({prefix + "down.weight", {d, 4 * d}});
    list.push_back({prefix + "down.bias", {d}});
    list.push_back({prefix + "norm2.weight", {d}});
    list.push_back({prefix + "norm2.bias", {d}});
}

}  // namespace

std::string_view name_of(Backbone backbone) {
    return backbone == Backbone::gat ? "gat" : "transformer";
}

std::string_view name_of(FeatureSet features) {
    switch (features) {
        case FeatureSet::paper: return "paper";
        case FeatureSet::rich_edges: return "rich-edges";
        case FeatureSet::rich_tree: return "rich-tree";
        case FeatureSet::tour: return "tour";
        case FeatureSet::rich: break;
    }
    return "rich";
}

std::optional<FeatureSet> feature_set(std::string_view name) {
    for (const FeatureSet set : {FeatureSet::paper, FeatureSet::rich_edges, FeatureSet::rich,
                                 FeatureSet::rich_tree, FeatureSet::tour})
        if (name_of(set) == name) return set;
    return std::nullopt;
}

std::int64_t TensorSpec::size() const {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) product *= extent;
    return product;
}

void validate(const Architecture& a) {
    require(a.layers >= 1 && a.layers <= 64, "layers must be 1 to 64");
    require(a.units >= 1 && a.units <= 1024, "units must be 1 to 1024");
    require(a.heads >= 1 && a.heads <= 64, "heads must be 1 to 64");
    require(a.units % a.heads == 0, "heads must divide units");
    require(a.decoder_hidden == 1 || a.decoder_hidden == 2, "decoder_hidden must be 1 or 2");
    require(a.state_terms == 0 || a.state_terms == 3, "state_terms must be 0 or 3");
    require(a.bound >= 0 && a.bound <= 80, "bound must be 0 (none) to 80");
    require(a.backbone == Backbone::gat || !a.edge_messages,
            "edge_messages exist in the gat backbone only");
}

std::string to_json(const Architecture& a) {
    Ordered json;
    json["backbone"] = name_of(a.backbone);
    json["features"] = name_of(a.features);
    json["layers"] = a.layers;
    json["units"] = a.units;
    json["heads"] = a.heads;
    json["edge_messages"] = a.edge_messages;
    json["decoder_hidden"] = a.decoder_hidden;
    json["state_terms"] = a.state_terms;
    json["bound"] = a.bound;
    return json.dump();
}

Architecture architecture_from_json(std::string_view text) {
    const Ordered json = Ordered::parse(text, nullptr, false);
    if (!json.is_object()) throw InputError("architecture: not a JSON object");
    Architecture a;
    const auto backbone = member<std::string>(json, "backbone");
    const auto features = member<std::string>(json, "features");
    if (backbone != "gat" && backbone != "transformer")
        throw InputError("architecture: unknown backbone \"" + backbone + "\"");
    const std::optional<FeatureSet> set = feature_set(features);
    if (!set) throw InputError("architecture: unknown features \"" + features + "\"");
    a.backbone = backbone == "gat" ? Backbone::gat : Backbone::transformer;
    a.features = *set;
    const std::array<std::pair<const char*, int*>, 5> numbers{
        {{"layers", &a.layers},
         {"units", &a.units},
         {"heads", &a.heads},
         {"decoder_hidden", &a.decoder_hidden},
         {"state_terms", &a.state_terms}}};
    for (const auto& [key, value] : numbers) *value = member<int>(json, key);
    a.edge_messages = member<bool>(json, "edge_messages");
    a.bound = member<double>(json, "bound");
    try {
        validate(a);
    } catch (const ConfigurationError& error) {
        throw InputError(error.what());
    }
    return a;
}

std::string fnv1a_hex(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    std::string hex(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4) hex[i] = "0123456789abcdef"[hash & 15];
    return hex;
}

std::vector<TensorSpec> tensors(const Architecture& a) {
    const std::int64_t d = a.units;
    std::vector<TensorSpec> list;
    list.push_back({"node.weight", {d, a.node_features()}});
    list.push_back({"node.bias", {d}});
    list.push_back({"edge.weight", {d, a.edge_features()}});
    list.push_back({"edge.bias", {d}});
    for (int layer = 0; layer < a.layers; ++layer) {
        if (a.backbone == Backbone::gat)
            add_gat_layer(list, a, layer);
        else
            add_transformer_layer(list, a, layer);
    }
    for (const char* name : {"source", "target", "edge"})
        list.push_back({std::string("decoder.") + name + ".weight", {d, d}});
    list.push_back({"decoder.bias", {d}});
    if (a.decoder_hidden == 2) {
        list.push_back({"decoder.hidden.weight", {d, d}});
        list.push_back({"decoder.hidden.bias", {d}});
    }
    list.push_back({"decoder.out.weight", {a.outputs(), d}});
    list.push_back({"decoder.out.bias", {a.outputs()}});
    list.push_back({"logz.0.weight", {d, d}});
    list.push_back({"logz.0.bias", {d}});
    list.push_back({"logz.1.weight", {1, d}});
    list.push_back({"logz.1.bias", {1}});
    return list;
}

}  // namespace odgear::policy
