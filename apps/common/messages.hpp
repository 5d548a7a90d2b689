// What the programs say on standard error: one line each, without control characters. Names and
// contents of files come from anywhere; a terminal must not obey them.
#pragma once

#include <string>
#include <string_view>

namespace odgear::cli {

// Control characters replaced by '?'. Bytes above 127 stay: names are in any encoding.
std::string printable(std::string_view text);

// "PROGRAM: TEXT" on standard error.
void say(std::string_view program, std::string_view text);
inline void say(std::string_view text) { say("odgear", text); }

// From now on, memory that runs out where nothing can be thrown (the destructors of JSON values
// allocate) ends the program as it does elsewhere: with one line and exit code 1. `program` must
// live as long as the process.
void exit_when_out_of_memory(const char* program);

}  // namespace odgear::cli
