// What `odgear solve` leaves behind: the solution in the format asked for, picture, map and
// trace, and a line for people.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/solve/result.hpp"
#include "progress_line.hpp"
#include "solve_arguments.hpp"

namespace odgear::cli {

struct SolvedInstance {
    std::filesystem::path path;
    Result result;
    std::optional<double> best_known{};  // as given
    std::optional<double> beside{};      // the cost of a .sol beside the instance
    std::vector<double> services{};      // minutes at each node, where the instance states them

    std::optional<double> reference() const { return best_known ? best_known : beside; }
    // Percent above the reference. A .sol that is worse than the result is no best-known solution:
    // there is no gap to it.
    std::optional<double> gap() const;
};

// Takes the summary line of a solved instance.
using LinePrinter = std::function<void(const std::string&)>;
// To standard output, at once.
void print_line(const std::string& line);

// Checked before the search began.
struct SolveOutputs {
    std::optional<OutputFile> solution;  // none: standard output
    std::optional<OutputFile> plot;
    std::optional<OutputFile> map;
    std::optional<OutputFile> trace;
};

// With a file for the solution, standard output gets one summary line. A solution whose file cannot
// be written goes to standard output, and if that fails to a file for temporary content, before the
// error is thrown.
void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const SolveOutputs& outputs, const SolveArguments& arguments,
                   const LinePrinter& print_line);

// The solution alone, while the search goes on: what a job that dies leaves behind.
void write_incumbent(const Instance& instance, const SolvedInstance& solved,
                     const OutputFile& output, const SolveArguments& arguments);

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
