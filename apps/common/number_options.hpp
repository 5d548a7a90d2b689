// Options that are numbers, read by io/numbers: whole, in range, finite; or an error of one line
// that names the option.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "odgear/io/numbers.hpp"
#include "odgear/io/text.hpp"

namespace odgear::cli {

// The type of a number that may be in an optional.
template <class T>
struct Bare {
    using Type = T;
};
template <class T>
struct Bare<std::optional<T>> {
    using Type = T;
};

namespace detail {

inline std::string shown(double value) { return text::from_double(value); }
template <class Int>
requires std::is_integral_v<Int> std::string shown(Int value) { return std::to_string(value); }
template <class T>
std::string shown(const std::optional<T>& value) {
    return value ? shown(*value) : "";
}

}  // namespace detail

// `slot` is an integer or an optional integer. Its current value is the default that the help
// shows.
template <class T>
CLI::Option* add_whole(CLI::App& command, const std::string& name, T& slot,
                       const std::string& description, std::int64_t least,
                       std::int64_t most = std::numeric_limits<typename Bare<T>::Type>::max()) {
    using Int = typename Bare<T>::Type;
    const std::string field = name.substr(name.rfind(',') + 1);
    return command
        .add_option_function<std::string>(
            name,
            [&slot, field, least, most](const std::string& text) {
                slot = static_cast<Int>(whole_number(text, {"", 0, field}, {least, most}));
            },
            description)
        ->type_name("N")
        ->default_str(detail::shown(slot));
}

template <class T>
CLI::Option* add_real(CLI::App& command, const std::string& name, T& slot,
                      const std::string& description, const RealRange& range = {}) {
    return command
        .add_option_function<std::string>(
            name,
            [&slot, name, range](const std::string& text) {
                slot = real_number(text, {"", 0, name}, range);
            },
            description)
        ->type_name("X")
        ->default_str(detail::shown(slot));
}

// The full range of 64 bits.
inline CLI::Option* add_seed(CLI::App& command, std::uint64_t& slot,
                             const std::string& description = "Seed of all random choices") {
    return command
        .add_option_function<std::string>(
            "--seed",
            [&slot](const std::string& text) {
                slot = unsigned_number(text, {"", 0, "--seed"});
            },
            description)
        ->type_name("N")
        ->default_str(std::to_string(slot));
}

// For options that name a file or folder.
inline CLI::Validator named_file() {
    return {[](const std::string& name) {
                return name.empty() ? std::string("expected a name, found nothing") : std::string();
            },
            ""};
}

}  // namespace odgear::cli
