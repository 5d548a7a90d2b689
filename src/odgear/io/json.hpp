// Reads JSON with the care of the other readers: bounded size and depth, one-line errors that name
// file, line and field. Files that use it do not include it in their own headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace odgear::json {

using Value = nlohmann::json;

// A parsed value takes up to 16 times the memory of its text.
constexpr std::size_t largest_text = std::size_t{128} << 20;
constexpr std::size_t deepest = 16;

Value parse(std::string_view text, const std::string& file);

// For output. JSON has no infinity, so it becomes null; in a string that is not UTF-8 (names in
// files can have any encoding), invalid bytes are replaced.
std::string number_text(double value);
std::string string_text(std::string_view text);

// A value and its path ("vehicles[0].capacity"), for messages.
class Field {
public:
    Field(const Value& value, const std::string& file, std::string path = "")
        : value_(&value), file_(&file), path_(std::move(path)) {}

    const Value& value() const { return *value_; }
    const std::string& path() const { return path_; }
    bool has(const char* key) const { return value_->is_object() && value_->contains(key); }
    // Null, false, 0, or empty: a key that is present but has no effect.
    bool says_nothing() const;

    Field at(const char* key) const;    // InputError when missing
    Field at(std::size_t index) const;  // of an array
    std::size_t array_size() const;     // InputError unless an array
    const Field& object() const;        // InputError unless an object
    double number() const;              // finite
    double amount() const;              // finite, not negative, at most 1e15
    std::int64_t integer() const;       // whole, also if written as "5.0"
    bool boolean() const;
    std::string string() const;

    [[noreturn]] void fail(const std::string& message) const;

private:
    const Value* value_;
    const std::string* file_;
    std::string path_;
};

}  // namespace odgear::json

namespace odgear {

// A value as text on one line; bytes that are not UTF-8 are replaced. `json_line` adds a newline.
std::string json_text(const nlohmann::ordered_json& value);
std::string json_line(const nlohmann::ordered_json& value);

}  // namespace odgear
