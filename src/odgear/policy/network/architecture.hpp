// The architecture of a policy network: the choices that docs/network.md leaves to the weights
// file, the tensors that follow from them, and the text and hash that describe them in files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace odgear::policy {

enum class Backbone : std::uint8_t { gat, transformer };
// rich_edges: the paper's node features with the rich edge features. rich_tree: rich_edges with
// nearness to the spanning tree instead of a cosine. tour: rich_tree for a TSP, with prices instead
// of demands.
enum class FeatureSet : std::uint8_t { paper, rich_edges, rich, rich_tree, tour };

constexpr bool has_prices(FeatureSet set) { return set == FeatureSet::tour; }
constexpr bool has_tree(FeatureSet set) { return set == FeatureSet::rich_tree || has_prices(set); }
constexpr bool has_rich_nodes(FeatureSet set) { return set == FeatureSet::rich || has_tree(set); }
constexpr bool has_rich_edges(FeatureSet set) { return set != FeatureSet::paper; }

// Columns of the table in docs/network.md.
constexpr int node_feature_count(FeatureSet set) { return has_rich_nodes(set) ? 10 : 3; }
constexpr int edge_feature_count(FeatureSet set) { return has_rich_edges(set) ? 12 : 1; }

struct Architecture {
    Backbone backbone = Backbone::gat;
    FeatureSet features = FeatureSet::rich;
    int layers = 4;             // L
    int units = 64;             // D
    int heads = 4;              // H; divides D
    bool edge_messages = true;  // gat only: attention also carries the edge embeddings
    int decoder_hidden = 2;     // hidden layers of the decoder, 1 or 2
    int state_terms = 3;        // T: 0 (static table, the paper's) or 3
    double bound = 10;          // b of b * tanh(x / b); 0 for unbounded logits

    int node_features() const { return node_feature_count(features); }
    int edge_features() const { return edge_feature_count(features); }
    int outputs() const { return 1 + state_terms; }
    // Width of one head of a gat layer. Heads are concatenated; in the last layer they are
    // averaged.
    int head_width(int layer) const { return layer + 1 == layers ? units : units / heads; }

    bool operator==(const Architecture&) const = default;
};

// Throws ConfigurationError when a number is out of range.
void validate(const Architecture& architecture);

// The JSON text in a weights file. Keys have a fixed order, so equal architectures have equal texts
// and hashes.
std::string to_json(const Architecture& architecture);
// Throws InputError that names the missing or wrong key.
Architecture architecture_from_json(std::string_view text);
// FNV-1a, 64 bits, 16 hexadecimal digits.
std::string fnv1a_hex(std::string_view text);

struct TensorSpec {
    std::string name;
    std::vector<std::int64_t> shape;

    std::int64_t size() const;
    bool operator==(const TensorSpec&) const = default;
};

// Every tensor of the network, in the order in which files store them.
std::vector<TensorSpec> tensors(const Architecture& architecture);

std::string_view name_of(Backbone backbone);
std::string_view name_of(FeatureSet features);
// The set of that name, or nothing.
std::optional<FeatureSet> feature_set(std::string_view name);

}  // namespace odgear::policy
