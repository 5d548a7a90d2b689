#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "command.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/text.hpp"
#include "odgear/serve/service.hpp"

namespace odgear::cli {

namespace {

struct ServeArguments {
    serve::Parameters parameters;
    std::string token_file;
    std::string state;
    bool quiet = false;
};

void add_options(CLI::App& command, ServeArguments& arguments) {
    serve::Parameters& parameters = arguments.parameters;
    serve::ListenerParameters& listener = parameters.listener;
    command.add_option("--port", listener.port, "Port to listen on; 0 takes any free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    command.add_option("--address", listener.address, "Address to listen on")
        ->capture_default_str();
    command.add_option("--threads", parameters.threads, "Threads of the solver; 0: all cores")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--state", arguments.state,
                    "SQLite file: accepted jobs survive the end of the process")
        ->type_name("FILE");
    command
        .add_option("--token", arguments.token_file, "File with the token that callers must have")
        ->type_name("FILE");
    command.add_option("--cors", parameters.cors, "Origin whose pages may call this server")
        ->type_name("ORIGIN");
    command.add_option("--max-body", parameters.limits.body, "Largest request, as 500k or 64M")
        ->transform(CLI::AsSizeValue(false))
        ->capture_default_str();
    command
        .add_option("--max-customers", parameters.limits.customers,
                    "Largest number of customers in a request")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        .add_option("--max-seconds", parameters.limits.seconds, "Longest time limit of a request")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        .add_option("--max-jobs", parameters.most_jobs,
                    "Largest number of waiting and running jobs")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--max-connections", listener.most_connections, "Most open connections")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--keep", parameters.keep_seconds, "Seconds that a finished job is kept")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command.add_option("--keep-memory", parameters.keep_bytes, "Memory for kept jobs, as 512M")
        ->transform(CLI::AsSizeValue(false))
        ->capture_default_str();
    command
        .add_option("--grace", parameters.grace,
                    "Seconds that running jobs have after SIGTERM or Ctrl-C")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    command.add_flag("--quiet", arguments.quiet, "No log on standard error");
}

std::string read_token(const std::string& path) {
    std::string token(text::trimmed(read_text_file(path)));
    if (token.empty()) throw InputError(Place{path, 0, ""}, "holds no token");
    return token;
}

void run_serve(ServeArguments arguments, const Context& context) {
    serve::Parameters& parameters = arguments.parameters;
    parameters.state = arguments.state;
    if (!arguments.token_file.empty()) parameters.token = read_token(arguments.token_file);
    serve::Log::Sink sink;
    if (!arguments.quiet) sink = [](const std::string& line) { std::fputs(line.c_str(), stderr); };
    serve::Service service(parameters, sink);
    service.start();
    fmt::print("http://{}:{}/\n",
               parameters.listener.address.find(':') == std::string::npos
                   ? parameters.listener.address
                   : "[" + parameters.listener.address + "]",
               service.port());
    std::fflush(stdout);
    while (!context.flag->raised()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    service.stop();
}

}  // namespace

void add_serve(CLI::App& app, const Context& context) {
    CLI::App* command = app.add_subcommand("serve", "HTTP service and web page");
    command->footer(
        "Answers VROOM's requests at POST /, runs jobs at /jobs, and shows a page at /.\n"
        "docs/server.md describes it.");
    const auto arguments = std::make_shared<ServeArguments>();
    add_options(*command, *arguments);
    command->callback([arguments, &context] { run_serve(*arguments, context); });
}

}  // namespace odgear::cli
