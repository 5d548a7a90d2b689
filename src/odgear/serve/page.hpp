// The files of the web page, which are embedded in the binary.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace odgear::serve {

struct PageFile {
    std::string_view name;
    std::span<const std::byte> bytes;

    std::string_view text() const {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

std::span<const PageFile> page_files();

// The API description, and the files that index.html uses, by path ("/page/x.js"; "/" is
// index.html). Null if there is no such file.
const PageFile* find_page_file(std::string_view path);
const char* content_type(const PageFile& file);

}  // namespace odgear::serve
