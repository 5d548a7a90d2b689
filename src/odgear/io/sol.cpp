#include "odgear/io/sol.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

constexpr std::size_t most_warnings = 20;

class SolReader {
public:
    SolReader(std::string_view text, const std::string& file, int least)
        : lines_(text), file_(file), least_(least) {}

    SolFile run() {
        while (lines_.next()) {
            const std::string_view line = lines_.line();
            if (line.empty()) continue;
            if (text::starts_with_word(line, "ROUTE"))
                read_route(line);
            else if (text::starts_with_word(line, "COST"))
                read_cost(line.substr(4));
            else
                warn("expected 'Route #k: ...' or 'Cost N', left out: " + text::quoted(line));
        }
        if (result_.routes.empty())
            throw InputError(Place{file_, 0, ""}, "has no line 'Route #k: ...'");
        if (!result_.cost) warn("no cost is stated");
        return std::move(result_);
    }

private:
    void read_route(std::string_view line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) fail("Route", "expected ':' after the route's number");
        Route& route = result_.routes.emplace_back();
        text::Tokens tokens(line.substr(colon + 1));
        for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
            const std::optional<std::int64_t> customer = text::to_integer(token);
            if (!customer || *customer > std::numeric_limits<int>::max())
                fail("Route", "expected a customer, found " + text::quoted(token));
            if (*customer < least_)
                fail("Route", text::quoted(token) +
                                  " is not a customer: they count from 1, the depot is left out");
            route.push_back(static_cast<int>(*customer));
        }
    }

    void read_cost(std::string_view rest) {
        rest = text::trimmed(rest);
        if (rest.starts_with(':')) rest = text::trimmed(rest.substr(1));
        text::Tokens tokens(rest);
        const std::string_view token = tokens.next();
        const std::optional<double> cost = text::to_double(token);
        if (!cost || !std::isfinite(*cost))
            fail("Cost", "expected a number, found " + text::quoted(rest));
        if (const std::string_view more = tokens.next(); !more.empty())
            fail("Cost", "expected a number and nothing else, found " + text::quoted(more));
        if (result_.cost) fail("Cost", "given twice");
        result_.cost = cost;
        const std::size_t point = token.find('.');
        if (point == std::string_view::npos) return;
        const std::string_view fraction = token.substr(point + 1);
        const auto is_digit = [](char c) { return text::is_digit(c); };
        if (std::all_of(fraction.begin(), fraction.end(), is_digit))
            result_.cost_decimals = static_cast<int>(fraction.size());
    }

    [[noreturn]] void fail(const char* field, const std::string& message) const {
        throw InputError(Place{file_, lines_.number(), field}, message);
    }

    void warn(const std::string& message) {
        if (result_.warnings.size() < most_warnings)
            result_.warnings.push_back(describe(Place{file_, lines_.number(), ""}, message));
    }

    text::Lines lines_;
    const std::string& file_;
    const int least_;
    SolFile result_;
};

}  // namespace

SolFile read_sol(std::string_view text, const std::string& file, int least) {
    return SolReader(text, file, least).run();
}

std::string write_sol(const Solution& solution) {
    std::string out;
    int number = 0;
    char digits[16];
    for (const Route& route : solution.routes) {
        if (route.empty()) continue;
        out.append("Route #").append(std::to_string(++number)).append(":");
        for (const int customer : route) {
            const auto end = std::to_chars(digits, digits + sizeof digits, customer).ptr;
            out.append(" ").append(digits, end);
        }
        out += '\n';
    }
    return out + "Cost " + text::from_double(solution.cost) + "\n";
}

}  // namespace odgear
