#include "odgear/io/instance_file.hpp"

#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/stop_table.hpp"
#include "odgear/io/text.hpp"
#include "odgear/io/tsplib_reader.hpp"
#include "odgear/io/vroom.hpp"

namespace odgear {

ReadResult parse_instance(std::string_view text, const std::string& file,
                          const ReadOptions& options) {
    require_text(text, file);
    if (is_stop_table(text, file)) return read_stop_table(text, file, options);
    if (options.table.given())
        throw ConfigurationError(file + ": --depot and --capacity are for tables of stops (CSV)");
    if (text[text.find_first_not_of(" \t\r\n\v\f")] != '{') return read_tsplib(text, file, options);
    VroomRequest request = read_vroom(text, file, options);
    const Rounding rounding = request.instance.rule().rounding;
    ReadResult result{std::move(request.instance), std::move(request.warnings), rounding};
    result.time_limit = request.options.time_limit;
    result.threads = request.options.threads;
    return result;
}

ReadResult read_instance(const std::filesystem::path& path, const ReadOptions& options) {
    const FileLimits limits{.pipes = true, .flag = options.flag};
    if (path == "-") return parse_instance(read_standard_input(limits), "standard input", options);
    return parse_instance(read_text_file(path, limits), path.string(), options);
}

std::string_view rounding_name(const Instance& instance) {
    switch (instance.rule().metric) {
        case Metric::geographical:
        case Metric::pseudo_euclidean: return "metric";
        case Metric::matrix: return "matrix";
        default: return name_of(instance.rule().rounding);
    }
}

std::optional<Rounding> rounding_option(std::string_view name) {
    if (name == "auto") return std::nullopt;
    for (const Rounding rounding :
         {Rounding::none, Rounding::nearest, Rounding::up, Rounding::down})
        if (name == name_of(rounding)) return rounding;
    throw ConfigurationError("unknown rounding " + text::quoted(name) +
                             " (known: auto, nint, none, ceil, floor)");
}

}  // namespace odgear
