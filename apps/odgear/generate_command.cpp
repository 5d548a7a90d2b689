#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "number_options.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/generate/uchoa.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/tsplib_writer.hpp"

namespace odgear::cli {

namespace {

struct GenerateArguments {
    std::string kind = "uniform";
    int customers = 200;
    int count = 1;
    std::uint64_t seed = 1;
    std::string folder;
    UniformShape uniform;
    // Empty: drawn for each instance, as for the X set.
    std::string depot;
    std::string places;
    std::string demands;
    double route_size = 0;
    double fill = 0;
    int seeds = 0;
    double spread = UchoaShape{}.decay / UchoaShape{}.grid;
    double skew = UchoaShape{}.skew;
    int grid = UchoaShape{}.grid;
};

UchoaShape uchoa_shape(const GenerateArguments& arguments, Random& random) {
    UchoaShape shape = random_uchoa_shape(arguments.customers, random);
    if (!arguments.depot.empty()) shape.depot = depot_place(arguments.depot);
    if (!arguments.places.empty()) shape.places = customer_places(arguments.places);
    if (!arguments.demands.empty()) shape.demands = demand_kind(arguments.demands);
    if (arguments.route_size > 0) shape.route_size = arguments.route_size;
    if (arguments.seeds > 0) shape.seeds = arguments.seeds;
    shape.fill = arguments.fill;
    shape.grid = arguments.grid;
    shape.decay = arguments.spread * shape.grid;
    shape.skew = arguments.skew;
    return shape;
}

Instance make_instance(const GenerateArguments& arguments, const std::string& name, Random random) {
    if (arguments.kind == "tsp") return uniform_tsp(arguments.customers, random, name);
    if (arguments.kind == "uchoa") {
        UchoaShape shape = uchoa_shape(arguments, random);
        shape.name = name;
        return uchoa_instance(shape, random);
    }
    UniformShape shape = arguments.uniform;
    shape.customers = arguments.customers;
    shape.name = name;
    return uniform_instance(shape, random);
}

void run_generate(const GenerateArguments& arguments) {
    const std::filesystem::path folder = arguments.folder;
    make_folder(folder);
    for (int i = 0; i < arguments.count; ++i) {
        const std::string name =
            fmt::format("{}{}-s{}-{:03}", arguments.kind, arguments.customers, arguments.seed, i);
        // Instance i depends only on the seed and i, not on the number of instances.
        const Instance instance = make_instance(
            arguments, name, Random::stream(arguments.seed, static_cast<std::uint64_t>(i)));
        write_file(folder / (name + (instance.is_tsp() ? ".tsp" : ".vrp")), write_tsplib(instance));
    }
    fmt::print("{} instance{} in {}\n", arguments.count, arguments.count == 1 ? "" : "s",
               folder.string());
}

}  // namespace

void add_generate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("generate", "Make instances");
    auto a = std::make_shared<GenerateArguments>();
    command
        ->add_option("--kind", a->kind,
                     "uniform: the paper's; uchoa: as the X set; tsp: uniform cities")
        ->check(CLI::IsMember({"uniform", "uchoa", "tsp"}))
        ->capture_default_str();
    add_whole(*command, "-n,--customers", a->customers, "Customers (cities of a TSP)", 1,
              10'000'000);
    add_whole(*command, "--count", a->count, "How many instances", 1, 1'000'000);
    add_seed(*command, a->seed);
    command->add_option("--out", a->folder, "The folder they go to")->required();
    constexpr std::int64_t most_load = 1'000'000'000'000;
    add_whole(*command, "--capacity", a->uniform.capacity, "Capacity of a vehicle", 1, most_load)
        ->group("Uniform");
    add_whole(*command, "--min-demand", a->uniform.min_demand, "Smallest demand of a customer", 0,
              most_load)
        ->group("Uniform");
    add_whole(*command, "--max-demand", a->uniform.max_demand, "Largest demand of a customer", 0,
              most_load)
        ->group("Uniform");
    command
        ->add_option("--depot", a->depot,
                     "central, eccentric or random; town: in a cluster; outside: far off the map")
        ->group("Uchoa");
    command->add_option("--places", a->places, "random, clustered or random-clustered")
        ->group("Uchoa");
    command
        ->add_option("--demands", a->demands,
                     "unitary, small-wide, small-narrow, large-wide, large-narrow, by-quadrant or "
                     "many-small")
        ->group("Uchoa");
    add_real(*command, "--route-size", a->route_size, "Customers in a route, on average",
             {.least = 1, .most = 1e7})
        ->default_str("")
        ->group("Uchoa");
    add_real(*command, "--fill", a->fill,
             "Share of the capacity of the minimum number of routes that demands fill; 0.999 "
             "leaves almost no room",
             {.least = 0.5, .most = 1})
        ->default_str("")
        ->group("Uchoa");
    add_whole(*command, "--clusters", a->seeds, "Clusters of customers", 1, 100'000)
        ->default_str("")
        ->group("Uchoa");
    add_real(
        *command, "--spread", a->spread,
        "Size of a cluster as a share of the grid; 0.01 gives towns with empty land between them",
        {.least = 1e-4, .most = 1})
        ->group("Uchoa");
    add_real(
        *command, "--skew", a->skew,
        "Small clusters of different sizes: the k-th has k^-skew times the customers of the first",
        {.least = 0, .most = 10})
        ->group("Uchoa");
    add_whole(*command, "--grid", a->grid, "Coordinates are whole numbers from 0 to this", 1,
              30'000)
        ->group("Uchoa");
    command->footer(
        "Options of the kind uchoa that are not given are drawn for each instance, as for the X "
        "set.\n\n"
        "Examples:\n"
        "  odgear generate -n 200 --count 128 --seed 1 --out instances/\n"
        "  odgear generate --kind uchoa -n 1000 --depot central --places clustered --out city/");
    command->callback([a] { run_generate(*a); });
}

}  // namespace odgear::cli
