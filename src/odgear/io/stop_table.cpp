#include "odgear/io/stop_table.hpp"

#include <filesystem>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/checked_instance.hpp"
#include "odgear/io/stop_sheet.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

class TableReader {
public:
    TableReader(const StopSheet& sheet, const ReadOptions& options)
        : sheet_(sheet), options_(options) {}

    ReadResult run() {
        const StopColumn rich = sheet_.rich_column();
        if (rich != StopColumn::count)
            sheet_.fail("the column " + text::quoted(sheet_.title(rich)) +
                        " makes this a rich problem, which cannot be read here");
        for (const std::string& title : sheet_.unknown())
            warn("column " + text::quoted(title) + " is left out");
        check_columns();
        order_stops(sheet_, options_.table, data_.problem == Problem::tsp, order_);
        warnings_.insert(warnings_.end(), order_.warnings.begin(), order_.warnings.end());
        for (const spreadsheet::Row* row : order_.rows) add_row(*row);
        set_rule();
        read_fleet();
        data_.ids = order_.ids;
        data_.labels = order_.labels;
        const Rounding rounding = data_.rule.rounding;
        return {checked_instance(std::move(data_), sheet_.file(), Place{sheet_.file(), 0, ""}),
                std::move(warnings_), rounding, std::move(services_)};
    }

private:
    void warn(const std::string& message) {
        warnings_.push_back(describe(Place{sheet_.file(), 0, ""}, message));
    }

    void check_columns() {
        if (sheet_.on_globe() && sheet_.has_plane())
            warn("x and y are left out: the table has lat and lon");
        if (sheet_.has(StopColumn::demand) || sheet_.has(StopColumn::capacity) ||
            options_.table.capacity)
            return;
        data_.problem = Problem::tsp;
        warn("neither demands nor a capacity: one tour through all stops");
    }

    void add_row(const spreadsheet::Row& row) {
        const bool depot = data_.points.empty();
        data_.points.push_back(sheet_.place(row));
        if (data_.problem == Problem::cvrp)
            data_.demands.push_back(!sheet_.has(StopColumn::demand) ? (depot ? 0 : 1)
                                                                    : demand(row, depot));
        if (sheet_.has(StopColumn::name))
            data_.names.emplace_back(sheet_.cell(row, StopColumn::name));
        if (sheet_.has(StopColumn::service))
            services_.push_back(sheet_.minutes(row, StopColumn::service));
    }

    Load demand(const spreadsheet::Row& row, bool depot) const {
        if (!depot) return sheet_.whole(row, StopColumn::demand);
        if (!sheet_.cell(row, StopColumn::demand).empty() &&
            sheet_.number(row, StopColumn::demand) != 0)
            sheet_.fail(row, StopColumn::demand, "the depot must have no demand");
        return 0;
    }

    void set_rule() {
        data_.rule.metric = sheet_.on_globe() ? Metric::haversine : Metric::euclidean;
        data_.rule.rounding =
            options_.rounding.value_or(sheet_.on_globe() ? Rounding::nearest : Rounding::none);
        if (sheet_.on_globe()) warn("lat and lon are degrees; distances are great-circle metres");
    }

    void read_fleet() {
        data_.name = std::filesystem::path(sheet_.file()).stem().string();
        if (data_.problem == Problem::tsp) return;
        const spreadsheet::Row& depot = *order_.rows[0];
        if (options_.table.capacity)
            data_.capacity = *options_.table.capacity;
        else if (!sheet_.cell(depot, StopColumn::capacity).empty())
            data_.capacity = sheet_.whole(depot, StopColumn::capacity);
        else
            sheet_.fail(
                "how much does a vehicle carry? Give --capacity, or a column capacity with the "
                "number in the row of the depot");
        if (!sheet_.cell(depot, StopColumn::vehicles).empty()) {
            const Load vehicles = sheet_.whole(depot, StopColumn::vehicles);
            if (vehicles < 1 || vehicles >= no_vehicle_limit)
                sheet_.fail(depot, StopColumn::vehicles, "must be a number of vehicles, 1 or more");
            data_.max_vehicles = static_cast<int>(vehicles);
        }
        if (!sheet_.has(StopColumn::demand)) warn("no column demand: each stop counts as 1");
        for (std::size_t i = 1; i < order_.rows.size(); ++i)
            if (data_.demands[i] > data_.capacity)
                throw InfeasibleError(describe(
                    Place{sheet_.file(), order_.rows[i]->line,
                          sheet_.has(StopColumn::demand) ? sheet_.title(StopColumn::demand) : ""},
                    "the demand of " + text::quoted(order_.ids[i]) + " is " +
                        std::to_string(data_.demands[i]) + ", above the capacity of " +
                        std::to_string(data_.capacity)));
    }

    const StopSheet& sheet_;
    const ReadOptions& options_;
    StopOrder order_;
    InstanceData data_;
    std::vector<double> services_;
    std::vector<std::string> warnings_;
};

}  // namespace

bool is_stop_table(std::string_view text, const std::string& file) {
    const std::string extension = text::uppercase(std::filesystem::path(file).extension().string());
    return extension == ".CSV" || extension == ".TSV" || names_a_place(text);
}

ReadResult read_stop_table(std::string_view text, const std::string& file,
                           const ReadOptions& options) {
    const StopSheet sheet(text, file);
    return TableReader(sheet, options).run();
}

}  // namespace odgear
