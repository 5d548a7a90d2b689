#include <fmt/format.h>

#include <iterator>

#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/io/spreadsheet.hpp"

namespace odgear {

namespace {

using fleet::Step;

class PlanCsv {
public:
    PlanCsv(const fleet::Problem& problem, const fleet::Plan& plan, const PlanTextOptions& options)
        : problem_(problem), plan_(plan), text_(problem, options) {}

    std::string run() {
        out_ = "route,vehicle,stop,kind,id,arrival,wait,begin,departure,";
        if (problem_.dimensions() == 1) {
            out_ += "load,";
        } else {
            for (int d = 1; d <= problem_.dimensions(); ++d) out_ += fmt::format("load{},", d);
        }
        out_ += "distance,reason\n";
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) route(r);
        for (const fleet::Unassigned& left : plan_.unassigned)
            fmt::format_to(std::back_inserter(out_), ",,,unassigned,{},,,,,{},{}\n",
                           spreadsheet::cell(problem_.stop(left.stop).label),
                           std::string(static_cast<std::size_t>(problem_.dimensions()), ','),
                           spreadsheet::cell(left.text));
        return std::move(out_);
    }

private:
    void route(std::size_t r) {
        const fleet::PlannedRoute& route = plan_.routes[r];
        const std::string begin =
            fmt::format("{},{},", r + 1, spreadsheet::cell(text_.vehicle(route)));
        int stop = 0;
        const auto depot = [&](int index) {
            return index < 0 ? std::string() : problem_.depot(index).label;
        };
        row(begin, stop++, "start", depot(route.start.index), route.start);
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::stop)
                row(begin, stop++, "stop", problem_.stop(step.index).label, step);
            else if (step.kind == Step::Kind::reload)
                row(begin, stop++, "reload", depot(step.index), step);
            else
                row(begin, stop++, "break",
                    problem_.type(route.type).breaks[static_cast<std::size_t>(step.index)].label,
                    step);
        }
        row(begin, stop, "end", depot(route.end.index), route.end);
    }

    void row(const std::string& begin, int stop, const char* kind, const std::string& id,
             const Step& step) {
        fmt::format_to(std::back_inserter(out_), "{}{},{},{},{},{},{},{},", begin, stop, kind,
                       spreadsheet::cell(id), text_.time(step.arrival), text_.time(step.wait),
                       text_.time(step.begin), text_.time(step.departure));
        for (int d = 0; d < problem_.dimensions(); ++d) {
            const auto place = static_cast<std::size_t>(d);
            fmt::format_to(std::back_inserter(out_), "{},",
                           place < step.load.size() ? step.load[place] : Load{0});
        }
        out_ += text_.distance(step.distance) + ",\n";
    }

    const fleet::Problem& problem_;
    const fleet::Plan& plan_;
    PlanText text_;
    std::string out_;
};

}  // namespace

std::string write_plan_csv(const fleet::Problem& problem, const fleet::Plan& plan,
                           const PlanTextOptions& options) {
    return PlanCsv(problem, plan, options).run();
}

}  // namespace odgear
