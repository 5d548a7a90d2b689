#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "bench_commands.hpp"
#include "odgear/bench/page.hpp"
#include "odgear/bench/report.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"

namespace odgear::cli {

namespace {

struct ReportArguments {
    std::string results = default_results;
    std::string tables;
    std::string html;
    std::string markdown;
};

void run_report(const ReportArguments& arguments) {
    const bench::Report report =
        bench::read_report(bench::Tables(arguments.tables), arguments.results);
    const std::filesystem::path page =
        arguments.html.empty() ? std::filesystem::path(arguments.results) / "report.html"
                               : std::filesystem::path(arguments.html);
    const OutputFile target(page);
    target.write(bench::report_page(report.tables, report.further, bench::this_environment()));
    fmt::print("{}\n", page.string());
    if (arguments.markdown.empty()) return;
    const std::string before = read_text_file(arguments.markdown);
    write_file(arguments.markdown,
               bench::with_section(before, bench::report_markdown(report), arguments.markdown));
    fmt::print("{}\n", arguments.markdown);
}

}  // namespace

void add_bench_report(CLI::App& bench) {
    CLI::App* command =
        bench.add_subcommand("report", "One HTML page with tables and plots of all results");
    auto a = std::make_shared<ReportArguments>();
    command->add_option("--out", a->results, "The folder of results")->capture_default_str();
    command->add_option("--html", a->html, "File of the page (default: OUT/report.html)");
    command
        ->add_option("--markdown", a->markdown,
                     "Also write the tables into this Markdown file, between its two bench marks")
        ->check(CLI::ExistingFile);
    command->add_option("--tables", a->tables, "A folder like bench/tables, as for odgear bench");
    command->footer("Example:\n  odgear bench report --html page.html");
    command->callback([a] { run_report(*a); });
}

}  // namespace odgear::cli
