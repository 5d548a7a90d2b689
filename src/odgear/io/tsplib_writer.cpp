#include "odgear/io/tsplib_writer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"
#include "odgear/io/tsplib_reader.hpp"

namespace odgear {

namespace {

using tsplib::most_matrix_nodes;

class Writer {
public:
    Writer(const Instance& instance, const TsplibWriteOptions& options)
        : instance_(instance), options_(options) {}

    std::string run() {
        const std::string_view metric = metric_name();
        const bool matrix = metric == "EXPLICIT";
        key("NAME", one_line(instance_.name()));
        if (const std::string comment = comment_line(metric); !comment.empty())
            key("COMMENT", comment);
        key("TYPE", type());
        key("DIMENSION", std::to_string(instance_.nodes()));
        key("EDGE_WEIGHT_TYPE", metric);
        if (matrix) key("EDGE_WEIGHT_FORMAT", tsplib::name_of(options_.format));
        if (!instance_.is_tsp()) write_limits();
        if (matrix) write_matrix();
        if (instance_.has_points())
            write_points(matrix ? "DISPLAY_DATA_SECTION" : "NODE_COORD_SECTION");
        if (!instance_.is_tsp()) write_demands();
        return std::move(out_.append("EOF\n"));
    }

private:
    std::string_view metric_name() const {
        const DistanceRule& rule = instance_.rule();
        const bool plain = rule.scale == 1;
        switch (rule.metric) {
            case Metric::euclidean:
                if (plain && rule.rounding == Rounding::up) return "CEIL_2D";
                if (plain && rule.rounding == Rounding::down) return "FLOOR_2D";
                if (plain) return "EUC_2D";
                return rule.scale == 1000 ? "EXACT_2D" : "EXPLICIT";
            case Metric::manhattan: return plain ? "MAN_2D" : "EXPLICIT";
            case Metric::maximum: return plain ? "MAX_2D" : "EXPLICIT";
            case Metric::geographical: return "GEO";
            case Metric::pseudo_euclidean: return "ATT";
            case Metric::haversine:
            case Metric::matrix: break;
        }
        return "EXPLICIT";
    }

    std::string comment_line(std::string_view metric) const {
        std::string comment = one_line(instance_.comment());
        if (metric == "EXPLICIT" || metric == "GEO" || metric == "ATT") return comment;
        const Rounding rounding = instance_.rule().rounding;
        if (rounding == default_rounding(metric, instance_.points())) return comment;
        const std::string note = "[read with --round " + std::string(name_of(rounding)) + "]";
        if (comment.find(note) != std::string::npos) return comment;
        return comment + (comment.empty() ? "" : " ") + note;
    }

    std::string_view type() const {
        if (instance_.is_tsp()) return instance_.symmetric() ? "TSP" : "ATSP";
        return instance_.symmetric() ? "CVRP" : "ACVRP";
    }

    void write_limits() {
        key("CAPACITY", std::to_string(instance_.capacity()));
        if (instance_.has_vehicle_limit())
            key("VEHICLES", std::to_string(instance_.max_vehicles()));
        if (instance_.has_length_limit())
            key("DISTANCE", text::from_double(instance_.max_route_length()));
        if (instance_.service_time() > 0)
            key("SERVICE_TIME", text::from_double(instance_.service_time()));
    }

    void write_matrix() {
        if (!instance_.symmetric() && options_.format != tsplib::MatrixFormat::full_matrix)
            throw ConfigurationError("an asymmetric matrix can only be written as FULL_MATRIX");
        if (instance_.nodes() > most_matrix_nodes)
            throw ConfigurationError("a matrix of more than " + std::to_string(most_matrix_nodes) +
                                     " nodes is not written");
        const auto nodes = static_cast<std::size_t>(instance_.nodes());
        std::vector<double> matrix;
        matrix.reserve(nodes * nodes);
        for (int i = 0; i < instance_.nodes(); ++i)
            for (int j = 0; j < instance_.nodes(); ++j) matrix.push_back(instance_.distance(i, j));
        out_ += "EDGE_WEIGHT_SECTION\n";
        std::size_t in_line = 0;
        for (const double value : tsplib::pack(options_.format, matrix, nodes)) {
            out_ += in_line == 0 ? "" : " ";
            out_ += text::from_double(value);
            if (++in_line == nodes) {
                out_ += '\n';
                in_line = 0;
            }
        }
        if (in_line > 0) out_ += '\n';
    }

    void write_points(std::string_view section) {
        out_.append(section).append("\n");
        for (int i = 0; i < instance_.nodes(); ++i) {
            out_.append(std::to_string(i + 1)).append(" ");
            out_.append(text::from_double(instance_.point(i).x)).append(" ");
            out_.append(text::from_double(instance_.point(i).y)).append("\n");
        }
    }

    void write_demands() {
        out_ += "DEMAND_SECTION\n";
        for (int i = 0; i < instance_.nodes(); ++i)
            out_ += std::to_string(i + 1) + " " + std::to_string(instance_.demand(i)) + "\n";
        out_ += "DEPOT_SECTION\n1\n-1\n";
    }

    void key(std::string_view name, std::string_view value) {
        out_.append(name).append(" : ").append(value).append("\n");
    }

    static std::string one_line(std::string text) {
        std::replace_if(
            text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        return text;
    }

    const Instance& instance_;
    const TsplibWriteOptions& options_;
    std::string out_;
};

}  // namespace

std::string write_tsplib(const Instance& instance, const TsplibWriteOptions& options) {
    return Writer(instance, options).run();
}

}  // namespace odgear
