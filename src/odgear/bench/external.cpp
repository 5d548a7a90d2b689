#include "odgear/bench/external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "odgear/bench/process.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/text.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

namespace {

constexpr double least_grid = 10'000;  // minimum number of grid steps along the longer side
// Tours are searched to within a few hundredths of a percent, so they need a finer grid.
constexpr double least_grid_of_a_tour = 1'000'000;
constexpr double grid_of_filo2 = 1'000'000;
constexpr double most_seconds = 24 * 3600;
// Extra time before a program that has its own time limit is killed.
constexpr double grace_seconds = 60;

double longer_side(const Instance& instance) {
    const auto [left, right] =
        std::minmax_element(instance.points().begin(), instance.points().end(),
                            [](Point a, Point b) { return a.x < b.x; });
    const auto [low, high] = std::minmax_element(instance.points().begin(), instance.points().end(),
                                                 [](Point a, Point b) { return a.y < b.y; });
    return std::max(right->x - left->x, high->y - low->y);
}

void require_plane(const Instance& instance, const char* program) {
    if (!instance.has_points() || instance.rule().metric != Metric::euclidean ||
        instance.has_length_limit())
        throw ConfigurationError(
            fmt::format("{} is called for plain instances with coordinates only, and {} is not one",
                        program, instance.name()));
}

// The coordinates times `scale`, rounded to whole numbers if `whole`.
std::string coordinates_text(const Instance& instance, double scale, bool whole) {
    std::string out = "NODE_COORD_SECTION\n";
    auto at = std::back_inserter(out);
    for (int i = 0; i < instance.nodes(); ++i) {
        const Point p = instance.point(i);
        if (whole)
            fmt::format_to(at, "{} {:.0f} {:.0f}\n", i + 1, p.x * scale, p.y * scale);
        else
            fmt::format_to(at, "{} {:.12f} {:.12f}\n", i + 1, p.x * scale, p.y * scale);
    }
    return out;
}

std::string tour_problem_text(const Instance& instance, double scale, bool whole) {
    return fmt::format("NAME : instance\nTYPE : TSP\nDIMENSION : {}\nEDGE_WEIGHT_TYPE : {}\n",
                       instance.nodes(),
                       instance.rule().rounding == Rounding::up ? "CEIL_2D" : "EUC_2D") +
           coordinates_text(instance, scale, whole) + "EOF\n";
}

// The instance as a .vrp file with coordinates times `scale`, rounded to whole numbers if `whole`.
// HGS-CVRP reads the first three lines as name, comment and type, whatever they contain. FILO2
// requires exactly these fields in this order.
std::string problem_text(const Instance& instance, double scale, bool whole,
                         std::optional<Load> vehicles = {}) {
    std::string out = fmt::format(
        "NAME : instance\nCOMMENT : none\nTYPE : CVRP\nDIMENSION : {}\nEDGE_WEIGHT_TYPE : "
        "EUC_2D\nCAPACITY : {}\n",
        instance.nodes(), instance.capacity());
    if (vehicles) out += fmt::format("VEHICLES : {}\n", *vehicles);
    out += coordinates_text(instance, scale, whole);
    auto at = std::back_inserter(out);
    out += "DEMAND_SECTION\n";
    for (int i = 0; i < instance.nodes(); ++i)
        fmt::format_to(at, "{} {}\n", i + 1, instance.demand(i));
    return out + "DEPOT_SECTION\n1\n-1\nEOF\n";
}

[[noreturn]] void fail(const fs::path& program, const Instance& instance,
                       const ProcessResult& result) {
    const std::string how = result.end == ProcessResult::End::timeout  ? "did not end in time"
                            : result.end == ProcessResult::End::signal ? "ended by signal"
                                                                       : "ended with code";
    const std::string code =
        result.end == ProcessResult::End::timeout ? "" : fmt::format(" {}", result.code);
    std::string last = result.output;
    while (!last.empty() && text::is_blank(last.back())) last.pop_back();
    last.erase(0, last.rfind('\n') + 1);
    throw InputError({program.string(), 0, ""},
                     fmt::format("{}{} on {} and left no answer: {}", how, code, instance.name(),
                                 last.empty() ? "it said nothing" : last));
}

// One percent more vehicles than the demand needs, but at least one more.
Load spared_vehicles(const Instance& instance) {
    const Load least = (instance.total_demand() + instance.capacity() - 1) / instance.capacity();
    return least + (least + 99) / 100;
}

// With `vehicles`, or else as many as the demand needs.
ExternalAnswer run_lkh_with(const fs::path& program, const Instance& instance,
                            const LkhOptions& options, std::optional<Load> vehicles,
                            const StopFlag* flag) {
    const TemporaryFolder folder;
    write_file(folder.path() / "problem.vrp", lkh_problem(instance, vehicles));
    write_file(folder.path() / "parameters.par", lkh_parameters(options, instance.is_tsp()));
    const double limit = options.seconds ? *options.seconds * 2 + grace_seconds : most_seconds;
    const ProcessResult result =
        run_process(program, {"parameters.par"}, folder.path(), limit, flag);
    const fs::path answer = folder.path() / "answer.tour";
    if (result.end == ProcessResult::End::interrupted) return {};
    const bool ended = result.end == ProcessResult::End::normal;
    if (ended && result.code == 0 && !fs::exists(answer) && !vehicles && !instance.is_tsp()) {
        ExternalAnswer again =
            run_lkh_with(program, instance, options, spared_vehicles(instance), flag);
        again.seconds += result.seconds;
        return again;
    }
    if (!ended || !fs::exists(answer)) fail(program, instance, result);
    return {routes_from_lkh_tour(read_text_file(answer), answer.string(), instance.nodes()),
            result.seconds};
}

}  // namespace

std::string lkh_problem(const Instance& instance, std::optional<Load> vehicles) {
    require_plane(instance, "LKH-3");
    const bool whole = instance.rule().rounding == Rounding::none;
    const double grid = instance.is_tsp() ? least_grid_of_a_tour : least_grid;
    double scale = 1;
    // Powers of ten keep the numbers in the file readable. Rounded metrics must not be scaled.
    if (whole)
        while (scale * longer_side(instance) < 0.5 * grid) scale *= 10;
    if (instance.is_tsp()) return tour_problem_text(instance, scale, whole);
    return problem_text(instance, scale, whole, vehicles);
}

std::string lkh_parameters(const LkhOptions& options, bool tour) {
    std::string text = fmt::format(
        "{}PROBLEM_FILE = problem.vrp\nTOUR_FILE = answer.tour\nMAX_TRIALS = {}\nRUNS = 1\n"
        "SEED = {}\nTRACE_LEVEL = 0\n",
        tour ? "" : "SPECIAL\n", options.trials, options.seed);
    if (options.savings_start) text += "INITIAL_TOUR_ALGORITHM = CVRP\n";
    if (options.seconds)
        text += fmt::format("{}TIME_LIMIT = {:g}\n", tour ? "TOTAL_" : "", *options.seconds);
    return text;
}

std::vector<Route> routes_from_lkh_tour(std::string_view content, const std::string& file,
                                        int nodes) {
    std::vector<int> tour;
    text::Lines lines(content);
    bool inside = false;
    while (lines.next()) {
        if (!inside) {
            inside = lines.line().starts_with("TOUR_SECTION");
            continue;
        }
        const std::optional<std::int64_t> node = text::to_integer(lines.line());
        if (!node || *node == 0 || *node < -1)
            throw InputError({file, lines.number(), "TOUR_SECTION"},
                             "a node is needed, not " + text::quoted(lines.line()));
        if (*node == -1) break;
        tour.push_back(*node > nodes ? 0 : static_cast<int>(*node) - 1);
    }
    const auto depot = std::find(tour.begin(), tour.end(), 0);
    if (depot == tour.end()) throw InputError({file, 0, ""}, "a tour that visits no depot");
    std::rotate(tour.begin(), depot, tour.end());
    std::vector<Route> routes;
    bool at_depot = true;
    for (const int node : tour) {
        if (node != 0 && at_depot) routes.emplace_back();
        if (node != 0) routes.back().push_back(node);
        at_depot = node == 0;
    }
    return routes;
}

std::string hgs_problem(const Instance& instance) {
    require_plane(instance, "HGS-CVRP");
    if (instance.is_tsp()) throw ConfigurationError("HGS-CVRP is not called for a TSP");
    return problem_text(instance, 1, false);
}

std::string filo2_problem(const Instance& instance) {
    require_plane(instance, "FILO2");
    if (instance.is_tsp()) throw ConfigurationError("FILO2 is not called for a TSP");
    const bool whole = instance.rule().rounding == Rounding::none;
    double scale = 1;
    if (whole)
        while (scale * longer_side(instance) < 0.5 * grid_of_filo2) scale *= 10;
    return problem_text(instance, scale, whole);
}

ExternalAnswer run_filo2(const fs::path& program, const Instance& instance,
                         const Filo2Options& options, const StopFlag* flag) {
    const TemporaryFolder folder;
    write_file(folder.path() / "problem.vrp", filo2_problem(instance));
    const ProcessResult result =
        run_process(program,
                    {"problem.vrp", "--coreopt-iterations", fmt::format("{}", options.iterations),
                     "--seed", fmt::format("{}", options.seed)},
                    folder.path(), most_seconds, flag);
    const fs::path answer =
        folder.path() / fmt::format("problem.vrp_seed-{}.vrp.sol", options.seed);
    if (result.end == ProcessResult::End::interrupted) return {};
    if (result.end != ProcessResult::End::normal || !fs::exists(answer))
        fail(program, instance, result);
    return {read_sol(read_text_file(answer), answer.string()).routes, result.seconds};
}

ExternalAnswer run_lkh(const fs::path& program, const Instance& instance, const LkhOptions& options,
                       const StopFlag* flag) {
    return run_lkh_with(program, instance, options, {}, flag);
}

ExternalAnswer run_hgs(const fs::path& program, const Instance& instance, const HgsOptions& options,
                       const StopFlag* flag) {
    const TemporaryFolder folder;
    write_file(folder.path() / "problem.vrp", hgs_problem(instance));
    const bool rounded = instance.rule().rounding != Rounding::none;
    const ProcessResult result =
        run_process(program,
                    {"problem.vrp", "answer.sol", "-t", fmt::format("{:g}", options.seconds),
                     "-seed", fmt::format("{}", options.seed), "-round", rounded ? "1" : "0"},
                    folder.path(), options.seconds * 2 + grace_seconds, flag);
    const fs::path answer = folder.path() / "answer.sol";
    if (result.end == ProcessResult::End::interrupted) return {};
    if (result.end != ProcessResult::End::normal || !fs::exists(answer))
        fail(program, instance, result);
    return {read_sol(read_text_file(answer), answer.string()).routes, result.seconds};
}

}  // namespace odgear::bench
