#include "odgear/train/run_log.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/text.hpp"

namespace odgear::train {

namespace {

using Ordered = nlohmann::ordered_json;

// One table for reading and writing: name and location of every number of a row.
struct Slot {
    std::string_view name;
    double LogRow::*always = nullptr;
    std::optional<double> LogRow::*sometimes = nullptr;
};

const std::vector<Slot>& slots() {
    static const std::vector<Slot> table = {
        {"seconds", &LogRow::seconds, nullptr},
        {"instances", &LogRow::instances, nullptr},
        {"instances_per_second", &LogRow::instances_per_second, nullptr},
        {"learning_rate", &LogRow::learning_rate, nullptr},
        {"gradient_norm", &LogRow::gradient_norm, nullptr},
        {"loss", nullptr, &LogRow::loss},
        {"balance", nullptr, &LogRow::balance},
        {"policy_gradient", nullptr, &LogRow::policy_gradient},
        {"detailed", nullptr, &LogRow::detailed},
        {"imitation", nullptr, &LogRow::imitation},
        {"cost", nullptr, &LogRow::cost},
        {"best_cost", nullptr, &LogRow::best_cost},
        {"deviation", nullptr, &LogRow::deviation},
        {"entropy", nullptr, &LogRow::entropy},
        {"log_forward", nullptr, &LogRow::log_forward},
        {"log_z", nullptr, &LogRow::log_z},
        {"reward", nullptr, &LogRow::reward},
        {"negative", nullptr, &LogRow::negative},
        {"positive", nullptr, &LogRow::positive},
        {"discriminator_loss", nullptr, &LogRow::discriminator_loss},
        {"expert_gain", nullptr, &LogRow::expert_gain},
        {"validation_cost", nullptr, &LogRow::validation_cost},
        {"validation_gap", nullptr, &LogRow::validation_gap},
        {"validation_greedy_gap", nullptr, &LogRow::validation_greedy_gap},
        {"validation_mean_gap", nullptr, &LogRow::validation_mean_gap},
    };
    return table;
}

Ordered to_json(const LogRow& row) {
    Ordered json{{"step", row.step}, {"stage", row.stage}, {"skipped", row.skipped}};
    for (const LogColumn& column : columns(row))
        if (column.value) json[std::string(column.name)] = *column.value;
    return json;
}

LogRow from_json(const Ordered& json) {
    LogRow row;
    row.step = json.at("step").get<std::int64_t>();
    row.stage = json.at("stage").get<std::string>();
    row.skipped = json.value("skipped", std::int64_t{0});
    for (const Slot& slot : slots()) {
        const auto found = json.find(std::string(slot.name));
        if (found == json.end() || !found->is_number()) continue;
        if (slot.always != nullptr)
            row.*slot.always = found->get<double>();
        else
            row.*slot.sometimes = found->get<double>();
    }
    return row;
}

std::string csv_line(const LogRow& row) {
    std::ostringstream line;
    line << row.step << ',' << row.stage << ',' << row.skipped;
    for (const LogColumn& column : columns(row)) {
        line << ',';
        if (column.value) line << Ordered(*column.value).dump();
    }
    line << '\n';
    return line.str();
}

std::string csv_header() {
    std::ostringstream line;
    line << "step,stage,skipped";
    for (const Slot& slot : slots()) line << ',' << slot.name;
    line << '\n';
    return line.str();
}

std::vector<LogRow> read_rows(const std::filesystem::path& path) {
    std::vector<LogRow> rows;
    if (!std::filesystem::exists(path)) return rows;
    const std::string content = read_binary_file(path);
    text::Lines lines(content);
    while (lines.next()) {
        const Ordered json = Ordered::parse(lines.line(), nullptr, false);
        if (json.is_discarded() || !json.contains("step")) continue;  // cut short by a crash
        try {
            rows.push_back(from_json(json));
        } catch (const Ordered::exception&) {
            throw InputError({path.string(), lines.number(), ""}, "is not a row of a log");
        }
    }
    return rows;
}

}  // namespace

std::vector<LogColumn> columns(const LogRow& row) {
    std::vector<LogColumn> list;
    for (const Slot& slot : slots())
        list.push_back({slot.name, slot.always != nullptr ? std::optional(row.*slot.always)
                                                          : row.*slot.sometimes});
    return list;
}

RunLog::RunLog(const std::filesystem::path& folder)
    : json_path_(folder / "log.jsonl"), csv_path_(folder / "log.csv") {}

void RunLog::rewind(std::optional<std::int64_t> step) {
    std::string json;
    std::string csv = csv_header();
    for (const LogRow& row : read_rows(json_path_))
        if (step && row.step <= *step) {
            json += to_json(row).dump() + "\n";
            csv += csv_line(row);
        }
    write_file(json_path_, json);
    write_file(csv_path_, csv);
}

void RunLog::add(const LogRow& row) {
    append_lines(json_path_, "", to_json(row).dump() + "\n");
    append_lines(csv_path_, "", csv_line(row));
}

std::vector<LogRow> read_log(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "log.jsonl";
    if (!std::filesystem::exists(path)) throw InputError(path.string() + ": cannot be read");
    return read_rows(path);
}

}  // namespace odgear::train
