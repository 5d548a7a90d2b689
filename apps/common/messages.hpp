// Messages of the programs on standard error: one line each, without control characters. Names and
// contents of files are not trusted, and a terminal must not interpret them.
#pragma once

#include <string>
#include <string_view>

namespace odgear::cli {

// Replaces control characters by '?'. Bytes above 127 stay, because names can have any encoding.
std::string printable(std::string_view text);

// "PROGRAM: TEXT" on standard error.
void say(std::string_view program, std::string_view text);
inline void say(std::string_view text) { say("odgear", text); }

// After this call, if memory runs out where nothing can be thrown (the destructors of JSON values
// allocate), the program ends as it does elsewhere: with one line and exit code 1. `program` must
// live as long as the process.
void exit_when_out_of_memory(const char* program);

}  // namespace odgear::cli
