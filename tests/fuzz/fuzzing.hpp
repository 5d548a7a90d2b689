// Shared by the fuzz targets: a parser may reject its input only with a typed error of one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "odgear/core/errors.hpp"
#include "odgear/core/instance.hpp"

namespace odgear::fuzzing {

inline void require(bool condition) {
    if (!condition) std::abort();
}

template <class Parse>
int run(const std::uint8_t* bytes, std::size_t size, Parse parse) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    try {
        parse(text);
    } catch (const Error& error) {
        require(error.kind() != ErrorKind::internal);
        require(std::string_view(error.what()).find('\n') == std::string_view::npos);
    }
    return 0;
}

// The instance for which the solution readers read.
inline Instance small_instance(int nodes) {
    InstanceData data;
    for (int i = 0; i < nodes; ++i) {
        data.points.push_back({double(7 * i % 11), double(5 * i % 13)});
        data.demands.push_back(i == 0 ? 0 : 1 + i % 3);
    }
    data.capacity = 20;
    return Instance(std::move(data));
}

}  // namespace odgear::fuzzing
