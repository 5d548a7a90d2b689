#include "odgear/bench/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "odgear/io/drawing.hpp"

namespace odgear::bench {

namespace {

using drawing::escaped;

constexpr double left_margin = 52;
constexpr double right_margin = 16;
constexpr double top_margin = 14;
constexpr double bottom_margin = 42;
constexpr double letter = 6.2;  // approximate width of a letter of a label
constexpr double bold_letter = 6.9;
constexpr double label_height = 12;

struct Box {
    double left, top, right, bottom;
    bool meets(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

// Maps values to pixels along one axis.
struct Axis {
    double low = 0, high = 1, from = 0, to = 1;
    bool log = false;

    double at(double value) const {
        const double v = log ? std::log(value) : value;
        const double a = log ? std::log(low) : low;
        const double b = log ? std::log(high) : high;
        return from + (to - from) * (v - a) / (b - a);
    }
};

std::string tick_text(double value) {
    if (std::abs(value) >= 1000) {
        const double thousands = value / 1000;
        return fmt::format("{:g}k", thousands);
    }
    return fmt::format("{:g}", value);
}

class Drawing {
public:
    explicit Drawing(const Chart& chart) : chart_(chart) {
        for (const ChartSeries& series : chart.series) {
            ChartSeries kept = series;
            std::erase_if(kept.points, [&](const ChartPoint& p) {
                if (p.y <= chart.y_most) return false;
                outside_ += fmt::format("{}{} ({:.3g})", outside_.empty() ? "" : ", ",
                                        escaped(series.name), p.y);
                return true;
            });
            if (!kept.points.empty()) shown_.push_back(std::move(kept));
        }
    }

    bool empty() const { return shown_.empty(); }

    std::string figure() {
        set_axes();
        std::string out = fmt::format("<figure class=\"chart\"><figcaption>{}</figcaption>\n",
                                      escaped(chart_.title));
        out += fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
                           chart_.width, chart_.height, escaped(chart_.title));
        out += bands() + grid();
        for (const ChartSeries& series : shown_) out += marks(series);
        out += labels() + "</svg>\n";
        if (!outside_.empty()) out += "<p class=\"note\">Above the plot: " + outside_ + ".</p>\n";
        return out + "</figure>\n";
    }

private:
    void set_axes() {
        double low_x = std::numeric_limits<double>::infinity(), low_y = low_x;
        double high_x = -low_x, high_y = -low_x;
        for (const ChartSeries& series : shown_)
            for (const ChartPoint& p : series.points) {
                low_x = std::min(low_x, p.x);
                high_x = std::max(high_x, p.x);
                low_y = std::min(low_y, p.y);
                high_y = std::max(high_y, p.y);
            }
        if (chart_.y_zero_line) {
            low_y = std::min(low_y, 0.0);
            high_y = std::max(high_y, 0.0);
        }
        x_ = padded(low_x, high_x, chart_.x_log);
        y_ = padded(low_y, high_y, chart_.y_log);
        x_.from = left_margin;
        x_.to = chart_.width - right_margin;
        y_.from = chart_.height - bottom_margin;
        y_.to = top_margin;
    }

    static Axis padded(double low, double high, bool log) {
        Axis axis;
        axis.log = log;
        if (log) {
            const double room = std::max(1.25, std::pow(high / low, 0.07));
            axis.low = low / room;
            axis.high = high * room;
        } else {
            const double room = std::max(1e-9, 0.07 * (high - low));
            axis.low = low - (high > low ? room : 1);
            axis.high = high + (high > low ? room : 1);
        }
        return axis;
    }

    std::string bands() const {
        std::string out;
        bool shaded = false;
        for (const ChartBand& band : chart_.bands) {
            const double a = x_.at(band.from), b = x_.at(band.to);
            if (shaded)
                out += fmt::format(
                    "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                    "height=\"{:.1f}\"/>\n",
                    a, y_.to, b - a, y_.from - y_.to);
            out += fmt::format(
                "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                (a + b) / 2, y_.from + 14, escaped(band.name));
            shaded = !shaded;
        }
        return out;
    }

    std::string grid() const {
        std::string out;
        for (const double value : axis_ticks(y_.low, y_.high, y_.log)) {
            const double at = y_.at(value);
            const bool zero = chart_.y_zero_line && value == 0;
            out += fmt::format(
                "<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
                "<text class=\"tick\" text-anchor=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                zero ? "zero" : "grid", x_.from, x_.to, at, at, x_.from - 6, at + 3.5,
                tick_text(value));
        }
        if (chart_.x_ticks)
            for (const double value : axis_ticks(x_.low, x_.high, x_.log))
                out += fmt::format(
                    "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}"
                    "</text>\n",
                    x_.at(value), y_.from + 14, tick_text(value));
        out += fmt::format(
            "<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>\n",
            x_.from, x_.to, y_.from);
        out += fmt::format(
            "<text class=\"title\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            (x_.from + x_.to) / 2, chart_.height - 8, escaped(chart_.x_title));
        out += fmt::format(
            "<text class=\"title\" text-anchor=\"middle\" transform=\"translate(13 {:.1f}) "
            "rotate(-90)\">{}</text>\n",
            (y_.from + y_.to) / 2, escaped(chart_.y_title));
        return out;
    }

    std::string marks(const ChartSeries& series) {
        std::string out =
            fmt::format("<g class=\"{}{}\">", colour_class(series), series.hollow ? " hollow" : "");
        if (series.line && series.points.size() > 1) {
            out += "<polyline points=\"";
            for (const ChartPoint& p : series.points)
                out += fmt::format("{:.1f},{:.1f} ", x_.at(p.x), y_.at(p.y));
            out += "\"/>";
        }
        const double radius = series.points.size() > 20 ? 2.2 : series.hollow ? 3.4 : 4.2;
        for (const ChartPoint& p : series.points) {
            const double x = x_.at(p.x), y = y_.at(p.y);
            out += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}</title>"
                "</circle>",
                x, y, radius, escaped(p.tip));
            taken_.push_back({x - radius, y - radius, x + radius, y + radius});
        }
        return out + "</g>\n";
    }

    // Places each name where it covers neither a point nor another name. Without room for it, a
    // name is left out; the tooltip of the mark shows it.
    std::string labels() {
        std::string out;
        for (const bool hollow : {false, true})  // our own first
            for (const ChartSeries& series : shown_)
                if (series.labelled && series.hollow == hollow) out += label(series);
        return out;
    }

    std::string label(const ChartSeries& series) {
        const ChartPoint& p = series.points.back();
        const double x = x_.at(p.x), y = y_.at(p.y);
        const double width =
            (series.hollow ? letter : bold_letter) * static_cast<double>(series.name.size());
        struct Place {
            double dx, dy;  // of the text's anchor
            const char* anchor;
            double share;  // share of the text's width left of the anchor
        };
        const std::array<Place, 8> places{{{8, 4, "start", 0},
                                           {-8, 4, "end", 1},
                                           {0, -8, "middle", 0.5},
                                           {0, 16, "middle", 0.5},
                                           {8, -7, "start", 0},
                                           {8, 15, "start", 0},
                                           {-8, -7, "end", 1},
                                           {-8, 15, "end", 1}}};
        for (const auto& [dx, dy, anchor, share] : places) {
            const double left = x + dx - share * width;
            const Box box{left - 1, y + dy - label_height + 2, left + width + 1, y + dy + 2};
            if (box.left < x_.from || box.right > chart_.width || box.top < 0 ||
                box.bottom > y_.from)
                continue;
            if (std::any_of(taken_.begin(), taken_.end(),
                            [&](const Box& other) { return box.meets(other); }))
                continue;
            taken_.push_back(box);
            return fmt::format(
                "<text class=\"label {}{}\" text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}"
                "</text>\n",
                colour_class(series), series.hollow ? " hollow" : "", anchor, x + dx, y + dy,
                escaped(series.name));
        }
        return "";
    }

    static std::string colour_class(const ChartSeries& series) {
        return series.colour < 0 ? "ref" : fmt::format("s{}", series.colour % chart_colours);
    }

    const Chart& chart_;
    std::vector<ChartSeries> shown_;
    std::string outside_;
    Axis x_, y_;
    std::vector<Box> taken_;
};

}  // namespace

std::vector<double> axis_ticks(double low, double high, bool log) {
    std::vector<double> result;
    if (log) {
        const int last = static_cast<int>(std::floor(std::log10(high)));
        for (int decade = static_cast<int>(std::floor(std::log10(low))); decade <= last; ++decade)
            for (const double part : {1.0, 2.0, 5.0}) {
                const double tick = part * std::pow(10, decade);
                if (tick >= low && tick <= high) result.push_back(tick);
            }
        // Only whole decades if the axis is long.
        if (result.size() > 8)
            std::erase_if(result, [](double value) {
                const double decade = std::log10(value);
                return std::abs(decade - std::round(decade)) > 1e-9;
            });
        if (result.size() > 1) return result;
        result.clear();  // within one decade: as on a linear axis
    }
    const double rough = (high - low) / 5;
    const double ten = std::pow(10, std::floor(std::log10(rough)));
    const double share = rough / ten;
    const double step = ten * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    for (double i = std::ceil(low / step); i * step <= high; ++i)
        result.push_back(i == 0 ? 0 : i * step);
    return result;
}

std::string draw(const Chart& chart) {
    Drawing drawing(chart);
    return drawing.empty() ? "" : drawing.figure();
}

}  // namespace odgear::bench
