#include "odgear/policy/network/edge_embedding.hpp"

#include <algorithm>
#include <array>

namespace odgear::policy {

namespace {

// Columns of the rich edge features (docs/network.md).
enum Column : std::size_t {
    distance,
    from_depot,
    to_depot,
    saving,
    source_demand,
    target_demand,
    rank,
    ratio,
    cosine,
    sine,
    source_radius,
    target_radius,
};

// Of tables by distance. With this number, linear interpolation is off by about 1e-6.
constexpr std::size_t knots = 2048;

}  // namespace

EdgeEmbedding::EdgeEmbedding(const Model& model)
    : units_(kernels::padded(static_cast<std::size_t>(model.architecture.units))),
      rich_(has_rich_edges(model.architecture.features)),
      scalars_(rich_ ? kernels::scalar_rows : 1, units_),
      source_(4, units_),
      target_(3, units_) {
    const auto weight = model.tensor("edge.weight");
    const auto bias = model.tensor("edge.bias");
    const auto columns = static_cast<std::size_t>(model.architecture.edge_features());
    for (std::size_t o = 0; o < bias.size(); ++o) {
        const float* w = weight.data() + o * columns;
        source_.bias[o] = bias[o];
        scalars_.at(o, 0) = w[distance];
        if (!rich_) continue;
        // The saving d_i0 + d_0j - d_ij is a sum of terms that exist already.
        scalars_.at(o, 0) -= w[saving];
        scalars_.at(o, 1) = w[rank];
        scalars_.at(o, 2) = w[ratio];
        scalars_.at(o, 3) = w[cosine];
        scalars_.at(o, 4) = w[sine];
        source_.at(o, 0) = w[from_depot];
        source_.at(o, 1) = w[saving];
        source_.at(o, 2) = w[source_demand];
        source_.at(o, 3) = w[source_radius];
        target_.at(o, 0) = w[to_depot];
        target_.at(o, 1) = w[target_demand];
        target_.at(o, 2) = w[saving] + w[target_radius];
    }
}

EdgeEnds EdgeEmbedding::ends(const Graph& graph, const Workers& workers) const {
    const auto nodes = static_cast<std::size_t>(graph.nodes());
    EdgeEnds ends;
    ends.source.resize(nodes * units_);
    ends.target.resize(nodes * units_);
    constexpr std::size_t block = 64;
    workers.run(graph.nodes(), static_cast<int>(block), [&](int begin, int end, int) {
        std::array<float, 4 * block> out{};
        std::array<float, 3 * block> in{};
        for (int i = begin; i < end; ++i) {
            const auto node = static_cast<std::size_t>(i);
            const auto place = static_cast<std::size_t>(i - begin);
            float* s = out.data() + 4 * place;
            float* t = in.data() + 3 * place;
            s[0] = t[0] = i == 0 ? 1 : 0;
            s[1] = graph.inward[node];
            s[2] = t[1] = graph.demand[node];
            s[3] = t[2] = graph.radius[node];
        }
        const auto first = static_cast<std::size_t>(begin) * units_;
        const auto rows = static_cast<std::size_t>(end - begin);
        kernels::linear({&source_, out.data(), 4, ends.source.data() + first, units_}, rows);
        kernels::linear({&target_, in.data(), 3, ends.target.data() + first, units_}, rows);
    });
    if (!rich_) tabulate(graph, ends);
    return ends;
}

void EdgeEmbedding::tabulate(const Graph& graph, EdgeEnds& ends) const {
    const float longest = *std::max_element(graph.distance.begin(), graph.distance.end());
    ends.knots_per_unit = static_cast<float>(knots - 1) / std::max(longest, 1e-6F);
    ends.table.resize(knots * units_);
    const kernels::EmbeddingArgs each = args(graph, ends);
    // The ends of the edge do not matter here, so edges from the depot to itself serve.
    constexpr std::array<int, kernels::tile_edges> to_depot{};
    std::array<float, kernels::tile_edges> distance{};
    kernels::AlignedVector<float> scratch(kernels::embed_scratch());
    for (std::size_t first = 0; first < knots; first += kernels::tile_edges) {
        const std::size_t count = std::min(kernels::tile_edges, knots - first);
        for (std::size_t k = 0; k < count; ++k)
            distance[k] = static_cast<float>(first + k) / ends.knots_per_unit;
        kernels::embed(each, {0, 0, count, to_depot.data(), distance.data()}, scratch.data(),
                       ends.table.data() + first * units_);
    }
}

kernels::EmbeddingArgs EdgeEmbedding::args(const Graph& graph, const EdgeEnds& ends) const {
    return {.units = units_,
            .rich = rich_,
            .planar = graph.planar,
            .scalars = &scalars_,
            .source = ends.source.data(),
            .target = ends.target.data(),
            .unit_x = graph.unit_x.data(),
            .unit_y = graph.unit_y.data(),
            .spacing = graph.spacing.data(),
            .distance = graph.distance.data(),
            .nearness = graph.nearness.empty() ? nullptr : graph.nearness.data(),
            .table = {rich_ ? nullptr : ends.table.data(), units_, knots, ends.knots_per_unit}};
}

}  // namespace odgear::policy
