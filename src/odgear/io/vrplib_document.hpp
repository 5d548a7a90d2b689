// The syntax of VRPLIB files with any keys and sections: "KEY : value" lines and NAME_SECTION
// blocks of rows, each with its line, not interpreted. The text must outlive the document. O(text).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace odgear {

class VrplibDocument {
public:
    struct Value {
        std::string_view text;
        std::size_t line = 0;
    };

    struct Row {
        std::vector<std::string_view> tokens;
        std::size_t line = 0;
    };

    struct Section {
        std::size_t line = 0;
        std::vector<Row> rows;
    };

    // Throws InputError for a line that is neither a key nor part of a section, and for a key or
    // section that occurs twice. Reading ends at EOF or at the end of the text.
    VrplibDocument(std::string_view text, std::string file);

    // nullptr if missing. Names are in capitals.
    const Value* key(std::string_view name) const;
    const Section* section(std::string_view name) const;

    // Whether the text has one of these keys or sections; reads only the start of each line.
    static bool mentions(std::string_view text, std::span<const std::string_view> names);

    const std::string& file() const { return file_; }
    std::size_t lines() const { return lines_; }
    // Every key and section, to report unknown ones.
    const std::map<std::string, Value, std::less<>>& keys() const { return keys_; }
    const std::map<std::string, Section, std::less<>>& sections() const { return sections_; }

    [[noreturn]] void fail(std::size_t line, std::string_view field,
                           const std::string& message) const;

private:
    std::string file_;
    std::size_t lines_ = 0;
    std::map<std::string, Value, std::less<>> keys_;
    std::map<std::string, Section, std::less<>> sections_;
};

}  // namespace odgear
