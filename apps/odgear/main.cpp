#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "command.hpp"
#include "odgear/core/errors.hpp"
#include "signals.hpp"
#include "version.hpp"

namespace odgear::cli {
namespace {

constexpr const char* examples = R"(Examples:
  odgear solve city.vrp -o city.sol --time-limit 60 --plot city.svg
  odgear solve city.vrp --mode policy --format json
  odgear check city.vrp city.sol
  odgear generate -n 200 --count 128 --seed 1 --out instances/

Exit codes: 0 solved (also after Ctrl-C or SIGTERM, with the best so far), 1 internal error,
2 bad input or options, 3 no feasible solution exists or was found.)";

int run(int argc, char** argv, const Context& context) {
    CLI::App app{"OD-Gear: a solver for large capacitated vehicle routing problems", "odgear"};
    app.set_version_flag("--version", std::string("odgear ") + version);
    app.require_subcommand(1);
    app.footer(examples);
    add_solve(app, context);
    add_check(app);
    add_generate(app);
    add_plot(app);
    add_models(app);
    add_bench(app, context);
    add_serve(app, context);
    add_train(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}

}  // namespace
}  // namespace odgear::cli

int main(int argc, char** argv) {
    using namespace odgear;
    const cli::Context context{Clock::now(), &cli::watch_signals()};
    try {
        return cli::run(argc, argv, context);
    } catch (const Error& error) {
        fmt::print(stderr, "odgear: {}\n", error.what());
        return error.exit_code();
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "odgear: out of memory\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "odgear: internal error: {}\n", error.what());
    }
    return 1;
}
