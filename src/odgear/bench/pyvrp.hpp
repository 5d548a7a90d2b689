// PyVRP as an external program: writes a rich problem as JSON, runs a small script
// (bench/pyvrp_solve.py, embedded in the binary) with a Python interpreter that has PyVRP, and
// reads the routes. The caller checks the plan. O(stops^2) for the matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/stop.hpp"

namespace odgear::bench {

struct PyvrpOptions {
    double seconds = 10;  // PyVRP's own limit; reading and set-up are extra
    std::uint64_t seed = 1;
};

struct PyvrpAnswer {
    fleet::Plan plan;    // scheduled
    double seconds = 0;  // of the program, from start to end
};

// `interpreter` is a Python that can import pyvrp. Throws ConfigurationError for a problem that
// PyVRP does not support (breaks, shipments ...) or whose numbers are not whole, and InputError if
// the program fails or finds no feasible plan.
PyvrpAnswer run_pyvrp(const std::filesystem::path& interpreter, const fleet::Problem& problem,
                      const PyvrpOptions& options, const StopFlag* flag = nullptr);

// The input for the script, and the reader of its answer.
std::string pyvrp_problem(const fleet::Problem& problem);
fleet::Plan plan_from_pyvrp(std::string_view text, const std::string& file,
                            const fleet::Problem& problem);

struct EmbeddedScript {
    std::string_view name;
    std::span<const std::byte> bytes;
};
std::span<const EmbeddedScript> embedded_scripts();

}  // namespace odgear::bench
