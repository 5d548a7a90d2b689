// The fields of one TOML file, read with their types. A field that is never read is an error, so
// that a misspelt setting is not ignored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace odgear::bench {

class TomlFields {
public:
    // `file` is the name of the text in errors. Throws InputError.
    TomlFields(std::string_view text, std::string file);
    ~TomlFields();
    TomlFields(TomlFields&&) noexcept;

    bool has(const std::string& key) const;
    bool is_text(const std::string& key) const;
    std::optional<std::string> text(const std::string& key);
    std::optional<double> number(const std::string& key);
    std::optional<std::int64_t> whole(const std::string& key);
    // A whole number of at least `least`; `fallback` if the field is missing.
    int integer(const std::string& key, int fallback, int least);
    std::optional<bool> flag(const std::string& key);
    std::vector<std::string> texts(const std::string& key);
    // A table of tables of numbers: [key] name = { a = 1, b = 2 }.
    std::map<std::string, std::map<std::string, double>> figures(const std::string& key);

    std::string required_text(const std::string& key);
    // Throws InputError with the name of the first field that was not read.
    void finish() const;
    [[noreturn]] void reject(const std::string& key, const std::string& why) const;

private:
    struct Content;
    // Empty if the field is missing; InputError if `fits` rejects it.
    template <class Value, class Fits>
    std::optional<Value> one(const std::string& key, Fits fits, const char* wanted);

    std::unique_ptr<Content> content_;
    std::string file_;
};

}  // namespace odgear::bench
