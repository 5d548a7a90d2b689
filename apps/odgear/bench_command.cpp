#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench_commands.hpp"
#include "bench_progress.hpp"
#include "messages.hpp"
#include "number_options.hpp"
#include "odgear/bench/outputs.hpp"
#include "odgear/bench/runner.hpp"
#include "odgear/bench/tables.hpp"
#include "odgear/parallel/workers.hpp"
#include "solve_ranks.hpp"

namespace odgear::cli {

namespace {

namespace fs = std::filesystem;

struct BenchArguments {
    std::string table;
    std::string tables;  // a folder that overrides the embedded tables
    std::string data;
    std::string out = default_results;
    bench::RunOptions run;
    int threads = 0;
    std::string lkh;
    std::string hgs;
    std::string pyvrp;
    std::string filo2;
    std::string models = "models/paper";
    bool fresh = false;
    bool list = false;
    bool quiet = false;
};

class BenchCommand {
public:
    BenchCommand(BenchArguments& arguments, const Context& context)
        : arguments_(arguments), context_(context), tables_(arguments.tables) {
        bench::MethodContext& method = arguments_.run.method;
        method.threads = thread_count(arguments_.threads);
        method.lkh = arguments_.lkh;
        method.hgs = arguments_.hgs;
        method.pyvrp = arguments_.pyvrp;
        method.filo2 = arguments_.filo2;
        method.models = arguments_.models;
        method.flag = context.flag;
    }

    void run() {
        const bench::Table table = tables_.table(arguments_.table);
        if (arguments_.list) {
            if (!context_.helping()) list_rows(table);
            return;
        }
        std::vector<bench::InstanceSet> sets;
        std::vector<bench::SetDefinition> definitions;
        for (const std::string& id : table.sets) {
            definitions.push_back(tables_.set(id));
            sets.emplace_back(definitions.back(), bench::data_folder(arguments_.data));
        }
        const fs::path folder = fs::path(arguments_.out) / table.id;
        if (context_.helping()) return help(table, sets, folder);
        bench::CellStore store(folder, arguments_.fresh);
        store.begin(bench::this_environment(), arguments_.run.method.threads);
        BenchProgress progress(arguments_.quiet);
        std::optional<SolveRanks> ranks;
        if (context_.ranks != nullptr) {
            ranks.emplace(*context_.ranks, *context_.flag);
            arguments_.run.distribute = [&](const auto& units, const auto& work,
                                            const auto& accept) {
                cluster::hand_out(ranks->ranks(), ranks->health(), units, work, accept);
            };
        }
        const bench::RunOutcome outcome =
            bench::run_table(table, sets, arguments_.run, store, progress.observer());
        progress.finish();
        bench::write_outputs(store.folder(), bench::summarize_table(table, definitions, store));
        // Shows the latest measurements, because people want to see what they have just measured.
        fmt::print("{}", bench::table_text(bench::summarize_table(table, definitions, store,
                                                                  bench::Prefer::latest)));
        std::fflush(stdout);
        tell(outcome, store.folder());
        if (ranks) ranks->require_all("");
    }

private:
    // Runs on all ranks but the first: measures the cells that rank 0 assigns.
    void help(const bench::Table& table, const std::vector<bench::InstanceSet>& sets,
              const fs::path& folder) {
        arguments_.run.distribute = [&](const auto&, const auto& work, const auto&) {
            cluster::serve(*context_.ranks, {arguments_.threads, context_.flag, work});
        };
        try {
            bench::CellStore store(folder);  // only rank 0 writes to it
            bench::run_table(table, sets, arguments_.run, store);
        } catch (const std::exception& error) {
            say(fmt::format("rank {}: {}", context_.ranks->rank(), error.what()));
            context_.ranks->abort(1);
        }
    }

    void list_rows(const bench::Table& table) const {
        for (const bench::Row& row : table.rows) {
            const std::string obstacle = bench::obstacle_of(row, arguments_.run.method);
            fmt::print("{:<24} {:<32} {}\n", row.id, row.name,
                       obstacle.empty() ? row.settings() : obstacle);
        }
    }

    void tell(const bench::RunOutcome& outcome, const fs::path& folder) const {
        const std::size_t shown = std::min<std::size_t>(outcome.failures.size(), 5);
        for (std::size_t i = 0; i < shown; ++i) say(outcome.failures[i]);
        if (outcome.failures.size() > shown)
            say(fmt::format("and {} more like these", outcome.failures.size() - shown));
        if (arguments_.quiet) return;
        fmt::print(stderr, "odgear: {} solved now, {} before; results in {}\n", outcome.measured,
                   outcome.kept, folder.string());
        if (outcome.interrupted)
            fmt::print(stderr, "odgear: interrupted; the same command continues from here\n");
    }

    BenchArguments& arguments_;
    const Context& context_;
    bench::Tables tables_;
};

void add_options(CLI::App& command, BenchArguments& a) {
    command.add_option("table", a.table,
                       "table1 to table5, xl, tsp, tsplib, variants, huge, or one of --tables");
    add_whole(command, "--runs", a.run.runs, "Number of runs, each with its own seed", 1, 10'000);
    add_whole(command, "--instances", a.run.instances,
              "Number of instances of each set, from the first; 0: all", 0);
    command.add_option("--rows", a.run.rows, "Only these rows, by their names in --list")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--sets", a.run.sets, "Only these sets of the table")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_seed(command, a.run.seed, "Seed of the first run");
    add_whole(command, "--threads", a.threads, "Threads for one instance at a time; 0: all cores",
              0, 1024);
    command.add_option("--data", a.data,
                       "The folder of benchmark sets (default: ODGEAR_DATA, else ../shared/data)");
    command.add_option("--out", a.out, "Folder of results, with one subfolder per table")
        ->capture_default_str();
    command.add_flag("--fresh", a.fresh, "Delete earlier results of this table");
    command.add_option("--lkh", a.lkh, "The LKH-3 program, for its rows")->check(CLI::ExistingFile);
    command.add_option("--hgs", a.hgs, "The HGS-CVRP program, for its rows")
        ->check(CLI::ExistingFile);
    command.add_option("--pyvrp", a.pyvrp, "A Python interpreter that has PyVRP, for its rows")
        ->check(CLI::ExistingFile);
    command.add_option("--filo2", a.filo2, "The FILO2 program, for its rows")
        ->check(CLI::ExistingFile);
    command
        .add_option("--models", a.models,
                    "A folder of weights files: NAME.safetensors is the model NAME of a row")
        ->capture_default_str();
    command.add_option("--tables", a.tables,
                       "A folder like bench/tables; its files add to the built-in ones or replace "
                       "them");
    command.add_flag("--list", a.list, "List the table's rows and what they would do");
    command.add_flag("--quiet", a.quiet, "No progress, no notices");
}

}  // namespace

void add_bench(CLI::App& app, const Context& context) {
    CLI::App* command =
        app.add_subcommand("bench", "Measure the paper's tables and show both figures");
    auto arguments = std::make_shared<BenchArguments>();
    add_options(*command, *arguments);
    add_bench_latency(*command, context);
    add_bench_report(*command);
    command->footer(
        "Results are saved as they come. After Ctrl-C, the same command continues.\n\n"
        "Examples:\n"
        "  odgear bench table1 --instances 8 --runs 1       a quick look\n"
        "  odgear bench table1 --lkh ~/LKH-3/LKH            with the reference measured\n"
        "  odgear bench table2 --rows odgear-200,expert-10s --threads 1\n"
        "  odgear bench report                              one page over all results");
    command->callback([command, arguments, &context] {
        if (!command->get_subcommands().empty()) return;  // the subcommand has done the work
        if (arguments->table.empty())
            throw CLI::RequiredError(
                "a table (table1 to table5, xl, tsp, tsplib, variants, huge), latency or report");
        BenchCommand(*arguments, context).run();
    });
}

}  // namespace odgear::cli
