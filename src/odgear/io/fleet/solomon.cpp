#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "odgear/io/fleet/fleet_formats.hpp"
#include "odgear/io/fleet/number_rows.hpp"

namespace odgear {

namespace {

std::vector<std::string_view> tokens_of(std::string_view line) {
    std::vector<std::string_view> result;
    text::Tokens tokens(line);
    for (auto token = tokens.next(); !token.empty(); token = tokens.next()) result.push_back(token);
    return result;
}

// The next line that is not empty; false at the end.
bool next_line(text::Lines& lines) {
    while (lines.next())
        if (!lines.line().empty()) return true;
    return false;
}

// Shared by both formats: a depot, equal vehicles, and windows; saving vehicles comes first.
struct WindowTable {
    WindowTable(const std::string& file, const FleetReadOptions& options)
        : rounding(options.rounding == FleetRounding::automatic ? FleetRounding::none
                                                                : options.rounding),
          round(rounding) {
        data.name = std::filesystem::path(file).stem().string();
        data.objective.goal = fleet::Goal::vehicles_then_cost;
        data.units = round.units();
        fleet::Profile profile;
        profile.rule = round.distances();
        data.profiles.push_back(profile);
    }

    void add_vehicles(std::int64_t count, Load capacity) {
        fleet::VehicleType type;
        type.count = static_cast<int>(count);
        type.capacity = {capacity};
        type.start = 0;
        type.end = 0;
        data.vehicles.push_back(type);
    }

    // The first row is the depot's.
    void add_row(std::string_view id, Point point, fleet::Window window, double service) {
        const int location = static_cast<int>(data.locations.size());
        data.locations.push_back({point});
        const fleet::Window scaled{round(window.open), round(window.close)};
        if (location == 0) {
            data.depots.push_back({std::string(id), 0, scaled, round(service)});
            return;
        }
        fleet::Stop stop;
        stop.label = id;
        stop.location = location;
        stop.windows = {scaled};
        stop.service = round(service);
        data.stops.push_back(stop);
    }

    FleetReadResult result() && { return {fleet::Problem(std::move(data)), rounding, {}}; }

    FleetRounding rounding;
    Rounder round;
    fleet::ProblemData data;
};

fleet::Window window(const NumberPlace& place, std::string_view open, std::string_view close) {
    const fleet::Window result{place.amount(open), place.amount(close)};
    if (result.close < result.open) place.fail("the window closes before it opens");
    return result;
}

constexpr std::int64_t most_vehicles = 1'000'000;

}  // namespace

bool is_solomon(std::string_view content) {
    text::Lines lines(content);
    if (!next_line(lines)) return false;  // the name
    if (!next_line(lines)) return false;
    return text::uppercase(lines.line()) == "VEHICLE";
}

FleetReadResult read_solomon(std::string_view content, const std::string& file,
                             const FleetReadOptions& options) {
    WindowTable table(file, options);
    text::Lines lines(content);
    const auto need = [&](const char* field) {
        if (!next_line(lines)) throw InputError(Place{file, lines.number(), field}, "missing");
        return NumberPlace{file, lines.number(), field};
    };
    need("name");
    table.data.name = lines.line();
    need("VEHICLE");
    need("NUMBER CAPACITY");
    const NumberPlace fleet_line = need("VEHICLE");
    const auto fleet_tokens = tokens_of(lines.line());
    if (fleet_tokens.size() != 2)
        fleet_line.fail("expected the number of vehicles and their capacity");
    table.add_vehicles(fleet_line.integer(fleet_tokens[0], 1, most_vehicles),
                       fleet_line.load(fleet_tokens[1]));
    need("CUSTOMER");
    need("CUST NO.");
    while (next_line(lines)) {
        const NumberPlace place{file, lines.number(), "CUSTOMER"};
        const auto row = tokens_of(lines.line());
        if (row.size() != 7)
            place.fail("expected 7 columns (number, x, y, demand, ready, due, service), found " +
                       std::to_string(row.size()));
        table.add_row(row[0], {place.number(row[1]), place.number(row[2])},
                      window(place, row[4], row[5]), place.amount(row[6]));
        if (table.data.locations.size() > 1)
            table.data.stops.back().delivery = {place.load(row[3])};
    }
    if (table.data.stops.empty()) need("CUSTOMER");
    return std::move(table).result();
}

bool is_li_lim(std::string_view content) {
    text::Lines lines(content);
    const auto all_numbers = [](const std::vector<std::string_view>& row) {
        for (const std::string_view token : row)
            if (!text::to_double(token)) return false;
        return true;
    };
    if (!next_line(lines)) return false;
    const auto head = tokens_of(lines.line());
    if (head.size() != 3 || !all_numbers(head) || !next_line(lines)) return false;
    const auto depot = tokens_of(lines.line());
    return depot.size() == 9 && all_numbers(depot);
}

FleetReadResult read_li_lim(std::string_view content, const std::string& file,
                            const FleetReadOptions& options) {
    struct Row {
        std::size_t line;
        std::int64_t pickup;  // for a delivery: the row of its pickup; else 0
        std::int64_t delivery;
        double demand;
    };
    WindowTable table(file, options);
    text::Lines lines(content);
    next_line(lines);
    const NumberPlace head{file, lines.number(), "vehicles, capacity, speed"};
    const auto fleet_tokens = tokens_of(lines.line());
    table.add_vehicles(head.integer(fleet_tokens[0], 1, most_vehicles), head.load(fleet_tokens[1]));
    std::vector<Row> rows;
    while (next_line(lines)) {
        const NumberPlace place{file, lines.number(), "task"};
        const auto row = tokens_of(lines.line());
        if (row.size() != 9)
            place.fail(
                "expected 9 columns (number, x, y, demand, earliest, latest, service, pickup, "
                "delivery), found " +
                std::to_string(row.size()));
        place.integer(row[0], static_cast<std::int64_t>(rows.size()),
                      static_cast<std::int64_t>(rows.size()));
        table.add_row(row[0], {place.number(row[1]), place.number(row[2])},
                      window(place, row[4], row[5]), place.amount(row[6]));
        rows.push_back({lines.number(), place.integer(row[7], 0, 1'000'000'000),
                        place.integer(row[8], 0, 1'000'000'000), place.number(row[3])});
    }
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const NumberPlace place{file, rows[i].line, "task"};
        const auto partner = static_cast<std::size_t>(rows[i].delivery);
        if (partner == 0) {
            if (rows[i].pickup == 0) place.fail("has neither a pickup nor a delivery");
            continue;
        }
        if (partner >= rows.size() || rows[partner].pickup != static_cast<std::int64_t>(i))
            place.fail("its delivery " + std::to_string(partner) + " does not name it as pickup");
        const double amount = rows[i].demand;
        if (amount < 0 || amount != std::floor(amount)) place.fail("a pickup needs a whole demand");
        table.data.shipments.push_back(
            {static_cast<int>(i) - 1, static_cast<int>(partner) - 1, {static_cast<Load>(amount)}});
    }
    return std::move(table).result();
}

}  // namespace odgear
