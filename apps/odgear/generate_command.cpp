#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/generate/uchoa.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/io/files.hpp"
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
    // Empty: drawn anew for each instance, as for the X set.
    std::string depot;
    std::string places;
    std::string demands;
    double route_size = 0;
};

UchoaShape uchoa_shape(const GenerateArguments& arguments, Random& random) {
    UchoaShape shape = random_uchoa_shape(arguments.customers, random);
    if (!arguments.depot.empty()) shape.depot = depot_place(arguments.depot);
    if (!arguments.places.empty()) shape.places = customer_places(arguments.places);
    if (!arguments.demands.empty()) shape.demands = demand_kind(arguments.demands);
    if (arguments.route_size > 0) shape.route_size = arguments.route_size;
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
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw InputError({folder.string(), 0, ""}, failure.message());
    for (int i = 0; i < arguments.count; ++i) {
        const std::string name =
            fmt::format("{}{}-s{}-{:03}", arguments.kind, arguments.customers, arguments.seed, i);
        // Instance i depends on the seed and i alone, not on how many are made.
        const Instance instance = make_instance(
            arguments, name, Random::stream(arguments.seed, static_cast<std::uint64_t>(i)));
        write_file(folder / (name + (instance.is_tsp() ? ".tsp" : ".vrp")), write_tsplib(instance));
    }
    fmt::print("{} instances in {}\n", arguments.count, folder.string());
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
    command->add_option("-n,--customers", a->customers, "Customers (cities of a TSP)")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command->add_option("--count", a->count, "How many instances")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--seed", a->seed)->capture_default_str();
    command->add_option("--out", a->folder, "The folder they go to")->required();
    command->add_option("--capacity", a->uniform.capacity)
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->group("Uniform");
    command->add_option("--min-demand", a->uniform.min_demand)
        ->capture_default_str()
        ->group("Uniform");
    command->add_option("--max-demand", a->uniform.max_demand)
        ->capture_default_str()
        ->group("Uniform");
    command->add_option("--depot", a->depot, "central, eccentric or random")->group("Uchoa");
    command->add_option("--places", a->places, "random, clustered or random-clustered")
        ->group("Uchoa");
    command
        ->add_option("--demands", a->demands,
                     "unitary, small-wide, small-narrow, large-wide, large-narrow, by-quadrant or "
                     "many-small")
        ->group("Uchoa");
    command->add_option("--route-size", a->route_size, "Customers in a route, on average")
        ->check(CLI::PositiveNumber)
        ->group("Uchoa");
    command->footer(
        "What is left open under Uchoa is drawn anew for each instance, as for the X set.\n\n"
        "Examples:\n"
        "  odgear generate -n 200 --count 128 --seed 1 --out instances/\n"
        "  odgear generate --kind uchoa -n 1000 --depot central --places clustered --out city/");
    command->callback([a] { run_generate(*a); });
}

}  // namespace odgear::cli
