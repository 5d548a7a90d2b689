#include "odgear/serve/page.hpp"

#include <array>
#include <utility>

namespace odgear::serve {

const PageFile* find_page_file(std::string_view path) {
    constexpr std::string_view folder = "/page/";
    std::string_view name;
    if (path == "/")
        name = "index.html";
    else if (path == "/openapi.json")
        name = "openapi.json";
    else if (path.substr(0, folder.size()) == folder)
        name = path.substr(folder.size());
    for (const PageFile& file : page_files())
        if (file.name == name) return &file;
    return nullptr;
}

const char* content_type(const PageFile& file) {
    constexpr std::array types{std::pair{".html", "text/html; charset=utf-8"},
                               std::pair{".css", "text/css; charset=utf-8"},
                               std::pair{".js", "text/javascript; charset=utf-8"},
                               std::pair{".json", "application/json"},
                               std::pair{".svg", "image/svg+xml"}};
    for (const auto& [ending, type] : types)
        if (file.name.ends_with(ending)) return type;
    return "application/octet-stream";
}

}  // namespace odgear::serve
