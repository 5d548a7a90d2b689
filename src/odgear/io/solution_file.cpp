#include "odgear/io/solution_file.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "odgear/core/check.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/text.hpp"
#include "odgear/io/tour.hpp"
#include "odgear/io/vroom.hpp"

namespace odgear {

namespace {

SolutionFile from_tour(const Instance& instance, TourFile tour, const std::string& file) {
    return {tour_solution(instance, tour, file), std::nullopt, cost_tolerance,
            std::move(tour.warnings)};
}

SolutionFile from_sol(const Instance& instance, SolFile sol) {
    SolutionFile result;
    result.solution.routes = std::move(sol.routes);
    result.stated_cost = sol.cost;
    result.solution.cost = sol.cost ? *sol.cost : check(instance, result.solution.routes).cost;
    result.tolerance = cost_tolerance;
    // "1618.36" stands for every number printed like that, rounded or truncated. The factor 1.01
    // allows for rounding errors.
    if (sol.cost_decimals > 0)
        result.tolerance = std::max(cost_tolerance, 1.01 * std::pow(10.0, -sol.cost_decimals) /
                                                        std::max(1.0, std::abs(*sol.cost)));
    result.warnings = std::move(sol.warnings);
    return result;
}

SolutionFile from_json(const Instance& instance, std::string_view text, const std::string& file) {
    const json::Value root = json::parse(text, file);
    SolutionFile result;
    if (root.contains("summary")) {
        result.solution = read_vroom_answer(text, file, instance);
    } else {
        ResultRecord record = read_result(text, file);
        result.solution = {std::move(record.routes), record.cost};
    }
    result.stated_cost = result.solution.cost;
    result.tolerance = cost_tolerance;
    return result;
}

// A tour begins with keys like an instance; a .sol begins with its routes.
bool looks_like_tour(std::string_view text) {
    text::Lines lines(text);
    while (lines.next()) {
        if (lines.line().empty()) continue;
        for (const char* key : {"NAME", "COMMENT", "TYPE", "DIMENSION", "TOUR_SECTION"})
            if (text::starts_with_word(lines.line(), key)) return true;
        return false;
    }
    return false;
}

}  // namespace

SolutionFile parse_solution(std::string_view text, const std::string& file,
                            const Instance& instance) {
    require_text(text, file);
    if (text[text.find_first_not_of(" \t\r\n\v\f")] == '{') return from_json(instance, text, file);
    if (looks_like_tour(text)) return from_tour(instance, read_tour(text, file), file);
    return from_sol(instance, read_sol(text, file));
}

SolutionFile read_solution(const std::filesystem::path& path, const Instance& instance,
                           const StopFlag* flag) {
    return parse_solution(read_text_file(path, {.pipes = true, .flag = flag}), path.string(),
                          instance);
}

}  // namespace odgear
