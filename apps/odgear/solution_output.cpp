#include "solution_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "messages.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/plan_map.hpp"
#include "odgear/io/plan_table.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/io/tour.hpp"
#include "odgear/solve/record.hpp"
#include "reading.hpp"

namespace odgear::cli {

namespace {

ResultRecord record_of(const Instance& instance, const SolvedInstance& solved,
                       const SolveArguments& arguments) {
    ResultRecord record = odgear::record_of(instance, solved.result, arguments.options.seed);
    if (solved.gap()) record.best_known = solved.reference();
    return record;
}

std::string render(const Instance& instance, const SolvedInstance& solved,
                   const SolveOutputs& outputs, const SolveArguments& arguments) {
    const Solution& solution = solved.result.solution;
    if (outputs.solution && outputs.solution->path().extension() == ".tour")
        return write_tour(instance, solution);
    if (arguments.format == "json") return write_result(record_of(instance, solved, arguments));
    if (arguments.format == "geojson") return write_geojson(instance, solution);
    if (arguments.format == "csv")
        return write_plan_table(instance, solution, {arguments.speed, solved.services});
    return write_sol(solution);
}

std::string summary(const Instance& instance, const SolvedInstance& solved) {
    const Result& result = solved.result;
    std::string line =
        fmt::format("{}: cost {:.10g}, {}", printable(solved.path.filename().string()),
                    result.solution.cost, size_text(instance, result.solution.routes.size()));
    if (const auto gap = solved.gap())
        line += fmt::format(", gap {:.3f} %", *gap);
    else if (solved.beside)
        line += fmt::format(", better than the {:.10g} of the .sol beside it", *solved.beside);
    return line + fmt::format(", {:.2f} s, {}, rounding {}", result.seconds.total,
                              name_of(result.mode), rounding_name(instance));
}

bool printed(const std::string& text) {
    return std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
}

std::string rescued(const std::string& text, const std::string& format) {
    if (const auto path = rescue_file(text, "." + format))
        return "; the solution is in " + path->string();
    return "; the solution could not be kept";
}

void print(const std::string& text, const std::string& format) {
    if (!printed(text))
        throw InputError("standard output: cannot be written" + rescued(text, format));
}

// A search may have taken hours, so if its file cannot be written, the solution goes elsewhere.
void write_or_print(const OutputFile& output, const std::string& text, const std::string& format) {
    try {
        output.write(text);
    } catch (const InputError& error) {
        throw InputError(error.what() + (printed(text) ? "; the solution is on standard output"
                                                       : rescued(text, format)));
    }
}

}  // namespace

std::optional<double> SolvedInstance::gap() const {
    const std::optional<double> to = reference();
    if (!to || *to <= 0) return std::nullopt;
    if (!best_known && result.solution.cost < *to * (1 - cost_tolerance)) return std::nullopt;
    return 100 * (result.solution.cost / *to - 1);
}

void print_line(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

void write_incumbent(const Instance& instance, const SolvedInstance& solved,
                     const OutputFile& output, const SolveArguments& arguments) {
    output.write(render(instance, solved, {output, {}, {}, {}}, arguments));
}

void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const SolveOutputs& outputs, const SolveArguments& arguments,
                   const LinePrinter& print_line) {
    const std::string text = render(instance, solved, outputs, arguments);
    if (outputs.solution) {
        write_or_print(*outputs.solution, text, arguments.format);
        print_line(summary(instance, solved));
    } else {
        print(text, arguments.format);
        if (!arguments.quiet) fmt::print(stderr, "{}\n", summary(instance, solved));
    }
    if (outputs.trace) outputs.trace->write(write_trace(solved.result.trace));
    if (outputs.map)
        outputs.map->write(write_map(instance, solved.result.solution, {.tiles = arguments.tiles}));
    if (outputs.plot)
        outputs.plot->write(
            plot_solution(instance, solved.result.solution, {.best_known = solved.reference()}));
}

void Totals::add(const SolvedInstance& solved) {
    ++count_;
    cost_ += solved.result.solution.cost;
    seconds_ += solved.result.seconds.total;
    all_known_ = all_known_ && solved.gap();
    if (solved.gap()) {
        known_cost_ += solved.result.solution.cost;
        best_known_ += *solved.reference();
    }
}

std::string Totals::line(std::size_t asked) const {
    std::string text = fmt::format("total: {} of {} solved, cost {:.10g}", count_, asked, cost_);
    if (best_known_ > 0)
        text += fmt::format(", gap {:.3f} %{}", 100 * (known_cost_ / best_known_ - 1),
                            all_known_ ? "" : " (where a best-known cost is)");
    return text + fmt::format(", {:.2f} s", seconds_);
}

}  // namespace odgear::cli
