#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

using drawing::number;

constexpr double left_margin = 90;
constexpr double right_margin = 24;
constexpr double top_margin = 56;
constexpr double bottom_margin = 52;

constexpr std::array stage_colours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                   "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"};

// One axis: maps values to pixels, with round numbers as ticks.
struct Axis {
    double low;
    double high;
    double from;  // pixel of low
    double to;    // pixel of high

    double at(double value) const { return from + (value - low) / (high - low) * (to - from); }

    double step() const {
        const double rough = (high - low) / 6;
        const double power = std::pow(10, std::floor(std::log10(rough)));
        for (const double factor : {1.0, 2.0, 5.0})
            if (factor * power >= rough) return factor * power;
        return 10 * power;
    }

    template <class Visit>
    void each_tick(Visit visit) const {
        const double width = step();
        const double first = std::ceil(low / width - 1e-9);
        for (int i = 0; i < 20 && (first + i) * width <= high + 1e-9 * width; ++i)
            visit((first + i) * width);
    }
};

class TracePlot {
public:
    TracePlot(const std::vector<TracePoint>& trace, const TracePlotOptions& options)
        : trace_(trace), options_(options) {
        double low = trace.front().cost;
        double high = low;
        double last = 0;
        for (const TracePoint& point : trace) {
            low = std::min(low, point.cost);
            high = std::max(high, point.cost);
            last = std::max(last, point.seconds);
            if (std::find(stages_.begin(), stages_.end(), point.stage) == stages_.end())
                stages_.push_back(point.stage);
        }
        if (options.best_known) low = std::min(low, *options.best_known);
        const double room =
            high > low ? 0.05 * (high - low) : std::max(1e-9, 0.05 * std::abs(high));
        time_ = {0, last > 0 ? last : 1, left_margin, options.width - right_margin};
        cost_ = {low - room, high + room, options.height - bottom_margin, top_margin};
    }

    std::string run() {
        fmt::format_to(out(),
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                       "width=\"{0}\" height=\"{1}\" font-family=\"Helvetica, Arial, sans-serif\" "
                       "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                       number(options_.width), number(options_.height));
        title();
        axes();
        if (options_.best_known) best_known_line();
        for (std::size_t s = 0; s < stages_.size(); ++s) curve(s);
        legend();
        return std::move(text_.append("</svg>\n"));
    }

private:
    std::back_insert_iterator<std::string> out() { return std::back_inserter(text_); }

    void title() {
        const double best = std::min_element(trace_.begin(), trace_.end(), by_cost)->cost;
        std::string facts = "best " + drawing::cost_text(best);
        if (options_.best_known && *options_.best_known > 0)
            facts += ", gap " + drawing::gap_text(best, *options_.best_known);
        fmt::format_to(out(),
                       "<text x=\"{}\" y=\"30\" font-size=\"18\"><tspan font-weight=\"bold\">{}"
                       "</tspan><tspan dx=\"12\">{}</tspan></text>\n",
                       number(left_margin), drawing::escaped(options_.title), facts);
    }

    static bool by_cost(const TracePoint& a, const TracePoint& b) { return a.cost < b.cost; }

    void axes() {
        cost_.each_tick([&](double value) {
            fmt::format_to(out(),
                           "<path d=\"M{} {}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" "
                           "text-anchor=\"end\" fill=\"#444\">{}</text>\n",
                           number(left_margin), number(cost_.at(value)), number(time_.to),
                           number(left_margin - 8), number(cost_.at(value) + 4), tick_text(value));
        });
        time_.each_tick([&](double value) {
            fmt::format_to(out(),
                           "<path d=\"M{0} {1}v5\" stroke=\"#444\"/><text x=\"{0}\" y=\"{2}\" "
                           "text-anchor=\"middle\" fill=\"#444\">{3}</text>\n",
                           number(time_.at(value)), number(cost_.from), number(cost_.from + 19),
                           tick_text(value));
        });
        fmt::format_to(out(), "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#444\"/>\n",
                       number(left_margin), number(top_margin), number(cost_.from),
                       number(time_.to));
        fmt::format_to(out(), "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">seconds</text>\n",
                       number((time_.from + time_.to) / 2), number(options_.height - 12));
        fmt::format_to(out(),
                       "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">"
                       "cost</text>\n",
                       number((cost_.from + cost_.to) / 2));
    }

    static std::string tick_text(double value) { return fmt::format("{:.8g}", value); }

    void best_known_line() {
        fmt::format_to(out(),
                       "<path d=\"M{0} {1}H{2}\" stroke=\"#000\" stroke-dasharray=\"6 4\"/>"
                       "<text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">best known {4}</text>\n",
                       number(left_margin), number(cost_.at(*options_.best_known)),
                       number(time_.to), number(cost_.at(*options_.best_known) - 5),
                       drawing::cost_text(*options_.best_known));
    }

    // The cost stays until the next improvement, so the curve has steps, each in the colour of the
    // stage that found it.
    void curve(std::size_t stage) {
        fmt::format_to(out(), "<path fill=\"none\" stroke=\"{}\" stroke-width=\"2\" d=\"",
                       colour(stage));
        for (std::size_t i = 0; i < trace_.size(); ++i) {
            if (trace_[i].stage != stages_[stage]) continue;
            const double from = i == 0 ? trace_[i].cost : trace_[i - 1].cost;
            const double end = i + 1 < trace_.size() ? trace_[i + 1].seconds : time_.high;
            fmt::format_to(out(), "M{} {}V{}H{}", number(time_.at(trace_[i].seconds)),
                           number(cost_.at(from)), number(cost_.at(trace_[i].cost)),
                           number(time_.at(end)));
        }
        text_ += "\"/>\n";
    }

    void legend() {
        double y = top_margin + 14;
        for (std::size_t s = 0; s < stages_.size(); ++s, y += 18)
            fmt::format_to(
                out(), "<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\" fill=\"{2}\">{3}</text>\n",
                number(time_.to - 6), number(y), colour(s), drawing::escaped(stages_[s]));
    }

    static const char* colour(std::size_t stage) {
        return stage_colours[stage % stage_colours.size()];
    }

    const std::vector<TracePoint>& trace_;
    const TracePlotOptions& options_;
    std::vector<std::string> stages_;
    Axis time_{};
    Axis cost_{};
    std::string text_;
};

double field(std::string_view text, const Place& place) {
    const auto value = text::to_double(text::trimmed(text));
    if (!value || !std::isfinite(*value))
        throw InputError(place, "expected a number, found " + text::quoted(text));
    return *value;
}

}  // namespace

std::string write_trace(const std::vector<TracePoint>& trace) {
    std::string out = "seconds,cost,stage\n";
    for (const TracePoint& point : trace)
        out += text::from_double(point.seconds) + "," + text::from_double(point.cost) + "," +
               point.stage + "\n";
    return out;
}

std::vector<TracePoint> read_trace(std::string_view text, const std::string& file) {
    std::vector<TracePoint> trace;
    text::Lines lines(text);
    while (lines.next()) {
        const std::string_view line = lines.line();
        if (line.empty() || (lines.number() == 1 && line.starts_with("seconds"))) continue;
        const std::size_t first = line.find(',');
        const std::size_t second = first == line.npos ? line.npos : line.find(',', first + 1);
        if (second == line.npos)
            throw InputError(Place{file, lines.number(), ""}, "expected seconds,cost,stage");
        trace.push_back(
            {field(line.substr(0, first), {file, lines.number(), "seconds"}),
             field(line.substr(first + 1, second - first - 1), {file, lines.number(), "cost"}),
             std::string(text::trimmed(line.substr(second + 1)))});
    }
    return trace;
}

std::string plot_trace(const std::vector<TracePoint>& trace, const TracePlotOptions& options) {
    if (trace.empty()) throw InputError("the trace is empty, so there is nothing to draw");
    return TracePlot(trace, options).run();
}

}  // namespace odgear
