#include "odgear/bench/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "odgear/bench/toml_fields.hpp"

namespace odgear::bench {

namespace {

// A set with a field of Uchoa's generator is one of its kind.
std::optional<UchoaShape> read_shape(TomlFields& fields, int customers) {
    const auto places = fields.text("places");
    if (!places) return std::nullopt;
    UchoaShape shape;
    shape.customers = customers;
    shape.places = customer_places(*places);
    shape.depot = depot_place(fields.required_text("depot"));
    shape.demands = demand_kind(fields.required_text("demands"));
    shape.route_size = fields.number("route_size").value_or(shape.route_size);
    shape.seeds = fields.integer("clusters", shape.seeds, 1);
    const int grid = fields.integer("grid", shape.grid, 1);
    // Clusters cover the same share of a larger map.
    shape.decay *= double(grid) / shape.grid;
    shape.grid = grid;
    return shape;
}

void read_list(TomlFields& fields, const std::optional<std::string>& folder, SetDefinition& set) {
    set.folder = folder.value_or("");
    set.ending = fields.text("ending").value_or(set.ending);
    set.without = fields.texts("without");
}

}  // namespace

std::string SetDefinition::content() const {
    if (shape)
        return fmt::format("generate {} x {} seed {} {} {} {} {} {} {}", count, customers, seed,
                           name_of(shape->depot), name_of(shape->places), name_of(shape->demands),
                           shape->route_size, shape->seeds, shape->grid);
    if (source == SetSource::generate)
        return fmt::format("generate {} x {} seed {}", count, customers, seed);
    std::string text = fmt::format("{} {} {}", place, count, rounding);
    for (const std::string& name : names) text += " " + name;
    return text;
}

const Row* Table::find(std::string_view row) const {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.id == row; });
    return found == rows.end() ? nullptr : &*found;
}

SetDefinition parse_set(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    SetDefinition set;
    set.id = id;
    set.title = fields.required_text("title");
    set.count = fields.integer("count", 0, 1);
    if (set.count == 0) fields.reject("count", "missing");
    set.customers = fields.integer("customers", 0, 1);
    set.rounding = fields.text("rounding").value_or("auto");
    const std::optional<std::string> folder = fields.text("folder");
    const std::optional<std::string> list = fields.text("list");
    const std::optional<std::int64_t> seed = fields.whole("seed");
    if ((list || folder) == seed.has_value())
        fields.reject("folder", "one of folder, list and seed is needed");
    set.source = list ? SetSource::list : folder ? SetSource::folder : SetSource::generate;
    set.place = list.value_or(folder.value_or(""));
    if (list) read_list(fields, folder, set);
    if (folder && !list) set.names = fields.texts("instances");
    set.rich = fields.flag("rich").value_or(false);
    if (set.rich && seed) fields.reject("rich", "a generated set has no rich problems");
    set.seed = static_cast<std::uint64_t>(seed.value_or(0));
    if (seed && set.customers == 0) fields.reject("customers", "a generated set needs it");
    if (seed) set.shape = read_shape(fields, set.customers);
    fields.finish();
    return set;
}

Table parse_table(std::string_view text, const std::string& id, const std::string& file) {
    TomlFields fields(text, file);
    Table table;
    table.id = id;
    table.title = fields.required_text("title");
    table.caption = fields.text("caption").value_or("");
    table.sets = fields.texts("sets");
    if (table.sets.empty()) fields.reject("sets", "missing");
    const std::string aggregate = fields.text("aggregate").value_or("mean");
    if (aggregate != "mean" && aggregate != "total")
        fields.reject("aggregate", "mean or total is needed");
    table.aggregate = aggregate == "total" ? Aggregate::total : Aggregate::mean;
    table.references = fields.texts("references");
    table.quoted_reference = fields.flag("quoted_reference").value_or(false);
    table.families = fields.flag("families").value_or(false);
    table.growth = fields.flag("growth").value_or(false);
    fields.finish();
    return table;
}

}  // namespace odgear::bench
