#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "bench_commands.hpp"
#include "number_options.hpp"
#include "odgear/bench/latency_files.hpp"
#include "odgear/policy/latency.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear::cli {

namespace {

struct LatencyArguments {
    policy::LatencyOptions options;
    std::string model = "auto";
    bool own_rule_only = false;
    std::string results = default_results;
};

// Without a name: the smallest embedded model, or else random weights, which take the same time.
policy::Model latency_model(const std::string& name) {
    if (name != "auto") return policy::find_model(name);
    for (policy::Model& model : policy::list_models())
        if (!model.for_comparison && model.problem == Problem::cvrp) return std::move(model);
    return policy::untrained_model();
}

// The paper's network, for a fair comparison at the paper's K; trained weights if there is such a
// model.
policy::Model papers_model() {
    for (policy::Model& model : policy::list_models())
        if (model.name == "paper-200") return std::move(model);
    policy::Model model = policy::untrained_model(
        {.features = policy::FeatureSet::paper, .edge_messages = false, .state_terms = 0});
    model.name = "paper, untrained";
    return model;
}

void run_latency(LatencyArguments& arguments, const Context& context) {
    StopRule stop;
    stop.flag = context.flag;
    const policy::Model model = latency_model(arguments.model);
    const policy::Model papers = papers_model();
    std::vector<policy::LatencyCase> cases{{&model, false}};
    if (!arguments.own_rule_only) {
        if (arguments.model == "auto") cases.push_back({&papers, true});
        cases.push_back({&model, true});
    }
    const auto rows = policy::measure_latency(cases, arguments.options, stop);
    fmt::print("{}", policy::format_latency(rows));
    bench::write_latency(arguments.results, rows, bench::this_environment());
}

}  // namespace

void add_bench_latency(CLI::App& bench, const Context& context) {
    CLI::App* latency = bench.add_subcommand(
        "latency", "Seconds from a parsed instance to the best of 100 rollouts, six sizes");
    auto arguments = std::make_shared<LatencyArguments>();
    policy::LatencyOptions& options = arguments->options;
    latency->add_option("--sizes", options.sizes, "Numbers of customers")
        ->delimiter(',')
        ->check(CLI::Range(2, 10'000'000))
        ->capture_default_str();
    latency->add_option("--threads", options.threads, "Numbers of threads")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    add_whole(*latency, "--neighbors", options.neighbors,
              "How many nearest customers a step may choose from", 0);
    latency->add_flag("--own-rule-only", arguments->own_rule_only,
                      "Skip the rows with the paper's number of neighbours");
    add_whole(*latency, "--rollouts", options.rollouts, "Rollouts per instance", 1, 1'000'000);
    add_whole(*latency, "--repeats", options.repeats, "Number of repeats; the median is shown", 1,
              10'000);
    add_seed(*latency, options.seed, "Seed of instances and rollouts");
    latency->add_option("--out", arguments->results, "Where results are kept")
        ->capture_default_str();
    latency->add_option("--model", arguments->model, "A name or a weights file")
        ->capture_default_str();
    latency->footer("Example:\n  odgear bench latency --sizes 200,1000 --threads 1 --repeats 3");
    latency->callback([arguments, &context] { run_latency(*arguments, context); });
}

}  // namespace odgear::cli
