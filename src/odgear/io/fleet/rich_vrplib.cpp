#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "odgear/io/fleet/fleet_formats.hpp"
#include "odgear/io/fleet/rich_sections.hpp"

namespace odgear {

namespace {

using std::string_view;

// The rounding of the public benchmark of each type.
FleetRounding benchmark_rounding(string_view type) {
    if (type == "VRPTW" || type == "PCVRPTW" || type == "MTVRPTWR") return FleetRounding::dimacs;
    if (type == "MDVRPTW" || type == "SDVRPTW" || type == "HFVRP") return FleetRounding::exact;
    if (type == "VRPB") return FleetRounding::nearest;
    return FleetRounding::none;
}

class Reader : RichSections {
public:
    Reader(const VrplibDocument& document, const FleetReadOptions& options)
        : RichSections(document), rounding_(choose(options)), round_(rounding_) {}

    FleetReadResult run() {
        refuse_unknown();
        data_.name = text_of("NAME", std::filesystem::path(document_.file()).stem().string());
        data_.comment = text_of("COMMENT", "");
        data_.units = round_.units();
        nodes_ = static_cast<std::size_t>(whole("DIMENSION", 2, 100'000'000).value_or(0));
        if (nodes_ == 0) document_.fail(document_.lines(), "DIMENSION", "missing");
        set_places();
        set_depots();
        set_stops();
        set_groups();
        set_vehicles();
        return {make_problem(), rounding_, {}};
    }

private:
    FleetRounding choose(const FleetReadOptions& options) const {
        if (options.rounding != FleetRounding::automatic) return options.rounding;
        return benchmark_rounding(text_of("TYPE", ""));
    }

    void set_places() {
        const std::string metric = text_of("EDGE_WEIGHT_TYPE", "EUC_2D");
        data_.locations.resize(nodes_);
        const Rows points = rows_by_index("NODE_COORD_SECTION", nodes_, 2);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const NumberPlace where = place(points[i]->line, "NODE_COORD_SECTION");
            data_.locations[i].point = {where.number(points[i]->tokens[1]),
                                        where.number(points[i]->tokens[2])};
        }
        fleet::Profile profile;
        if (metric == "EXPLICIT") {
            profile.distances = matrix(nodes_, round_);
        } else if (metric == "EUC_2D") {
            if (points.empty()) document_.fail(document_.lines(), "NODE_COORD_SECTION", "missing");
            profile.rule = round_.distances();
        } else {
            document_.fail(document_.key("EDGE_WEIGHT_TYPE")->line, "EDGE_WEIGHT_TYPE",
                           text::quoted(metric) +
                               " is not supported for rich problems (known: EUC_2D, EXPLICIT)");
        }
        data_.profiles.push_back(std::move(profile));
    }

    void set_depots() {
        depot_of_node_.assign(nodes_, -1);
        const auto add = [&](std::size_t node) {
            depot_of_node_[node] = static_cast<int>(data_.depots.size());
            fleet::Depot depot;
            depot.label = std::to_string(node);
            depot.location = static_cast<int>(node);
            data_.depots.push_back(depot);
        };
        const auto* section = document_.section("DEPOT_SECTION");
        if (section == nullptr) {
            add(0);
            return;
        }
        for (const VrplibDocument::Row& row : section->rows) {
            if (row.tokens.front() == "-1") break;
            const NumberPlace where = place(row.line, "DEPOT_SECTION");
            const auto node =
                where.integer(row.tokens.front(), 1, static_cast<std::int64_t>(nodes_));
            if (depot_of_node_[static_cast<std::size_t>(node - 1)] >= 0)
                where.fail("depot " + std::to_string(node) + " is given twice");
            add(static_cast<std::size_t>(node - 1));
        }
        if (data_.depots.empty()) document_.fail(section->line, "DEPOT_SECTION", "names no depot");
    }

    // Calls take(node, row) for each row of a section by node.
    template <class Take>
    void each_node(string_view name, std::size_t columns, Take take) const {
        const Rows rows = rows_by_index(name, nodes_, columns);
        for (std::size_t node = 0; node < rows.size(); ++node)
            take(node, *rows[node], place(rows[node]->line, name));
    }

    void set_stops() {
        stop_of_node_.assign(nodes_, -1);
        for (std::size_t node = 0; node < nodes_; ++node) {
            if (depot_of_node_[node] >= 0) continue;
            stop_of_node_[node] = static_cast<int>(data_.stops.size());
            fleet::Stop stop;
            stop.label = std::to_string(node);
            stop.location = static_cast<int>(node);
            data_.stops.push_back(stop);
        }
        if (data_.stops.empty()) document_.fail(document_.lines(), "DEPOT_SECTION", "no customers");
        set_loads();
        set_times();
        each_node("PRIZE_SECTION", 1, [&](std::size_t node, const auto& row, NumberPlace where) {
            const double prize = where.amount(row.tokens[1]);
            if (prize > 0 && stop_at(node) != nullptr) stop_at(node)->prize = round_(prize);
        });
    }

    fleet::Stop* stop_at(std::size_t node) {
        return stop_of_node_[node] < 0
                   ? nullptr
                   : &data_.stops[static_cast<std::size_t>(stop_of_node_[node])];
    }

    fleet::Depot* depot_at(std::size_t node) {
        return depot_of_node_[node] < 0
                   ? nullptr
                   : &data_.depots[static_cast<std::size_t>(depot_of_node_[node])];
    }

    void set_loads() {
        const auto loads = [&](string_view name, std::vector<Load> fleet::Stop::*member) {
            each_node(name, 1, [&](std::size_t node, const auto& row, NumberPlace where) {
                std::vector<Load> values;
                for (std::size_t k = 1; k < row.tokens.size(); ++k)
                    values.push_back(where.load(row.tokens[k]));
                data_.dimensions = std::max(data_.dimensions, static_cast<int>(values.size()));
                const bool empty = std::all_of(values.begin(), values.end(),
                                               [](Load value) { return value == 0; });
                if (stop_at(node) == nullptr) {
                    if (!empty) where.fail("a depot must have no demand");
                } else if (!empty) {
                    stop_at(node)->*member = std::move(values);
                }
            });
        };
        loads(document_.section("LINEHAUL_SECTION") != nullptr ? "LINEHAUL_SECTION"
                                                               : "DEMAND_SECTION",
              &fleet::Stop::delivery);
        loads("BACKHAUL_SECTION", &fleet::Stop::pickup);
        if (text_of("TYPE", "") != "VRPB") return;
        data_.backhauls_alone = false;
        for (fleet::Stop& stop : data_.stops) stop.backhaul = !stop.pickup.empty();
    }

    void set_times() {
        const auto* same = document_.key("SERVICE_TIME");
        if (same != nullptr)
            for (fleet::Stop& stop : data_.stops)
                stop.service = round_(place(same->line, "SERVICE_TIME").amount(same->text));
        each_node("SERVICE_TIME_SECTION", 1,
                  [&](std::size_t node, const auto& row, NumberPlace where) {
                      const double value = round_(where.amount(row.tokens[1]));
                      if (auto* stop = stop_at(node))
                          stop->service = value;
                      else
                          depot_at(node)->service = value;
                  });
        each_node("TIME_WINDOW_SECTION", 2,
                  [&](std::size_t node, const auto& row, NumberPlace where) {
                      const fleet::Window window{round_(where.amount(row.tokens[1])),
                                                 round_(where.amount(row.tokens[2]))};
                      if (window.close < window.open)
                          where.fail("the window closes before it opens");
                      if (auto* stop = stop_at(node))
                          stop->windows = {window};
                      else
                          depot_at(node)->window = window;
                  });
        each_node("RELEASE_TIME_SECTION", 1,
                  [&](std::size_t node, const auto& row, NumberPlace where) {
                      const double value = round_(where.amount(row.tokens[1]));
                      if (auto* stop = stop_at(node)) stop->release = value;
                  });
    }

    void set_groups() {
        const auto* section = document_.section("MUTUALLY_EXCLUSIVE_GROUP_SECTION");
        if (section == nullptr) return;
        for (const VrplibDocument::Row& row : section->rows) {
            const NumberPlace where = place(row.line, "MUTUALLY_EXCLUSIVE_GROUP_SECTION");
            fleet::Group group;
            group.label = row.tokens.front();
            for (std::size_t k = 1; k < row.tokens.size(); ++k)
                group.stops.push_back(stop_number(where, row.tokens[k]));
            // A group of one stop is simply a required stop.
            if (group.stops.size() > 1) data_.groups.push_back(std::move(group));
        }
    }

    int stop_number(const NumberPlace& where, string_view token) const {
        const auto node = where.integer(token, 1, static_cast<std::int64_t>(nodes_));
        const int stop = stop_of_node_[static_cast<std::size_t>(node - 1)];
        if (stop < 0) where.fail("node " + std::to_string(node) + " is a depot");
        return stop;
    }

    int depot_number(const NumberPlace& where, string_view token) const {
        const auto node = where.integer(token, 1, static_cast<std::int64_t>(nodes_));
        const int depot = depot_of_node_[static_cast<std::size_t>(node - 1)];
        if (depot < 0) where.fail("node " + std::to_string(node) + " is not a depot");
        return depot;
    }

    // Reads vehicles one by one in the order of the file and joins equal neighbours to one type, so
    // the order of types is that of the file.
    void set_vehicles() {
        std::vector<fleet::VehicleType> vehicles(vehicle_count());
        for (fleet::VehicleType& vehicle : vehicles) {
            vehicle.start = 0;
            vehicle.end = 0;
        }
        std::vector<std::vector<int>> allowed(vehicles.size());
        read_vehicle_values(vehicles);
        read_vehicle_lists(vehicles, allowed);
        std::vector<std::vector<int>> allowed_by_type;
        for (std::size_t k = 0; k < vehicles.size(); ++k) {
            if (k > 0 && same_type(vehicles[k], vehicles[k - 1]) && allowed[k] == allowed[k - 1]) {
                ++data_.vehicles.back().count;
                continue;
            }
            data_.vehicles.push_back(vehicles[k]);
            allowed_by_type.push_back(allowed[k]);
        }
        if (document_.section("VEHICLES_ALLOWED_CLIENTS_SECTION") != nullptr)
            allow_types(allowed_by_type);
    }

    std::size_t vehicle_count() const {
        const auto given = whole("VEHICLES", 1, 10'000'000);
        return given ? static_cast<std::size_t>(*given) : data_.stops.size();
    }

    static bool same_type(const fleet::VehicleType& a, const fleet::VehicleType& b) {
        return a.capacity == b.capacity && a.start == b.start && a.end == b.end &&
               a.max_duration == b.max_duration && a.max_distance == b.max_distance &&
               a.fixed_cost == b.fixed_cost && a.cost_per_distance == b.cost_per_distance &&
               a.reload_depots == b.reload_depots && a.max_reloads == b.max_reloads;
    }

    // A value per vehicle, from the section NAME_SECTION, or one value for all from the key NAME.
    template <class Take>
    void vehicle_value(const std::string& name, std::size_t vehicles, Take take) const {
        if (const auto* value = document_.key(name)) {
            const std::vector<string_view> tokens{"", value->text};
            for (std::size_t k = 0; k < vehicles; ++k)
                take(k, tokens, place(value->line, document_.keys().find(name)->first));
        }
        const std::string section = name + "_SECTION";
        const Rows rows = rows_by_index(section, vehicles, 1);
        for (std::size_t k = 0; k < rows.size(); ++k)
            take(k, rows[k]->tokens,
                 place(rows[k]->line, document_.sections().find(section)->first));
    }

    void read_vehicle_values(std::vector<fleet::VehicleType>& vehicles) {
        using Tokens = std::vector<string_view>;
        const std::size_t count = vehicles.size();
        vehicle_value("CAPACITY", count, [&](std::size_t k, const Tokens& t, NumberPlace where) {
            vehicles[k].capacity.clear();
            for (std::size_t i = 1; i < t.size(); ++i)
                vehicles[k].capacity.push_back(where.load(t[i]));
        });
        const auto number = [&](const std::string& name, double fleet::VehicleType::*member,
                                bool scaled) {
            vehicle_value(name, count, [&](std::size_t k, const Tokens& t, NumberPlace where) {
                const double value = where.amount(t[1]);
                vehicles[k].*member = scaled ? round_(value) : value;
            });
        };
        number("VEHICLES_MAX_DURATION", &fleet::VehicleType::max_duration, true);
        number("VEHICLES_MAX_DISTANCE", &fleet::VehicleType::max_distance, true);
        number("VEHICLES_FIXED_COST", &fleet::VehicleType::fixed_cost, true);
        number("VEHICLES_UNIT_DISTANCE_COST", &fleet::VehicleType::cost_per_distance, false);
        vehicle_value(
            "VEHICLES_MAX_RELOADS", count, [&](std::size_t k, const Tokens& t, NumberPlace where) {
                vehicles[k].max_reloads = static_cast<int>(where.integer(t[1], 0, 1'000'000));
            });
    }

    void read_vehicle_lists(std::vector<fleet::VehicleType>& vehicles,
                            std::vector<std::vector<int>>& allowed) const {
        const auto each = [&](string_view name, auto take) {
            const Rows rows = rows_by_index(name, vehicles.size(), 1);
            for (std::size_t k = 0; k < rows.size(); ++k)
                for (std::size_t i = 1; i < rows[k]->tokens.size(); ++i)
                    take(k, rows[k]->tokens[i], place(rows[k]->line, name));
        };
        each("VEHICLES_DEPOT_SECTION", [&](std::size_t k, string_view token, NumberPlace where) {
            vehicles[k].start = depot_number(where, token);
            vehicles[k].end = vehicles[k].start;
        });
        each("VEHICLES_RELOAD_DEPOT_SECTION",
             [&](std::size_t k, string_view token, NumberPlace where) {
                 vehicles[k].reload_depots.push_back(depot_number(where, token));
             });
        each("VEHICLES_ALLOWED_CLIENTS_SECTION",
             [&](std::size_t k, string_view token, NumberPlace where) {
                 allowed[k].push_back(stop_number(where, token));
             });
    }

    void allow_types(const std::vector<std::vector<int>>& allowed) {
        for (std::size_t type = 0; type < allowed.size(); ++type)
            for (const int stop : allowed[type])
                data_.stops[static_cast<std::size_t>(stop)].vehicle_types.push_back(
                    static_cast<int>(type));
        for (fleet::Stop& stop : data_.stops)
            if (stop.vehicle_types.size() == allowed.size()) stop.vehicle_types.clear();
    }

    fleet::Problem make_problem() {
        try {
            return fleet::Problem(std::move(data_));
        } catch (const InputError& error) {
            throw InputError(Place{document_.file(), 0, ""}, error.what());
        }
    }

    FleetRounding rounding_;
    Rounder round_;
    fleet::ProblemData data_;
    std::size_t nodes_ = 0;
    std::vector<int> depot_of_node_;  // -1: a stop
    std::vector<int> stop_of_node_;   // -1: a depot
};

}  // namespace

FleetReadResult read_rich_vrplib(string_view content, const std::string& file,
                                 const FleetReadOptions& options) {
    const VrplibDocument document(content, file);
    return Reader(document, options).run();
}

}  // namespace odgear
