#include "odgear/io/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear::json {

namespace {

constexpr double largest_number = 1e15;

// The library's text without its prefixes: "syntax error while parsing value - ...".
std::string plain_message(std::string message) {
    const std::size_t colon = message.find(": ");
    if (colon != std::string::npos) message.erase(0, colon + 2);
    constexpr std::size_t longest = 200;
    if (message.size() > longest) message = message.substr(0, longest) + "...";
    std::replace_if(
        message.begin(), message.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return message;
}

// Reads the text once before it is parsed into a value, and rejects what a value would hide:
// nesting that is too deep, and a key that occurs twice. It is a separate pass, because the
// library's callbacks during parsing take quadratic time on a large array of objects.
class Guard : public Value::json_sax_t {
public:
    explicit Guard(const std::string& file) : file_(file) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(Value::number_integer_t) override { return true; }
    bool number_unsigned(Value::number_unsigned_t) override { return true; }
    bool number_float(Value::number_float_t, const std::string&) override { return true; }
    bool string(std::string&) override { return true; }
    bool binary(Value::binary_t&) override { return true; }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool start_object(std::size_t) override {
        open();
        keys_[depth_].clear();
        return true;
    }
    bool end_object() override { return close(); }
    bool key(std::string& key) override {
        if (!keys_[depth_].insert(key).second)
            throw InputError(Place{file_, 0, ""},
                             "the key " + text::quoted(key) + " is given twice in the same object");
        return true;
    }
    // The second pass explains a syntax error.
    bool parse_error(std::size_t, const std::string&, const Value::exception&) override {
        return false;
    }

private:
    bool open() {
        if (++depth_ > deepest)
            throw InputError(Place{file_, 0, ""},
                             "nested more than " + std::to_string(deepest) + " deep");
        return true;
    }
    bool close() {
        --depth_;
        return true;
    }

    const std::string& file_;
    std::size_t depth_ = 0;
    std::array<std::unordered_set<std::string>, deepest + 1>
        keys_;  // keys of the open object at each depth
};

}  // namespace

Value parse(std::string_view text, const std::string& file) {
    if (text.size() > largest_text)
        throw InputError(Place{file, 0, ""},
                         "JSON above " + std::to_string(largest_text >> 20) + " MiB is not read");
    Guard guard(file);
    Value::sax_parse(text.begin(), text.end(), &guard);
    try {
        return Value::parse(text.begin(), text.end());
    } catch (const Value::parse_error& error) {
        const std::size_t end = std::min(error.byte, text.size());
        const auto line =
            1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        throw InputError(Place{file, static_cast<std::size_t>(line), ""},
                         plain_message(error.what()));
    } catch (const Value::exception&) {
        throw InputError(Place{file, 0, ""}, "a number is too large");
    }
}

std::string number_text(double value) {
    return std::isfinite(value) ? text::from_double(value) : "null";
}

std::string string_text(std::string_view text) {
    return Value(text).dump(-1, ' ', false, Value::error_handler_t::replace);
}

bool Field::says_nothing() const {
    const Value& v = *value_;
    return v.is_null() || (v.is_boolean() && !v.get<bool>()) || (v.is_number() && v == 0) ||
           ((v.is_array() || v.is_object()) && v.empty()) ||
           (v.is_string() && v.get_ref<const std::string&>().empty());
}

Field Field::at(const char* key) const {
    object();
    const std::string path = path_ + (path_.empty() ? "" : ".") + key;
    const auto found = value_->find(key);
    if (found == value_->end()) throw InputError(Place{*file_, 0, path}, "missing");
    return {*found, *file_, path};
}

Field Field::at(std::size_t index) const {
    return {(*value_)[index], *file_, path_ + "[" + std::to_string(index) + "]"};
}

std::size_t Field::array_size() const {
    if (!value_->is_array()) fail("expected an array");
    return value_->size();
}

const Field& Field::object() const {
    if (!value_->is_object()) fail("expected an object");
    return *this;
}

double Field::number() const {
    if (!value_->is_number()) fail("expected a number");
    const double number = value_->get<double>();
    if (!std::isfinite(number)) fail("expected a finite number");
    return number;
}

double Field::amount() const {
    const double value = number();
    if (value < 0) fail("must not be negative, but is " + text::from_double(value));
    if (value > largest_number) fail(text::from_double(value) + " is too large");
    return value;
}

std::int64_t Field::integer() const {
    if (value_->is_number_unsigned()) {
        const auto value = value_->get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            fail("the number is too large");
        return static_cast<std::int64_t>(value);
    }
    if (value_->is_number_integer()) return value_->get<std::int64_t>();
    const double value = number();
    if (value != std::trunc(value)) fail(text::from_double(value) + " is not a whole number");
    if (std::abs(value) > largest_number) fail("the number is too large");
    return static_cast<std::int64_t>(value);
}

bool Field::boolean() const {
    if (!value_->is_boolean()) fail("expected true or false");
    return value_->get<bool>();
}

std::string Field::string() const {
    if (!value_->is_string()) fail("expected a string");
    return value_->get<std::string>();
}

void Field::fail(const std::string& message) const {
    throw InputError(Place{*file_, 0, path_}, message);
}

}  // namespace odgear::json

namespace odgear {

std::string json_text(const nlohmann::ordered_json& value) {
    return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_line(const nlohmann::ordered_json& value) { return json_text(value) + "\n"; }

}  // namespace odgear
