#include "solution_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/io/tour.hpp"

namespace odgear::cli {

namespace {

ResultRecord record_of(const Instance& instance, const SolvedInstance& solved,
                       const SolveArguments& arguments) {
    const Result& result = solved.result;
    ResultRecord record;
    record.instance = instance.name();
    record.cost = result.solution.cost;
    record.routes = result.solution.routes;
    record.feasible = check(instance, result.solution).feasible();
    record.rounding = rounding_name(instance);
    record.mode = name_of(result.mode);
    record.model = result.model;
    record.seed = arguments.options.seed;
    record.threads = result.threads;
    const StageSeconds& seconds = result.seconds;
    record.seconds = {seconds.load,    seconds.graph,   seconds.encode,
                      seconds.rollout, seconds.improve, seconds.total};
    record.iterations = result.iterations;
    record.best_known = solved.best_known;
    if (result.rollouts) {
        record.rollouts = result.rollouts->count;
        record.best_rollout_cost = result.rollouts->best;
        record.mean_rollout_cost = result.rollouts->mean;
    }
    return record;
}

std::string render(const Instance& instance, const SolvedInstance& solved,
                   const std::filesystem::path& output, const SolveArguments& arguments) {
    const Solution& solution = solved.result.solution;
    if (output.extension() == ".tour") return write_tour(instance, solution);
    if (arguments.format == "json") return write_result(record_of(instance, solved, arguments));
    if (arguments.format == "geojson") return write_geojson(instance, solution);
    return write_sol(solution);
}

std::string summary(const Instance& instance, const SolvedInstance& solved) {
    const Result& result = solved.result;
    std::string line = fmt::format("{}: cost {:.10g}, {} routes", solved.path.filename().string(),
                                   result.solution.cost, result.solution.routes.size());
    if (const auto gap = solved.gap()) line += fmt::format(", gap {:.3f} %", *gap);
    return line + fmt::format(", {:.2f} s, {}, rounding {}", result.seconds.total,
                              name_of(result.mode), rounding_name(instance));
}

void print(const std::string& text) {
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
        throw InputError("standard output: cannot be written; no solution was kept");
}

// A search may have taken hours: what the file does not take goes to standard output.
void write_or_print(const std::filesystem::path& output, const std::string& text) {
    try {
        write_file(output, text);
    } catch (const InputError& error) {
        print(text);
        throw InputError(std::string(error.what()) + "; the solution is on standard output");
    }
}

}  // namespace

std::optional<double> SolvedInstance::gap() const {
    if (!best_known || *best_known <= 0) return std::nullopt;
    return 100 * (result.solution.cost / *best_known - 1);
}

void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const std::filesystem::path& output, const SolveArguments& arguments) {
    const std::string text = render(instance, solved, output, arguments);
    if (output.empty()) {
        print(text);
        if (!arguments.quiet) fmt::print(stderr, "{}\n", summary(instance, solved));
    } else {
        write_or_print(output, text);
        fmt::print("{}\n", summary(instance, solved));
    }
    std::fflush(stdout);
    if (!arguments.trace.empty()) write_file(arguments.trace, write_trace(solved.result.trace));
    if (!arguments.plot.empty())
        write_file(arguments.plot, plot_solution(instance, solved.result.solution,
                                                 {.best_known = solved.best_known}));
}

void Totals::add(const SolvedInstance& solved) {
    ++count_;
    cost_ += solved.result.solution.cost;
    seconds_ += solved.result.seconds.total;
    all_known_ = all_known_ && solved.best_known;
    if (solved.best_known) {
        known_cost_ += solved.result.solution.cost;
        best_known_ += *solved.best_known;
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
