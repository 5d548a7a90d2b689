#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "command.hpp"
#include "messages.hpp"
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

// The edit distance of two words: letters to change, add or leave out.
std::size_t difference(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

void require_command(const CLI::App& app, const std::string& word) {
    if (word.empty() || word.front() == '-') return;
    std::string nearest;
    std::string all;
    for (const CLI::App* command : app.get_subcommands({})) {
        const std::string& name = command->get_name();
        if (name == word) return;
        all += (all.empty() ? "" : ", ") + name;
        if (difference(word, name) <= 2 &&
            (nearest.empty() || difference(word, name) < difference(word, nearest)))
            nearest = name;
    }
    throw ConfigurationError(
        "there is no command '" + word + "'" +
        (nearest.empty() ? " (known: " + all + ")" : "; did you mean '" + nearest + "'?"));
}

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
    // Other commands have no work for a second process.
    const std::string command = argc > 1 ? argv[1] : "";
    if (context.helping() && command != "solve" && command != "bench") return 0;
    if (argc > 1) require_command(app, argv[1]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        throw ConfigurationError(std::string(error.what()) + " (--help lists the options)");
    }
    return 0;
}

}  // namespace
}  // namespace odgear::cli

int main(int argc, char** argv) {
    using namespace odgear;
    cli::Context context{Clock::now(), &cli::watch_signals()};
    cli::exit_when_out_of_memory("odgear");
    std::unique_ptr<cluster::Ranks> ranks;
    try {
        ranks = cluster::join();
        context.ranks = ranks.get();
        return cli::run(argc, argv, context);
    } catch (const Error& error) {
        // All ranks have the same command line; only rank 0 reports its errors.
        if (!context.helping()) cli::say(error.what());
        return error.exit_code();
    } catch (const std::bad_alloc&) {
        cli::say("out of memory");
    } catch (const std::exception& error) {
        cli::say(std::string("internal error: ") + error.what());
    }
    return 1;
}
