// What `odgear solve` leaves behind: the solution in the format asked for, picture and trace, and a
// line for people.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/solve/result.hpp"
#include "progress_line.hpp"
#include "solve_arguments.hpp"

namespace odgear::cli {

struct SolvedInstance {
    std::filesystem::path path;
    Result result;
    std::optional<double> best_known;

    std::optional<double> gap() const;  // percent
};

// An empty `output` is standard output; else one summary line goes there, or the solution if the
// file cannot be written, before the error is thrown.
void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const std::filesystem::path& output, const SolveArguments& arguments);

// The last line of a call with several instances.
class Totals {
public:
    void add(const SolvedInstance& solved);
    std::string line(std::size_t asked) const;

private:
    std::size_t count_ = 0;
    double cost_ = 0;
    double seconds_ = 0;
    double known_cost_ = 0;  // ours and the best-known one, where both exist
    double best_known_ = 0;
    bool all_known_ = true;
};

}  // namespace odgear::cli
