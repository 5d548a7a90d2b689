#include "odgear/io/tour.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

class TourReader {
public:
    TourReader(std::string_view text, const std::string& file) : lines_(text), file_(file) {}

    TourFile run() {
        while (lines_.next()) {
            const std::string_view line = lines_.line();
            if (line.empty()) continue;
            if (!text::is_letter(line.front()))
                fail("", "expected a key or a section, found " + text::quoted(line));
            if (text::starts_with_word(line, "EOF")) break;
            if (text::starts_with_word(line, "TOUR_SECTION"))
                read_section();
            else
                read_key(line);
        }
        check_permutation();
        return std::move(result_);
    }

private:
    void read_key(std::string_view line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos)
            fail("", "expected 'KEY : VALUE' or TOUR_SECTION, found " + text::quoted(line));
        const std::string_view key = text::trimmed(line.substr(0, colon));
        const std::string_view value = text::trimmed(line.substr(colon + 1));
        if (key == "NAME") {
            result_.name = value;
        } else if (key == "TYPE") {
            if (!text::starts_with_word(value, "TOUR"))
                fail("TYPE", "expected TOUR, found " + text::quoted(value));
        } else if (key == "DIMENSION") {
            dimension_ = text::to_integer(value);
            if (!dimension_ || *dimension_ < 1)
                fail("DIMENSION", "expected a positive number, found " + text::quoted(value));
        } else if (key != "COMMENT") {
            result_.warnings.push_back(describe(Place{file_, lines_.number(), ""},
                                                "unknown key " + text::quoted(key) + ", left out"));
            if (result_.warnings.size() > 20) fail("", "is not a tour");
        }
    }

    // Reads tokens up to -1 or the next key. Several tours in one file are not supported.
    void read_section() {
        if (section_ > 0) fail(section, "given twice");
        section_ = lines_.number();
        while (lines_.next()) {
            const std::string_view line = lines_.line();
            if (!line.empty() && text::is_letter(line.front())) return lines_.back();
            text::Tokens tokens(line);
            for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
                const std::optional<std::int64_t> node = text::to_integer(token);
                if (node == -1) return;
                if (!node || *node < 1 || *node > std::numeric_limits<int>::max())
                    fail(section, "expected a node from 1 on, found " + text::quoted(token));
                result_.nodes.push_back(static_cast<int>(*node - 1));
            }
        }
    }

    void check_permutation() const {
        const Place place{file_, section_, section};
        if (section_ == 0) throw InputError(Place{file_, 0, section}, "missing");
        const std::size_t count = result_.nodes.size();
        if (dimension_ && static_cast<std::size_t>(*dimension_) != count)
            throw InputError(place, std::to_string(count) + " nodes, but DIMENSION is " +
                                        std::to_string(*dimension_));
        std::vector<bool> seen(count);
        for (const int node : result_.nodes) {
            const auto i = static_cast<std::size_t>(node);
            if (i >= count || seen[i])
                throw InputError(place, "node " + std::to_string(node + 1ll) +
                                            (i >= count ? " is outside 1.." + std::to_string(count)
                                                        : " is visited twice"));
            seen[i] = true;
        }
    }

    [[noreturn]] void fail(const char* field, const std::string& message) const {
        throw InputError(Place{file_, lines_.number(), field}, message);
    }

    static constexpr const char* section = "TOUR_SECTION";

    text::Lines lines_;
    const std::string& file_;
    TourFile result_;
    std::optional<std::int64_t> dimension_;
    std::size_t section_ = 0;
};

// The number of each node in the file of the instance, from 1. If the depot is not the first node
// of that file, the numbers differ from the indices, and labels contain them.
std::vector<int> node_numbers(const Instance& instance) {
    std::vector<int> numbers;
    numbers.reserve(static_cast<std::size_t>(instance.nodes()));
    const bool labelled = instance.label(0) > 0;
    for (int i = 0; i < instance.nodes(); ++i)
        numbers.push_back(labelled ? static_cast<int>(instance.label(i)) : i + 1);
    return numbers;
}

}  // namespace

TourFile read_tour(std::string_view text, const std::string& file) {
    return TourReader(text, file).run();
}

Solution tour_solution(const Instance& instance, const TourFile& tour, const std::string& file) {
    if (tour.nodes.size() != static_cast<std::size_t>(instance.nodes()))
        throw InputError(Place{file, 0, "TOUR_SECTION"},
                         "a tour of " + std::to_string(tour.nodes.size()) +
                             " nodes, but the instance has " + std::to_string(instance.nodes()));
    Route route;
    const std::vector<int> numbers = node_numbers(instance);
    std::vector<int> node_at(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        node_at[static_cast<std::size_t>(numbers[i] - 1)] = static_cast<int>(i);
    for (const int position : tour.nodes)
        route.push_back(node_at[static_cast<std::size_t>(position)]);
    std::rotate(route.begin(), std::find(route.begin(), route.end(), 0), route.end());
    route.erase(route.begin());
    return make_solution(instance, {std::move(route)});
}

std::string write_tour(const Instance& instance, const Solution& solution) {
    if (solution.routes.size() != 1)
        throw InputError("a tour has one route, this solution has " +
                         std::to_string(solution.routes.size()));
    std::string out = "NAME : " + instance.name() + ".tour\n";
    out += "COMMENT : Length " + text::from_double(solution.cost) + "\nTYPE : TOUR\n";
    out += "DIMENSION : " + std::to_string(instance.nodes()) + "\nTOUR_SECTION\n";
    const std::vector<int> numbers = node_numbers(instance);
    out += std::to_string(numbers.front()) + "\n";
    for (const int customer : solution.routes.front())
        out += std::to_string(numbers[static_cast<std::size_t>(customer)]) + "\n";
    return out + "-1\nEOF\n";
}

}  // namespace odgear
