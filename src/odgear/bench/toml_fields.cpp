#include "odgear/bench/toml_fields.hpp"

#include <fmt/format.h>

#include <limits>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <set>

#include "odgear/core/errors.hpp"

namespace odgear::bench {

struct TomlFields::Content {
    toml::table table;
    std::set<std::string> read;

    const toml::node* get(const std::string& key) {
        read.insert(key);
        return table.get(key);
    }
};

TomlFields::TomlFields(std::string_view text, std::string file)
    : content_(std::make_unique<Content>()), file_(std::move(file)) {
    try {
        content_->table = toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw InputError({file_, error.source().begin.line, ""}, error.description());
    }
}

TomlFields::~TomlFields() = default;
TomlFields::TomlFields(TomlFields&&) noexcept = default;

void TomlFields::reject(const std::string& key, const std::string& why) const {
    const toml::node* node = content_->table.get(key);
    throw InputError({file_, node == nullptr ? 0 : node->source().begin.line, key}, why);
}

bool TomlFields::has(const std::string& key) const { return content_->table.contains(key); }

bool TomlFields::is_text(const std::string& key) const {
    return has(key) && content_->table.get(key)->is_string();
}

template <class Value, class Fits>
std::optional<Value> TomlFields::one(const std::string& key, Fits fits, const char* wanted) {
    const toml::node* node = content_->get(key);
    if (node == nullptr) return std::nullopt;
    if (!(node->*fits)()) reject(key, wanted);
    return node->value<Value>();
}

std::optional<std::string> TomlFields::text(const std::string& key) {
    return one<std::string>(key, &toml::node::is_string, "a text in quotes is needed");
}

std::optional<double> TomlFields::number(const std::string& key) {
    return one<double>(key, &toml::node::is_number, "a number is needed");
}

std::optional<std::int64_t> TomlFields::whole(const std::string& key) {
    return one<std::int64_t>(key, &toml::node::is_integer, "a whole number is needed");
}

int TomlFields::integer(const std::string& key, int fallback, int least) {
    const std::optional<std::int64_t> value = whole(key);
    if (!value) return fallback;
    if (*value < least || *value > std::numeric_limits<int>::max())
        reject(key, fmt::format("a whole number of {} or more is needed", least));
    return static_cast<int>(*value);
}

std::optional<bool> TomlFields::flag(const std::string& key) {
    return one<bool>(key, &toml::node::is_boolean, "true or false is needed");
}

std::vector<std::string> TomlFields::texts(const std::string& key) {
    const toml::node* node = content_->get(key);
    std::vector<std::string> result;
    if (node == nullptr) return result;
    if (!node->is_array()) reject(key, "a list of texts is needed");
    for (const toml::node& item : *node->as_array()) {
        if (!item.is_string()) reject(key, "a list of texts is needed");
        result.push_back(*item.value<std::string>());
    }
    return result;
}

std::map<std::string, std::map<std::string, double>> TomlFields::figures(const std::string& key) {
    const toml::node* node = content_->get(key);
    std::map<std::string, std::map<std::string, double>> result;
    if (node == nullptr) return result;
    if (!node->is_table()) reject(key, "a table of figures is needed");
    for (const auto& [name, inner] : *node->as_table()) {
        if (!inner.is_table()) reject(key, "each entry is a table of figures");
        for (const auto& [field, value] : *inner.as_table()) {
            if (!value.is_number()) reject(key, "each figure is a number");
            result[std::string(name.str())][std::string(field.str())] = *value.value<double>();
        }
    }
    return result;
}

std::string TomlFields::required_text(const std::string& key) {
    const std::optional<std::string> value = text(key);
    if (!value || value->empty()) reject(key, "missing");
    return *value;
}

void TomlFields::finish() const {
    for (const auto& [key, node] : content_->table)
        if (!content_->read.contains(std::string(key.str())))
            reject(std::string(key.str()), "no such field here");
}

}  // namespace odgear::bench
