#include "solve_files.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/plan_map.hpp"
#include "odgear/io/stop_table.hpp"

namespace odgear::cli {

namespace fs = std::filesystem;

namespace {

bool is_instance_file(const fs::path& path) {
    const std::string extension = path.extension();
    if (extension == ".csv" || extension == ".tsv") {
        // A folder may contain plans and traces too, so the content decides.
        std::ifstream file(path);
        std::string line;
        std::getline(file, line);
        return is_stop_table(line, "");
    }
    return extension == ".vrp" || extension == ".tsp" || extension == ".json";
}

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

// The instances of a folder. A file that cannot be opened stays in the list: it is reported in its
// turn, and the others are solved.
std::vector<fs::path> instances_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (is_instance_file(at->path()) && !at->is_directory(ignored)) files.push_back(at->path());
    }
    if (error) throw InputError({folder.string(), 0, ""}, "cannot be read: " + error.message());
    if (files.empty())
        throw InputError({folder.string(), 0, ""},
                         "the folder holds no .vrp, .tsp, .json or .csv instance");
    std::sort(files.begin(), files.end());
    return files;
}

// Names the output of each input. Two inputs of the same name in different folders would share one
// file, which is an error.
std::vector<fs::path> name_outputs(const SolveFiles& plan, const SolveArguments& arguments) {
    std::vector<fs::path> outputs;
    std::map<fs::path, fs::path> used;
    for (const SolveTask& task : plan.tasks) {
        fs::path output = fs::path(arguments.output) / task.input.stem();
        output += "." + arguments.format;
        const auto [other, fresh] = used.emplace(output, task.input);
        if (!fresh)
            throw InputError(Place{output.string(), 0, ""},
                             "the solutions of " + other->second.string() + " and " +
                                 task.input.string() + " would both be written to it");
        outputs.push_back(output);
    }
    return outputs;
}

void plan_several(SolveFiles& plan, CommandFiles& files, const SolveArguments& arguments) {
    if (!arguments.plot.empty() || !arguments.map.empty() || !arguments.trace.empty() ||
        !arguments.warm_start.empty())
        throw ConfigurationError(
            "--plot, --map, --trace and --warm-start take one instance at a time");
    if (arguments.output.empty())
        throw ConfigurationError("several instances need a folder for the solutions: -o FOLDER");
    const std::vector<fs::path> outputs = name_outputs(plan, arguments);
    make_folder(arguments.output);
    for (std::size_t i = 0; i < outputs.size(); ++i) plan.tasks[i].output = files.write(outputs[i]);
}

}  // namespace

SolveFiles plan_files(const SolveArguments& arguments) {
    SolveFiles plan;
    bool folder = false;
    for (const fs::path path : arguments.inputs) {
        if (!is_folder(path)) {
            plan.tasks.push_back({path});
            continue;
        }
        folder = true;
        for (const fs::path& file : instances_in(path)) plan.tasks.push_back({file});
    }
    CommandFiles files;
    for (const SolveTask& task : plan.tasks)
        if (task.input != "-") files.read(task.input);
    if (!arguments.warm_start.empty()) files.read(arguments.warm_start);
    plan.several = plan.tasks.size() > 1 || (folder && !arguments.output.empty());
    if (plan.several) {
        plan_several(plan, files, arguments);
        return plan;
    }
    if (!arguments.output.empty()) plan.tasks.front().output = files.write(arguments.output);
    if (!arguments.plot.empty()) plan.plot = files.write(arguments.plot);
    if (!arguments.map.empty()) plan.map = files.write(arguments.map);
    if (!arguments.trace.empty()) plan.trace = files.write(arguments.trace);
    return plan;
}

void require_format(const Instance& instance, const SolveTask& task,
                    const SolveArguments& arguments) {
    if (arguments.format == "vroom")
        throw ConfigurationError("--format vroom is for VROOM requests");
    if (arguments.speed && arguments.format != "csv")
        throw ConfigurationError("--speed is for --format csv");
    if (arguments.speed && instance.rule().metric != Metric::haversine)
        throw ConfigurationError("--speed needs distances in metres: a table with lat and lon");
    const char* needs_places = arguments.format == "geojson" ? "--format geojson"
                               : !arguments.plot.empty()     ? "--plot"
                               : !arguments.map.empty()      ? "--map"
                                                             : nullptr;
    if (needs_places != nullptr && !instance.has_points())
        throw ConfigurationError(std::string(needs_places) +
                                 " needs coordinates, and this instance has only a matrix");
    if (!arguments.map.empty()) check_tiles(instance, arguments.tiles);
    if (!task.output || task.output->path().extension() != ".tour") return;
    if (instance.min_vehicles() > 1 || (!instance.is_tsp() && instance.max_vehicles() != 1))
        throw ConfigurationError(task.output->path().string() +
                                 ": a .tour holds one route, and this instance may need more; name "
                                 "a .sol file, or give --max-vehicles 1");
}

}  // namespace odgear::cli
