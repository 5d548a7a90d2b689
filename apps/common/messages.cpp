#include "messages.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace odgear::cli {

namespace {

const char* program_name = "";
std::terminate_handler usual_end = nullptr;

// Does not allocate.
[[noreturn]] void on_terminate() {
    const std::type_info* thrown = abi::__cxa_current_exception_type();
    if (thrown != nullptr && *thrown == typeid(std::bad_alloc)) {
        for (const char* part : {program_name, ": out of memory\n"})
            if (write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
        _exit(1);
    }
    usual_end();
    std::abort();
}

}  // namespace

void exit_when_out_of_memory(const char* program) {
    program_name = program;
    usual_end = std::set_terminate(on_terminate);
}

std::string printable(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto c = static_cast<unsigned char>(result[i]);
        // U+0080 to U+009F are control characters too, two bytes each in UTF-8.
        const bool second =
            i > 0 && static_cast<unsigned char>(result[i - 1]) == 0xc2 && c >= 0x80 && c < 0xa0;
        if (c < ' ' || c == 0x7f || second) result[i] = '?';
    }
    return result;
}

void say(std::string_view program, std::string_view text) {
    fmt::print(stderr, "{}: {}\n", program, printable(text));
}

}  // namespace odgear::cli
