#include "odgear/io/spreadsheet.hpp"

#include <algorithm>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear::spreadsheet {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find_first_of("\r\n"));
}

// The most specific of the separators that occur outside quotes. A header has no decimal commas,
// but its names may contain commas if the separator is another one.
char separator_of(std::string_view line) {
    std::size_t counts[3] = {0, 0, 0};
    constexpr std::string_view separators = "\t;,";
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        const std::size_t found = separators.find(c);
        if (!quoted && found != std::string_view::npos) ++counts[found];
    }
    for (std::size_t i = 0; i < 3; ++i)
        if (counts[i] > 0) return separators[i];
    return ',';
}

class Scanner {
public:
    Scanner(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
        if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
        const std::string_view line = first_line(text_);
        if (line.size() == 5 && text::starts_with_word(line, "SEP=")) {
            separator = line[4];
            at_ = line.size();
            end_of_line();
            return;
        }
        separator = separator_of(line);
    }

    bool done() const { return at_ >= text_.size(); }

    Row row() {
        Row row{line_, {}};
        for (;;) {
            row.cells.push_back(cell());
            if (done() || text_[at_] != separator) break;
            ++at_;
        }
        end_of_line();
        return row;
    }

    char separator = ',';

private:
    std::string cell() {
        std::string value;
        while (!done() && text_[at_] == ' ') ++at_;
        if (!done() && text_[at_] == '"') quoted(value);
        while (!done() && text_[at_] != separator && text_[at_] != '\n' && text_[at_] != '\r')
            value += text_[at_++];
        return std::string(text::trimmed(value));
    }

    void quoted(std::string& value) {
        const std::size_t start = line_;
        for (++at_; !done(); ++at_) {
            if (text_[at_] == '\n') ++line_;
            if (text_[at_] == '"') {
                if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
                    ++at_;
                    return;
                }
                ++at_;
            }
            value += text_[at_];
        }
        throw InputError(Place{file_, start, ""}, "a quote is not closed");
    }

    void end_of_line() {
        if (!done() && text_[at_] == '\r') ++at_;
        if (!done() && text_[at_] == '\n') ++at_;
        ++line_;
    }

    std::string_view text_;
    std::string file_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

bool is_empty(const Row& row) {
    return std::all_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& cell) { return cell.empty(); });
}

}  // namespace

Table parse(std::string_view text, const std::string& file) {
    Scanner scanner(text, file);
    Table table;
    table.separator = scanner.separator;
    while (!scanner.done()) {
        Row row = scanner.row();
        if (is_empty(row)) continue;
        if (table.header.cells.empty()) {
            table.header = std::move(row);
            continue;
        }
        // Spreadsheets fill rows with empty cells.
        while (row.cells.size() > table.header.cells.size() && row.cells.back().empty())
            row.cells.pop_back();
        if (row.cells.size() > table.header.cells.size())
            throw InputError(Place{file, row.line, ""},
                             "the row has " + std::to_string(row.cells.size()) +
                                 " cells, but the first line names " +
                                 std::to_string(table.header.cells.size()) + " columns");
        row.cells.resize(table.header.cells.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

Row header(std::string_view text) {
    // In a file that is not a table, an open quote could extend to the end of the file.
    std::size_t end = 0;
    for (int line = 0; line < 2; ++line) end = std::min(text.find('\n', end), text.size() - 1) + 1;
    Scanner scanner(text.substr(0, end), "");
    try {
        return scanner.done() ? Row{} : scanner.row();
    } catch (const InputError&) {
        return {};
    }
}

std::optional<double> number(std::string_view cell) {
    const std::size_t comma = cell.find(',');
    if (comma == std::string_view::npos) return text::to_double(cell);
    if (cell.find('.') != std::string_view::npos || cell.find(',', comma + 1) != cell.npos)
        return std::nullopt;
    std::string with_point(cell);
    with_point[comma] = '.';
    return text::to_double(with_point);
}

std::string cell(std::string_view text) {
    if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace odgear::spreadsheet
