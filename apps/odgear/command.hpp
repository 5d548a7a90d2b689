// The commands of `odgear`. Each adds itself to the parser. Its callback does the work, or throws a
// typed error, which main() turns into one line and an exit code.
#pragma once

#include <CLI/CLI.hpp>

#include "odgear/cluster/ranks.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::cli {

struct Context {
    Clock::time_point start;  // of the process: time limits include loading
    StopFlag* flag = nullptr;
    cluster::Ranks* ranks = nullptr;  // of a job on several machines; null: this process alone

    // Whether this process only helps another one, which does all reading and writing.
    bool helping() const { return ranks != nullptr && ranks->rank() > 0; }
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
