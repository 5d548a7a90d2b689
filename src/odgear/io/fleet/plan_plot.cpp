#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "odgear/io/drawing.hpp"
#include "odgear/io/fleet/plan_views.hpp"

namespace odgear {

namespace {

using drawing::margin;
using drawing::number;
using drawing::title_height;
using fleet::Step;

class PlanPlot {
public:
    PlanPlot(const fleet::Problem& problem, const fleet::Plan& plan, const PlanPlotOptions& options)
        : problem_(problem),
          plan_(plan),
          options_(options),
          text_(problem, options.text),
          drawing_(problem, plan),
          width_(options.width > 0        ? options.width
                 : problem.stops() > 5000 ? 2000
                                          : 1000),
          layout_(drawing::fit(drawing_.nodes(), width_ - 2 * margin, width_)) {
        for (Point& place : layout_.places) {
            place.x += (width_ - layout_.width) / 2;
            place.y += title_height + margin;
        }
        const double area = std::max(layout_.width, 50.0) * std::max(layout_.height, 50.0);
        spacing_ = std::sqrt(area / std::max(1, problem.stops()));
    }

    std::string run() {
        head();
        title();
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) route(r);
        for (const fleet::Unassigned& left : plan_.unassigned) left_out(left);
        for (int d = 0; d < problem_.depots(); ++d) depot(d);
        return std::move(out_.append("</svg>\n"));
    }

private:
    void head() {
        const drawing::Stroke stroke = drawing::stroke_for(spacing_);
        out_ += drawing::picture_head(
            width_, layout_.height + title_height + 2 * margin, stroke, plan_.routes.size(),
            fmt::format(".u{{fill:#fff;stroke:#777;stroke-width:{:.2f}}}", 0.7 * stroke.line));
    }

    double dot() const { return drawing::stroke_for(spacing_).dot; }

    void title() {
        const double cost = plan_.cost() / problem_.units().cost;
        std::string facts = fmt::format("cost {}, {} vehicle{}", drawing::cost_text(cost),
                                        plan_.vehicles(), plan_.vehicles() == 1 ? "" : "s");
        if (!plan_.unassigned.empty())
            facts += fmt::format(", {} left out", plan_.unassigned.size());
        if (options_.best_known && *options_.best_known > 0)
            facts += fmt::format(", gap {} to {}", drawing::gap_text(cost, *options_.best_known),
                                 drawing::cost_text(*options_.best_known));
        const std::string shape = fmt::format(
            "{} stops, {} depot{}, {} vehicle type{}", problem_.stops(), problem_.depots(),
            problem_.depots() == 1 ? "" : "s", problem_.types(), problem_.types() == 1 ? "" : "s");
        fmt::format_to(std::back_inserter(out_),
                       "<text x=\"{0}\" y=\"34\" font-size=\"21\"><tspan font-weight=\"bold\">{1}"
                       "</tspan><tspan dx=\"14\">{2}</tspan></text>\n"
                       "<text x=\"{0}\" y=\"57\" font-size=\"14\" fill=\"#666\">{3}</text>\n",
                       number(margin), drawing::escaped(problem_.name()), facts, shape);
    }

    // Legs between stops as lines, legs from and to depots fainter.
    void route(std::size_t r) {
        const fleet::PlannedRoute& route = plan_.routes[r];
        fmt::format_to(std::back_inserter(out_),
                       "<g class=\"r\" stroke=\"{}\">\n<title>{}</title>\n", drawing_.colour(r),
                       drawing::escaped(text_.vehicle(route) + ": " + text_.facts(route)));
        std::string legs;
        std::string lines;
        std::string dots;
        const std::vector<int> path = drawing_.path(route);
        bool open = false;  // a line of stops is being drawn
        for (std::size_t i = 0; i < path.size(); ++i) {
            const bool stop = !is_depot(path[i]);
            if (stop) dots += 'M' + point(path[i]) + "h0";
            if (i + 1 == path.size()) break;
            if (!stop || is_depot(path[i + 1])) {
                legs += 'M' + point(path[i]) + 'L' + point(path[i + 1]);
                open = false;
                continue;
            }
            if (!open) lines += 'M' + point(path[i]);
            lines += 'L' + point(path[i + 1]);
            open = true;
        }
        if (!legs.empty()) out_ += "<path class=\"l\" d=\"" + legs + "\"/>\n";
        if (!lines.empty()) out_ += "<path d=\"" + lines + "\"/>\n";
        out_ += "<path class=\"d\" d=\"" + dots + "\"/>\n</g>\n";
    }

    void left_out(const fleet::Unassigned& left) {
        const Point place = at(drawing_.node_of_stop(left.stop));
        fmt::format_to(std::back_inserter(out_),
                       "<circle class=\"u\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title>"
                       "</circle>\n",
                       number(place.x), number(place.y), number(std::max(2.0, 0.6 * dot())),
                       drawing::escaped(left.text));
    }

    void depot(int d) {
        const Point place = at(drawing_.node_of_depot(d));
        fmt::format_to(std::back_inserter(out_),
                       "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" rx=\"2\" fill=\"#111\" "
                       "stroke=\"#fff\" stroke-width=\"2\"><title>{}</title></rect>\n",
                       number(place.x - 7), number(place.y - 7),
                       drawing::escaped("depot " + problem_.depot(d).label));
    }

    bool is_depot(int node) const { return node < problem_.depots(); }
    Point at(int node) const { return layout_.places[static_cast<std::size_t>(node)]; }
    std::string point(int node) const { return number(at(node).x) + ' ' + number(at(node).y); }

    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
    const PlanPlotOptions& options_;
    PlanText text_;
    PlanDrawing drawing_;
    double width_;
    drawing::Layout layout_;
    double spacing_ = 1;
    std::string out_;
};

}  // namespace

std::string plot_plan(const fleet::Problem& problem, const fleet::Plan& plan,
                      const PlanPlotOptions& options) {
    return PlanPlot(problem, plan, options).run();
}

}  // namespace odgear
