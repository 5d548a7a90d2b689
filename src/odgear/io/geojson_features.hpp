// The features of a GeoJSON file, one per line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace odgear {

class GeoJsonFeatures {
public:
    using Ordered = nlohmann::ordered_json;

    void add(const char* type, Ordered coordinates, Ordered properties) {
        Ordered object;
        object["type"] = "Feature";
        object["geometry"] = {{"type", type}, {"coordinates", std::move(coordinates)}};
        object["properties"] = std::move(properties);
        text_ += text_.empty() ? "\n" : ",\n";
        text_ += object.dump(-1, ' ', false, Ordered::error_handler_t::replace);
    }

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

}  // namespace odgear
