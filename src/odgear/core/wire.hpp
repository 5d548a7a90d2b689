// Values as the bytes of a message. Both ends are the same program, so plain structs are copied as
// they are in memory. A message that ends too early is an InternalError.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

class Writer {
public:
    template <class T>
    void plain(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    template <class T>
    void list(const std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        plain(std::uint64_t(values.size()));
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    void text(std::string_view value) {
        plain(std::uint64_t(value.size()));
        bytes_.append(value);
    }
    void routes(const std::vector<Route>& routes) {
        plain(std::uint64_t(routes.size()));
        for (const Route& route : routes) list(route);
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    T plain() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, next(sizeof(T)), sizeof(T));
        return value;
    }
    template <class T>
    std::vector<T> list() {
        const std::size_t count = size(sizeof(T));
        std::vector<T> values(count);
        if (count > 0) std::memcpy(values.data(), next(count * sizeof(T)), count * sizeof(T));
        return values;
    }
    std::string text() {
        const std::size_t count = size(1);
        return std::string(next(count), count);
    }
    std::vector<Route> routes() {
        std::vector<Route> routes(size(sizeof(std::uint64_t)));
        for (Route& route : routes) route = list<int>();
        return routes;
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    // Reads a number of items, each of at least `least` bytes.
    std::size_t size(std::size_t least) {
        const auto count = plain<std::uint64_t>();
        if (count > (bytes_.size() - at_) / least) fail();
        return std::size_t(count);
    }
    const char* next(std::size_t count) {
        if (count > bytes_.size() - at_) fail();
        const char* place = bytes_.data() + at_;
        at_ += count;
        return place;
    }
    [[noreturn]] static void fail() {
        throw InternalError("a message of another process is cut short");
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace odgear
