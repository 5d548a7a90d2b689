#include "solution_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "odgear/io/files.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/tour.hpp"

namespace odgear::cli {

namespace {

std::string render(const Instance& instance, const SolvedInstance& solved,
                   const std::filesystem::path& output, const std::string& format) {
    if (output.extension() == ".tour") return write_tour(instance, solved.result.solution);
    (void)format;
    return write_sol(solved.result.solution);
}

std::string trace_csv(const std::vector<TracePoint>& trace) {
    std::string text = "seconds,cost,stage\n";
    for (const TracePoint& point : trace)
        text += fmt::format("{:.4f},{:.10g},{}\n", point.seconds, point.cost, point.stage);
    return text;
}

std::string summary(const Instance& instance, const SolvedInstance& solved) {
    const Result& result = solved.result;
    std::string line = fmt::format("{}: cost {:.10g}, {} routes", solved.path.filename().string(),
                                   result.solution.cost, result.solution.routes.size());
    if (const auto gap = solved.gap()) line += fmt::format(", gap {:.3f} %", *gap);
    return line + fmt::format(", {:.2f} s, {}, rounding {}", result.seconds.total,
                              name_of(result.mode), rounding_name(instance));
}

}  // namespace

std::optional<double> SolvedInstance::gap() const {
    if (!best_known || *best_known <= 0) return std::nullopt;
    return 100 * (result.solution.cost / *best_known - 1);
}

void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const std::vector<TracePoint>& trace, const std::filesystem::path& output,
                   const SolveArguments& arguments) {
    const std::string text = render(instance, solved, output, arguments.format);
    if (output.empty()) {
        std::fputs(text.c_str(), stdout);
        if (!arguments.quiet) fmt::print(stderr, "{}\n", summary(instance, solved));
    } else {
        write_file(output, text);
        fmt::print("{}\n", summary(instance, solved));
    }
    std::fflush(stdout);
    if (!arguments.trace.empty()) write_file(arguments.trace, trace_csv(trace));
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
