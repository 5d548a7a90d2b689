// `odgear train ...` runs `odgear-train ...`: the trainer links LibTorch, the solver must not.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "command.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::cli {

namespace {

void run_trainer(std::vector<std::string> arguments) {
    const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    std::string program = here / "odgear-train";
    std::vector<char*> argv{program.data()};
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    if (errno == ENOENT)
        throw ConfigurationError("the trainer is not beside this program (" + program +
                                 "); build it with ./run build, without --no-trainer");
    throw InternalError("cannot start " + program + ": " + std::strerror(errno));
}

}  // namespace

void add_train(CLI::App& app) {
    CLI::App* command = app.add_subcommand("train", "Train a policy (runs odgear-train)");
    command->prefix_command();
    command->set_help_flag();
    command->callback([command] { run_trainer(command->remaining()); });
}

}  // namespace odgear::cli
