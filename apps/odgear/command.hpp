// The commands of `odgear`. Each adds itself to the parser; its callback does the work and throws a
// typed error when it cannot. main() turns that into one line and an exit code.
#pragma once

#include <CLI/CLI.hpp>

#include "odgear/core/stop.hpp"

namespace odgear::cli {

struct Context {
    Clock::time_point start;  // of the process: time limits include loading
    const StopFlag* flag = nullptr;
};

void add_solve(CLI::App& app, const Context& context);
void add_check(CLI::App& app);
void add_generate(CLI::App& app);
void add_plot(CLI::App& app);
void add_models(CLI::App& app);
void add_bench(CLI::App& app, const Context& context);
void add_serve(CLI::App& app, const Context& context);
void add_train(CLI::App& app);

}  // namespace odgear::cli
