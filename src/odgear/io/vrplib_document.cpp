#include "odgear/io/vrplib_document.hpp"

#include <algorithm>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

// The first word of a line: letters, digits and underscores.
std::string_view first_word(std::string_view line) {
    std::size_t end = 0;
    while (end < line.size() && (text::is_letter(line[end]) || text::is_digit(line[end]))) ++end;
    return line.substr(0, end);
}

bool names_section(std::string_view word) { return word.ends_with("_SECTION"); }

}  // namespace

VrplibDocument::VrplibDocument(std::string_view content, std::string file)
    : file_(std::move(file)) {
    text::Lines lines(content);
    Section* open = nullptr;
    while (lines.next()) {
        const std::string_view line = lines.line();
        lines_ = lines.number();
        if (line.empty()) continue;
        if (!text::is_letter(line.front())) {
            if (open == nullptr) fail(lines.number(), "", "expected a key or a section");
            Row row;
            row.line = lines.number();
            text::Tokens tokens(line);
            for (auto token = tokens.next(); !token.empty(); token = tokens.next())
                row.tokens.push_back(token);
            open->rows.push_back(std::move(row));
            continue;
        }
        const std::string word = text::uppercase(first_word(line));
        const std::string_view rest = text::trimmed(line.substr(word.size()));
        if (word == "EOF") break;
        if (names_section(word)) {
            const auto [place, added] = sections_.try_emplace(word);
            if (!added) fail(lines.number(), word, "is given twice");
            open = &place->second;
            open->line = lines.number();
            continue;
        }
        if (rest.empty() || rest.front() != ':')
            fail(lines.number(), word, "expected a ':' after the key");
        const Value value{text::trimmed(rest.substr(1)), lines.number()};
        if (!keys_.try_emplace(word, value).second) fail(lines.number(), word, "is given twice");
        open = nullptr;
    }
}

const VrplibDocument::Value* VrplibDocument::key(std::string_view name) const {
    const auto found = keys_.find(name);
    return found == keys_.end() ? nullptr : &found->second;
}

const VrplibDocument::Section* VrplibDocument::section(std::string_view name) const {
    const auto found = sections_.find(name);
    return found == sections_.end() ? nullptr : &found->second;
}

bool VrplibDocument::mentions(std::string_view content, std::span<const std::string_view> names) {
    text::Lines lines(content);
    while (lines.next()) {
        const std::string_view line = lines.line();
        if (line.empty() || !text::is_letter(line.front())) continue;
        const std::string word = text::uppercase(first_word(line));
        if (std::find(names.begin(), names.end(), word) != names.end()) return true;
    }
    return false;
}

void VrplibDocument::fail(std::size_t line, std::string_view field,
                          const std::string& message) const {
    throw InputError(Place{file_, line, std::string(field)}, message);
}

}  // namespace odgear
