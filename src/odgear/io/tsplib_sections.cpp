#include "odgear/io/tsplib_sections.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear::tsplib {

namespace {

// Beyond this, sums and squares of distances are not exact enough in double precision.
constexpr double largest_number = 1e15;
constexpr std::size_t most_warnings = 20;

// They add constraints; ignoring them would solve another problem.
constexpr std::array unsupported_sections{"BACKHAUL_SECTION",      "CTSP_SET_SECTION",
                                          "DRAFT_LIMIT_SECTION",   "GTSP_SET_SECTION",
                                          "MTSP_MIN_SIZE_SECTION", "PICKUP_AND_DELIVERY_SECTION",
                                          "SERVICE_TIME_SECTION",  "STANDTIME_SECTION",
                                          "TIME_WINDOW_SECTION",   "REQUIRED_NODES_SECTION"};

class Parser {
public:
    Parser(std::string_view text, const std::string& file) : text_(text), lines_(text) {
        content_.file = file;
    }

    Content run() {
        while (lines_.next()) {
            const std::string_view line = lines_.line();
            if (line.empty()) continue;
            if (!text::is_letter(line.front()))
                fail("", "expected a key or a section, found " + text::quoted(line));
            if (!statement(line)) break;
        }
        content_.lines = lines_.number();
        if (skipped_warnings_ > 0)
            content_.warnings.push_back(describe(
                Place{content_.file, 0, ""}, std::to_string(skipped_warnings_) + " more warnings"));
        return std::move(content_);
    }

private:
    // One "KEY : VALUE" line, or a section with all its entries. False at EOF.
    bool statement(std::string_view line) {
        std::size_t end = 0;
        while (end < line.size() && (text::is_letter(line[end]) || text::is_digit(line[end])))
            ++end;
        // All known keys are shorter. A file that is one long word must not fill the messages.
        constexpr std::size_t longest_key = 60;
        const std::string key = text::uppercase(line.substr(0, std::min(end, longest_key)));
        std::string_view value = text::trimmed(line.substr(end));
        const bool colon = !value.empty() && value.front() == ':';
        if (colon) value = text::trimmed(value.substr(1));
        if (key == "EOF") return false;
        if (key == "ROUTE") fail("", "this is a solution (.sol), not an instance");
        if (section(key) || keyword(key, value)) return true;
        if (std::find(unsupported_sections.begin(), unsupported_sections.end(), key) !=
            unsupported_sections.end())
            fail(key, "this kind of constraint is not supported");
        if (key.ends_with("_SECTION")) {
            warn(key, "unknown section, left out");
            skip_section();
        } else if (colon) {
            warn(key, "unknown key, left out");
        } else {
            fail("", "expected 'KEY : VALUE' or a section, found " + text::quoted(line));
        }
        return true;
    }

    bool section(const std::string& key) {
        if (key == "NODE_COORD_SECTION") {
            read_points(key, content_.points);
        } else if (key == "DISPLAY_DATA_SECTION") {
            read_points(key, content_.display);
        } else if (key == "DEMAND_SECTION") {
            read_demands(key);
        } else if (key == "EDGE_WEIGHT_SECTION") {
            read_weights(key);
        } else if (key == "DEPOT_SECTION") {
            read_depots(key);
        } else {
            return false;
        }
        return true;
    }

    bool keyword(const std::string& key, std::string_view value) {
        if (key == "NAME") {
            set(content_.name, key, std::string(value));
        } else if (key == "COMMENT") {
            append_comment(value);
        } else if (key == "TYPE") {
            set(content_.type, key, text::uppercase(text::Tokens(value).next()));
        } else if (key == "EDGE_WEIGHT_TYPE") {
            set(content_.metric, key, text::uppercase(value));
        } else if (key == "EDGE_WEIGHT_FORMAT") {
            set(content_.format, key, text::uppercase(value));
        } else if (key == "DIMENSION") {
            set(content_.dimension, key, dimension(value));
        } else if (key == "CAPACITY") {
            set(content_.capacity, key, positive_whole(key, value));
        } else if (key == "VEHICLES") {
            set(content_.vehicles, key, positive_whole(key, value));
        } else if (key == "DISTANCE") {
            set(content_.distance, key, amount(key, value));
            if (!(content_.distance.value > 0)) fail(key, "must be positive");
        } else if (key == "SERVICE_TIME") {
            set(content_.service_time, key, amount(key, value));
        } else {
            // Known keys without effect here.
            return key == "DISPLAY_DATA_TYPE" || key == "NODE_COORD_TYPE";
        }
        return true;
    }

    template <class T>
    void set(Located<T>& slot, const std::string& key, T value) {
        if (slot.given()) fail(key, "given twice (first in line " + number(slot.line) + ")");
        slot = {std::move(value), lines_.number()};
    }

    void append_comment(std::string_view value) {
        Located<std::string>& comment = content_.comment;
        if (comment.given() && !value.empty()) comment.value += ' ';
        comment.value += value;
        comment.line = lines_.number();
    }

    std::int64_t dimension(std::string_view value) {
        const Load nodes = positive_whole("DIMENSION", value);
        // Each node needs at least a digit and a line break somewhere in the file.
        if (static_cast<std::uint64_t>(nodes) > text_.size() / 2)
            fail("DIMENSION", std::to_string(nodes) + " nodes cannot be in a file of " +
                                  std::to_string(text_.size()) + " bytes");
        return nodes;
    }

    double finite(const std::string& key, std::string_view token) {
        const std::optional<double> value = text::to_double(token);
        if (!value) fail(key, "expected a number, found " + text::quoted(token));
        if (!std::isfinite(*value)) fail(key, text::quoted(token) + " is not a finite number");
        if (std::abs(*value) > largest_number) fail(key, text::quoted(token) + " is too large");
        return *value;
    }

    double amount(const std::string& key, std::string_view token) {
        const double value = finite(key, token);
        if (value < 0) fail(key, "must not be negative, but is " + text::quoted(token));
        return value;
    }

    // Whole numbers may be written as "5.0" or "1e3".
    Load whole(const std::string& key, std::string_view token) {
        if (const auto value = text::to_integer(token);
            value && std::abs(static_cast<double>(*value)) <= largest_number)
            return *value;
        const double value = finite(key, token);
        if (value != std::trunc(value))
            fail(key, text::quoted(token) + " is not a whole number" +
                          (key == "CAPACITY" || key == "DEMAND_SECTION"
                               ? "; scale demands and capacity so that they are"
                               : ""));
        return static_cast<Load>(value);
    }

    Load positive_whole(const std::string& key, std::string_view token) {
        const Load value = whole(key, token);
        if (value <= 0) fail(key, "must be positive, but is " + text::quoted(token));
        return value;
    }

    std::int64_t node(const std::string& key, std::string_view token) {
        const std::optional<std::int64_t> value = text::to_integer(token);
        if (!value) fail(key, "expected a node number, found " + text::quoted(token));
        return *value;
    }

    template <class Entry>
    void open(Section<Entry>& section, const std::string& key) {
        if (section.given()) fail(key, "given twice (first in line " + number(section.first) + ")");
        section.first = section.last = lines_.number();
        // Sections get memory for DIMENSION entries at once, which the size of the file bounds.
        if (content_.dimension.given())
            section.entries.reserve(static_cast<std::size_t>(content_.dimension.value));
    }

    // The next line of the current section; false if a key or the end follows.
    bool next_entry() {
        while (lines_.next()) {
            if (lines_.line().empty()) continue;
            if (!text::is_letter(lines_.line().front())) return true;
            lines_.back();
            return false;
        }
        return false;
    }

    void read_points(const std::string& key, Section<NodePoint>& section) {
        open(section, key);
        while (next_entry()) {
            text::Tokens tokens(lines_.line());
            NodePoint entry;
            entry.line = section.last = lines_.number();
            entry.node = node(key, tokens.next());
            entry.point.x = coordinate(key, tokens, entry.node);
            entry.point.y = coordinate(key, tokens, entry.node);
            end_of_line(key, tokens);
            section.entries.push_back(entry);
        }
    }

    double coordinate(const std::string& key, text::Tokens& tokens, std::int64_t node) {
        const std::string_view token = tokens.next();
        if (token.empty()) fail(key, "node " + std::to_string(node) + " lacks a coordinate");
        return finite(key, token);
    }

    void read_demands(const std::string& key) {
        Section<NodeDemand>& section = content_.demands;
        open(section, key);
        while (next_entry()) {
            text::Tokens tokens(lines_.line());
            NodeDemand entry;
            entry.line = section.last = lines_.number();
            entry.node = node(key, tokens.next());
            const std::string_view token = tokens.next();
            if (token.empty())
                fail(key, "node " + std::to_string(entry.node) + " lacks its demand");
            entry.demand = whole(key, token);
            if (entry.demand < 0)
                fail(key, "the demand of node " + std::to_string(entry.node) + " is negative");
            end_of_line(key, tokens);
            section.entries.push_back(entry);
        }
    }

    void end_of_line(const std::string& key, text::Tokens& tokens) {
        const std::string_view token = tokens.next();
        if (!token.empty()) fail(key, text::quoted(token) + " is one value too many");
    }

    void read_weights(const std::string& key) {
        Section<double>& section = content_.weights;
        open(section, key);
        // No format has more than n * n values; stopping there bounds memory by DIMENSION too.
        const auto nodes = static_cast<std::size_t>(content_.dimension.value);
        while (next_entry()) {
            section.last = lines_.number();
            text::Tokens tokens(lines_.line());
            for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
                section.entries.push_back(amount(key, token));
                if (nodes > 0 && section.entries.size() / nodes > nodes)
                    fail(key, "more values than a matrix of " + number(nodes) + " nodes has");
            }
        }
    }

    void read_depots(const std::string& key) {
        Section<std::int64_t>& section = content_.depots;
        open(section, key);
        while (next_entry()) {
            section.last = lines_.number();
            text::Tokens tokens(lines_.line());
            for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
                const std::int64_t depot = node(key, token);
                if (depot == -1) return end_of_line(key, tokens);
                section.entries.push_back(depot);
            }
        }
    }

    void skip_section() {
        while (next_entry()) {
        }
    }

    static std::string number(std::size_t value) { return std::to_string(value); }

    [[noreturn]] void fail(const std::string& key, const std::string& message) const {
        throw InputError(Place{content_.file, lines_.number(), key}, message);
    }

    void warn(const std::string& key, const std::string& message) {
        if (content_.warnings.size() >= most_warnings) {
            ++skipped_warnings_;
            return;
        }
        content_.warnings.push_back(describe(Place{content_.file, lines_.number(), key}, message));
    }

    std::string_view text_;
    text::Lines lines_;
    Content content_;
    std::size_t skipped_warnings_ = 0;
};

}  // namespace

Content parse_sections(std::string_view text, const std::string& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    return Parser(text, file).run();
}

}  // namespace odgear::tsplib
