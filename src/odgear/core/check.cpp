#include "odgear/core/check.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace odgear {

namespace {

using Kind = Violation::Kind;

std::string number(double value) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

// A garbage file can have millions of violations. Only this many are listed; one more entry counts
// the rest.
constexpr std::size_t most_listed = 1000;

class Checker {
public:
    explicit Checker(const Instance& instance)
        : instance_(instance), first_route_(static_cast<std::size_t>(instance.nodes()), -1) {}

    CheckReport run(const std::vector<Route>& routes) {
        for (std::size_t r = 0; r < routes.size(); ++r) visit(static_cast<int>(r), routes[r]);
        for (int c = 1; c < instance_.nodes(); ++c)
            if (first_route_[static_cast<std::size_t>(c)] < 0)
                add(Kind::missing_customer, -1, c, "customer " + std::to_string(c) + " is missing");
        if (report_.vehicles > instance_.max_vehicles())
            add(Kind::excess_vehicles, -1, -1,
                std::to_string(report_.vehicles) + " routes, but the fleet has " +
                    std::to_string(instance_.max_vehicles()));
        if (unlisted_ > 0) {
            Violation more = report_.violations.back();
            more.text = "and " + std::to_string(unlisted_) + " more violations";
            report_.violations.push_back(std::move(more));
        }
        return std::move(report_);
    }

private:
    void visit(int r, const Route& route) {
        const std::string where = "route " + std::to_string(r + 1);
        Load load = 0;
        double length = 0;
        int at = 0;
        int known = 0;
        for (const int c : route) {
            if (c < 1 || c >= instance_.nodes()) {
                add(Kind::unknown_customer, r, c,
                    where + " visits " + std::to_string(c) + ", which is not a customer (1.." +
                        std::to_string(instance_.customers()) + ")");
                continue;
            }
            int& first = first_route_[static_cast<std::size_t>(c)];
            if (first >= 0)
                add(Kind::repeated_customer, r, c,
                    "customer " + std::to_string(c) + " is visited twice (" + where +
                        " and route " + std::to_string(first + 1) + ")");
            else
                first = r;
            load += instance_.demand(c);
            length += instance_.distance(at, c);
            at = c;
            ++known;
        }
        if (known == 0) return;
        length += instance_.distance(at, 0);
        report_.cost += length;
        ++report_.vehicles;
        if (load > instance_.capacity())
            add(Kind::excess_load, r, -1,
                where + " carries " + std::to_string(load) + ", above the capacity of " +
                    std::to_string(instance_.capacity()));
        const double duration = length + known * instance_.service_time();
        if (duration > instance_.max_route_length() * (1 + cost_tolerance))
            add(Kind::excess_length, r, -1,
                where + " takes " + number(duration) + ", above the length limit of " +
                    number(instance_.max_route_length()));
    }

    void add(Kind kind, int route, int customer, std::string text) {
        if (report_.violations.size() < most_listed)
            report_.violations.push_back({kind, route, customer, std::move(text)});
        else
            ++unlisted_;
    }

    const Instance& instance_;
    std::vector<int> first_route_;  // by customer; -1 while not seen
    std::size_t unlisted_ = 0;
    CheckReport report_;
};

}  // namespace

std::string CheckReport::summary(std::size_t most) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(most, violations.size()); ++i)
        text += (i == 0 ? "" : "; ") + violations[i].text;
    if (violations.size() > most)
        text += "; and " + std::to_string(violations.size() - most) + " more";
    return text;
}

CheckReport check(const Instance& instance, const std::vector<Route>& routes) {
    return Checker(instance).run(routes);
}

CheckReport check(const Instance& instance, const Solution& solution, double tolerance) {
    CheckReport report = check(instance, solution.routes);
    const double scale = std::max({1.0, std::abs(report.cost), std::abs(solution.cost)});
    if (!(std::abs(report.cost - solution.cost) <= tolerance * scale))
        report.violations.push_back({Kind::wrong_cost, -1, -1,
                                     "the stated cost is " + number(solution.cost) +
                                         ", the recomputed one " + number(report.cost)});
    return report;
}

}  // namespace odgear
