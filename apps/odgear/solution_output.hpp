// Output of `odgear solve`: the solution in the requested format, picture, map and trace, and a
// line for people.
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
    std::vector<double> services{};  // service minutes at each node, if the instance states them

    std::optional<double> reference() const { return best_known ? best_known : beside; }
    // The gap to the reference in percent. If the .sol beside the instance is worse than the
    // result, it is not a best-known solution, and there is no gap.
    std::optional<double> gap() const;
};

// Takes the summary line of a solved instance.
using LinePrinter = std::function<void(const std::string&)>;
// Prints to standard output and flushes.
void print_line(const std::string& line);

// Output files, checked before the search began.
struct SolveOutputs {
    std::optional<OutputFile> solution;  // empty: standard output
    std::optional<OutputFile> plot;
    std::optional<OutputFile> map;
    std::optional<OutputFile> trace;
};

// With a file for the solution, one summary line goes to standard output. If the file cannot be
// written, the solution goes to standard output, and if that fails too, to a file in the temporary
// folder. Then the error is thrown.
void write_outputs(const Instance& instance, const SolvedInstance& solved,
                   const SolveOutputs& outputs, const SolveArguments& arguments,
                   const LinePrinter& print_line);

// Writes only the solution during the search, so that it survives if the job dies.
void write_incumbent(const Instance& instance, const SolvedInstance& solved,
                     const OutputFile& output, const SolveArguments& arguments);

// The last line for several instances.
class Totals {
public:
    void add(const SolvedInstance& solved);
    std::string line(std::size_t asked) const;

private:
    std::size_t count_ = 0;
    double cost_ = 0;
    double seconds_ = 0;
    double known_cost_ = 0;  // of our solutions and the best-known ones, where both exist
    double best_known_ = 0;
    bool all_known_ = true;
};

}  // namespace odgear::cli
