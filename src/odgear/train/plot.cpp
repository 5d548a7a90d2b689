#include "odgear/train/plot.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"

namespace odgear::train {

namespace {

constexpr double panel_width = 420, panel_height = 240, margin = 52;

struct Curve {
    std::string name;
    std::string color;
    std::vector<std::pair<double, double>> points;
};

struct Panel {
    std::string title;
    std::vector<Curve> curves;
};

struct Wanted {
    const char* title;
    std::vector<std::pair<const char*, const char*>> columns;  // name and legend
};

std::vector<Wanted> wanted() {
    return {{"validation gap to the expert, %",
             {{"validation_gap", "best"},
              {"validation_mean_gap", "mean"},
              {"validation_greedy_gap", "greedy"}}},
            {"training cost, scaled", {{"cost", "mean"}, {"best_cost", "best of the group"}}},
            {"imitation loss", {{"imitation", "cross-entropy"}}},
            {"entropy of a step", {{"entropy", "entropy"}}},
            {"deviation of cost in the group", {{"deviation", "deviation"}}},
            {"trajectory balance", {{"balance", "loss"}}},
            {"discriminator's reward",
             {{"positive", "expert"}, {"negative", "own, drawn"}, {"reward", "own, group"}}},
            {"gradient norm", {{"gradient_norm", "norm"}}},
            {"instances a second", {{"instances_per_second", "rate"}}}};
}

std::vector<Panel> collect(std::span<const LogRow> rows) {
    static constexpr const char* colors[] = {"#1b6ca8", "#d1495b", "#3a7d44"};
    std::vector<Panel> panels;
    for (const Wanted& want : wanted()) {
        Panel panel{want.title, {}};
        for (const auto& [column, legend] : want.columns) {
            Curve curve{legend, colors[panel.curves.size() % 3], {}};
            for (const LogRow& row : rows)
                for (const LogColumn& value : columns(row))
                    if (value.name == column && value.value && std::isfinite(*value.value))
                        curve.points.emplace_back(static_cast<double>(row.step), *value.value);
            const bool flat = std::all_of(curve.points.begin(), curve.points.end(),
                                          [](const auto& point) { return point.second == 0; });
            if (!flat) panel.curves.push_back(std::move(curve));
        }
        if (!panel.curves.empty()) panels.push_back(std::move(panel));
    }
    return panels;
}

struct Range {
    double low = INFINITY, high = -INFINITY;

    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

// Three to six round numbers within the range, at intervals of 1, 2 or 5 times a power of ten.
std::vector<double> ticks(const Range& range) {
    if (!(range.high > range.low)) return {range.low};
    const double rough = (range.high - range.low) / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= rough) step = factor * power;
    std::vector<double> result;
    for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step; ++k)
        result.push_back(k * step + 0.0);  // -0 becomes 0
    return result;
}

std::string number(double value) {
    std::ostringstream text;
    text.precision(4);
    text << value;
    return text.str();
}

void draw(std::ostringstream& svg, const Panel& panel, double left, double top) {
    Range x, y;
    for (const Curve& curve : panel.curves)
        for (const auto& [step, value] : curve.points) {
            x.take(step);
            y.take(value);
        }
    const double width = panel_width - 1.5 * margin, height = panel_height - 1.6 * margin;
    const double x0 = left + margin, y0 = top + panel_height - 0.8 * margin;
    svg << "<text x='" << x0 << "' y='" << top + 18 << "' font-weight='bold'>" << panel.title
        << "</text>\n<path d='M" << x0 << " " << y0 - height << "V" << y0 << "H" << x0 + width
        << "' fill='none' stroke='#888'/>\n";
    for (const double value : ticks(y))
        svg << "<text x='" << x0 - 5 << "' y='" << number(y0 - y.share(value) * height + 4)
            << "' text-anchor='end'>" << number(value) << "</text>\n";
    for (const double value : ticks(x))
        svg << "<text x='" << number(x0 + x.share(value) * width) << "' y='" << y0 + 15
            << "' text-anchor='middle'>" << number(value) << "</text>\n";
    double legend = x0 + width;
    for (auto curve = panel.curves.rbegin(); curve != panel.curves.rend(); ++curve) {
        svg << "<polyline fill='none' stroke-width='1.5' stroke='" << curve->color << "' points='";
        for (const auto& [step, value] : curve->points)
            svg << number(x0 + x.share(step) * width) << "," << number(y0 - y.share(value) * height)
                << " ";
        svg << "'/>\n<text x='" << legend << "' y='" << y0 - height - 4
            << "' text-anchor='end' fill='" << curve->color << "'>" << curve->name << "</text>\n";
        legend -= 9 + 6.2 * static_cast<double>(curve->name.size());
    }
}

// Shortens a long title at its beginning, because its end names the run's folder and recipe.
std::string fitting(const std::string& title, double wide) {
    constexpr double letter = 7.5;
    const auto most = static_cast<std::size_t>(wide / letter);
    return title.size() <= most ? title : "…" + title.substr(title.size() - most + 1);
}

}  // namespace

std::string plot_svg(std::span<const LogRow> rows, const std::string& title) {
    const std::vector<Panel> panels = collect(rows);
    if (panels.empty()) throw InputError(title + ": the log holds nothing to draw yet");
    const std::size_t across = std::min<std::size_t>(3, panels.size());
    const auto lines = (panels.size() + across - 1) / across;
    std::ostringstream svg;
    const double wide = panel_width * static_cast<double>(across);
    const double tall = panel_height * static_cast<double>(lines) + 30;
    svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << wide << " " << tall
        << "' width='" << wide << "' height='" << tall
        << "' font-family='sans-serif' font-size='11'>\n<rect width='100%' height='100%' "
           "fill='white'/>\n<text x='12' y='20' font-size='14'>"
        << drawing::escaped(fitting(title, wide)) << "</text>\n";
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::size_t row = i / across;
        const std::size_t column = i % across;
        draw(svg, panels[i], panel_width * static_cast<double>(column),
             30 + panel_height * static_cast<double>(row));
    }
    svg << "</svg>\n";
    return svg.str();
}

}  // namespace odgear::train
