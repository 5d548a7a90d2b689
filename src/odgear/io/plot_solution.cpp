#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "odgear/core/errors.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/svg.hpp"

namespace odgear {

namespace {

using drawing::margin;
using drawing::number;
using drawing::title_height;

class SolutionPlot {
public:
    SolutionPlot(const Instance& instance, const Solution& solution, const PlotOptions& options)
        : instance_(instance),
          solution_(solution),
          options_(options),
          width_(options.width > 0         ? options.width
                 : instance.nodes() > 5000 ? 2000
                                           : 1000),
          layout_(drawing::fit(instance, width_ - 2 * margin, width_)) {
        for (Point& place : layout_.places) {
            // A tall map is centred, because the title needs the whole width.
            place.x += (width_ - layout_.width) / 2;
            place.y += title_height + margin;
        }
    }

    std::string run() {
        drawing::check_customers(instance_, solution_);
        head();
        title();
        const auto colours = drawing::route_colours(instance_, solution_.routes);
        for (std::size_t r = 0; r < solution_.routes.size(); ++r)
            if (!solution_.routes[r].empty()) route(r, colours[r]);
        depot();
        return std::move(out_.append("</svg>\n"));
    }

private:
    void head() {
        const double area = std::max(layout_.width, 50.0) * std::max(layout_.height, 50.0);
        const double spacing = std::sqrt(area / instance_.nodes());
        out_ += drawing::picture_head(width_, page_height(), drawing::stroke_for(spacing),
                                      solution_.routes.size());
    }

    double page_height() const { return layout_.height + title_height + 2 * margin; }

    void title() {
        std::string facts = fmt::format("cost {}", drawing::cost_text(solution_.cost));
        if (!instance_.is_tsp()) {
            const auto used = std::count_if(solution_.routes.begin(), solution_.routes.end(),
                                            [](const Route& route) { return !route.empty(); });
            facts += fmt::format(", {} route{}", used, used == 1 ? "" : "s");
        }
        if (options_.best_known && *options_.best_known > 0)
            facts += fmt::format(", gap {} to {}",
                                 drawing::gap_text(solution_.cost, *options_.best_known),
                                 drawing::cost_text(*options_.best_known));
        const std::string shape =
            instance_.is_tsp()
                ? fmt::format("{} cities, rounding {}", instance_.nodes(), rounding_name(instance_))
                : fmt::format("{} customers, capacity {}, rounding {}", instance_.customers(),
                              drawing::capacity_text(instance_), rounding_name(instance_));
        fmt::format_to(std::back_inserter(out_),
                       "<text x=\"{0}\" y=\"34\" font-size=\"21\"><tspan font-weight=\"bold\">{1}"
                       "</tspan><tspan dx=\"14\">{2}</tspan></text>\n"
                       "<text x=\"{0}\" y=\"57\" font-size=\"14\" fill=\"#666\">{3}</text>\n",
                       number(margin), drawing::escaped(instance_.name()), facts, shape);
    }

    void route(std::size_t r, const std::string& colour) {
        const Route& customers = solution_.routes[r];
        fmt::format_to(std::back_inserter(out_),
                       "<g class=\"r\" stroke=\"{}\">\n<title>{}</title>\n", colour,
                       drawing::route_text(instance_, solution_, r));
        if (instance_.is_tsp()) {
            out_ += "<path d=\"M";
            point(0);
            line(customers);
            out_ += "Z\"/>\n";
        } else {
            legs(customers);
            if (customers.size() > 1) {
                out_ += "<path d=\"M";
                point(customers.front());
                line(std::span(customers).subspan(1));
                out_ += "\"/>\n";
            }
        }
        dots(customers);
        out_ += "</g>\n";
    }

    void legs(const Route& customers) {
        out_ += "<path class=\"l\" d=\"M";
        point(customers.front());
        out_ += 'L';
        point(0);
        out_ += 'L';
        point(customers.back());
        out_ += "\"/>\n";
    }

    void line(std::span<const int> customers) {
        for (const int c : customers) {
            out_ += 'L';
            point(c);
        }
    }

    // A line of length 0 with round ends is a dot, in a fifth of the bytes of a circle.
    void dots(const Route& customers) {
        out_ += "<path class=\"d\" d=\"";
        if (instance_.is_tsp()) dot(0);  // a city like the others, not a depot
        for (const int c : customers) dot(c);
        out_ += "\"/>\n";
    }

    void dot(int node) {
        out_ += 'M';
        point(node);
        out_ += "h0";
    }

    void point(int node) {
        const Point place = layout_.places[static_cast<std::size_t>(node)];
        out_ += number(place.x);
        out_ += ' ';
        out_ += number(place.y);
    }

    void depot() {
        if (instance_.is_tsp()) return;
        const Point place = layout_.places[0];
        fmt::format_to(std::back_inserter(out_),
                       "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" rx=\"2\" fill=\"#111\" "
                       "stroke=\"#fff\" stroke-width=\"2\"><title>depot</title></rect>\n",
                       number(place.x - 7), number(place.y - 7));
    }

    const Instance& instance_;
    const Solution& solution_;
    const PlotOptions& options_;
    double width_;
    drawing::Layout layout_;
    std::string out_;
};

}  // namespace

std::string plot_solution(const Instance& instance, const Solution& solution,
                          const PlotOptions& options) {
    return SolutionPlot(instance, solution, options).run();
}

}  // namespace odgear
