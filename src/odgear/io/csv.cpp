#include "odgear/io/csv.hpp"

#include "odgear/io/text.hpp"

namespace odgear::csv {

namespace {

class RecordReader {
public:
    RecordReader(std::string_view line, const Place& place) : rest_(line), place_(place) {}

    std::vector<std::string> run() {
        std::vector<std::string> fields;
        do fields.push_back(next());
        while (take(','));
        if (!rest_.empty()) throw InputError(place_, "text follows a quoted field");
        return fields;
    }

private:
    std::string next() {
        rest_ = text::trimmed(rest_);
        if (take('"')) return quoted();
        const std::string_view plain = rest_.substr(0, rest_.find(','));
        rest_.remove_prefix(plain.size());
        return std::string(text::trimmed(plain));
    }

    std::string quoted() {
        std::string value;
        while (true) {
            const std::size_t quote = rest_.find('"');
            if (quote == std::string_view::npos) throw InputError(place_, "a quote is not closed");
            value += rest_.substr(0, quote);
            rest_.remove_prefix(quote + 1);
            if (!take('"')) break;
            value += '"';
        }
        rest_ = text::trimmed(rest_);
        return value;
    }

    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    std::string_view rest_;
    const Place& place_;
};

}  // namespace

std::vector<Record> read(std::string_view content, const std::string& file) {
    std::vector<Record> records;
    text::Lines lines(content);
    while (lines.next())
        if (!lines.line().empty())
            records.push_back(
                {lines.number(), RecordReader(lines.line(), {file, lines.number(), ""}).run()});
    return records;
}

std::string field(std::string_view content) {
    std::string result;
    bool quote = content != text::trimmed(content);
    for (const char c : content) {
        const bool control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
        quote = quote || c == ',' || c == '"';
        if (c == '"') result += c;
        result += control ? '?' : c;
    }
    return quote ? "\"" + result + "\"" : result;
}

}  // namespace odgear::csv
