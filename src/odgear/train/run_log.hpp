// The log of a run: one row every few steps, as JSON lines and as CSV. Rows are appended and
// flushed. When a run resumes from a checkpoint, rows after it are removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace odgear::train {

struct LogRow {
    std::int64_t step = 0;  // over all stages
    std::string stage;
    double seconds = 0;
    double instances = 0;             // seen so far
    double instances_per_second = 0;  // since the last row
    double learning_rate = 0;
    double gradient_norm = 0;
    std::int64_t skipped = 0;
    std::optional<double> loss, balance, policy_gradient, detailed, imitation;
    std::optional<double> cost, best_cost, deviation, entropy, log_forward, log_z;
    std::optional<double> reward, negative, positive, discriminator_loss, expert_gain;
    std::optional<double> validation_cost, validation_gap, validation_greedy_gap,
        validation_mean_gap;
};

class RunLog {
public:
    explicit RunLog(const std::filesystem::path& folder);

    // Removes rows after `step`; without a step, all rows.
    void rewind(std::optional<std::int64_t> step);
    void add(const LogRow& row);

private:
    std::filesystem::path json_path_, csv_path_;
};

// The rows of a run folder, for plots and summaries. Throws InputError.
std::vector<LogRow> read_log(const std::filesystem::path& folder);

// The numbers of a row by name, in the order of the CSV columns after step, stage.
struct LogColumn {
    std::string_view name;
    std::optional<double> value;
};
std::vector<LogColumn> columns(const LogRow& row);

}  // namespace odgear::train
