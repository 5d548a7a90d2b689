#include "odgear/bench/runner.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <set>

#include "odgear/core/errors.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::bench {

namespace {

// Whether the list contains the name; an empty list contains every name.
bool names(const std::vector<std::string>& list, const std::string& id) {
    return list.empty() || std::find(list.begin(), list.end(), id) != list.end();
}

// One row on one set.
struct Task {
    const Row* row;
    const InstanceSet* set;
    const PreparedMethod* method;
    std::string key;
    std::size_t instances;
    int runs;
};

// One instance of a task in one run.
struct Unit {
    const Task* task;
    int run;
    std::size_t item;
};

struct Figures {
    bool measured = false;  // false: interrupted
    int customers = 0;
    double cost = 0;
    int routes = 0;
    double seconds = 0;
    std::optional<double> best_known{};
};

struct Measured {
    Figures figures{};
    std::string failure{};
};

std::string to_bytes(const Measured& measurement) {
    std::string bytes(sizeof(Figures), '\0');
    std::memcpy(bytes.data(), &measurement.figures, sizeof(Figures));
    return bytes + measurement.failure;
}

Measured measurement_from(const std::string& bytes) {
    Measured measurement;
    std::memcpy(&measurement.figures, bytes.data(), sizeof(Figures));
    measurement.failure = bytes.substr(sizeof(Figures));
    return measurement;
}

class TableRun {
public:
    TableRun(const Table& table, const std::vector<InstanceSet>& sets, const RunOptions& options,
             CellStore& store, const RunObserver& observer)
        : options_(options), store_(store), observer_(observer) {
        for (const std::string& id : options.rows)
            if (table.find(id) == nullptr)
                throw ConfigurationError("table " + table.id + " has no row \"" + id + "\"");
        for (const std::string& id : options.sets)
            if (!names(table.sets, id))
                throw ConfigurationError("table " + table.id + " has no set \"" + id + "\"");
        for (const Row& row : table.rows)
            if (wanted(row)) add(row, sets);
    }

    RunOutcome run() {
        list_units();
        std::vector<std::size_t> missing;
        for (std::size_t u = 0; u < units_.size(); ++u) {
            const Unit& unit = units_[u];
            if (!store_.has(unit.task->key, item_of(unit).name, seed_of(unit)))
                missing.push_back(u);
        }
        outcome_.kept = std::int64_t(units_.size() - missing.size());
        progress_.done = outcome_.kept;
        progress_.total = std::int64_t(units_.size());
        const UnitWork work = [this](std::size_t u) { return to_bytes(measure(units_[u])); };
        const UnitAccept accept = [this](std::size_t u, const std::string& bytes) {
            return take(units_[u], measurement_from(bytes));
        };
        if (options_.distribute)
            options_.distribute(missing, work, accept);
        else
            measure_here(missing);
        if (interrupted()) outcome_.interrupted = true;
        return outcome_;
    }

private:
    bool wanted(const Row& row) const {
        if (options_.rows.empty()) return row.measurable() && !row.on_request;
        return names(options_.rows, row.id);
    }

    void add(const Row& row, const std::vector<InstanceSet>& sets) {
        methods_.push_back(prepare(row, options_.method));
        const PreparedMethod& method = methods_.back();
        if (!method.obstacle.empty()) {
            outcome_.left_out.push_back(row.id + ": " + method.obstacle);
            return;
        }
        for (const InstanceSet& set : sets) {
            const SetDefinition& definition = set.definition();
            if (!names(row.sets, definition.id) || !names(options_.sets, definition.id)) continue;
            if (row.rich() != definition.rich) continue;
            std::size_t count = set.items().size();
            if (options_.instances > 0)
                count = std::min(count, static_cast<std::size_t>(options_.instances));
            if (row.most_instances > 0)
                count = std::min(count, static_cast<std::size_t>(row.most_instances));
            const int runs =
                row.most_runs > 0 ? std::min(row.most_runs, options_.runs) : options_.runs;
            tasks_.push_back({&row, &set, &method,
                              policy::fnv1a_hex(method.key + definition.content()), count, runs});
        }
    }

    // Run 1 of all tasks first, then run 2, and so on.
    void list_units() {
        int most = 0;
        for (const Task& task : tasks_) most = std::max(most, task.runs);
        for (int run = 1; run <= most; ++run)
            for (const Task& task : tasks_)
                for (std::size_t item = 0; run <= task.runs && item < task.instances; ++item)
                    units_.push_back({&task, run, item});
    }

    const Item& item_of(const Unit& unit) const { return unit.task->set->items()[unit.item]; }
    std::uint64_t seed_of(const Unit& unit) const {
        return options_.seed + static_cast<std::uint64_t>(unit.run - 1);
    }
    bool interrupted() const {
        return options_.method.flag != nullptr && options_.method.flag->raised();
    }

    void measure_here(const std::vector<std::size_t>& units) {
        for (const std::size_t u : units) {
            if (interrupted()) return;
            report(*units_[u].task, units_[u].run, item_of(units_[u]).name);
            if (!take(units_[u], measure(units_[u]))) return;
        }
    }

    Measured measure(const Unit& unit) const {
        Measured result;
        try {
            result.figures = unit.task->row->rich() ? rich_figures(unit) : figures_of(unit);
            if (interrupted()) result.figures = {};
        } catch (const Error& error) {
            // If an external program fails on one instance, the next ones are tried nevertheless.
            const bool theirs = unit.task->row->external() && error.kind() == ErrorKind::input;
            if (error.kind() != ErrorKind::infeasible && !theirs) throw;
            result.failure = unit.task->row->id + ": " + error.what();
        }
        return result;
    }

    // False if it was interrupted; the answer is then dropped.
    bool take(const Unit& unit, const Measured& measurement) {
        const Figures& figures = measurement.figures;
        ++progress_.done;
        if (!measurement.failure.empty()) {
            outcome_.failures.push_back(measurement.failure);
            return true;
        }
        if (!figures.measured) return false;
        const Item& item = item_of(unit);
        if (options_.distribute) report(*unit.task, unit.run, item.name);
        store_.add({0, unit.task->key, unit.task->row->id, unit.task->set->definition().id,
                    item.family, item.name, seed_of(unit), figures.customers, figures.best_known,
                    figures.cost, figures.routes, figures.seconds});
        ++outcome_.measured;
        return true;
    }

    // The figures of a solve: cost, routes, seconds, and those of the instance.
    Figures figures_of(const Unit& unit) const {
        const Instance instance = unit.task->set->load(unit.item);
        const Answer answer = unit.task->method->solve(instance, seed_of(unit));
        return {true,
                instance.customers(),
                answer.solution.cost,
                static_cast<int>(answer.solution.routes.size()),
                answer.seconds,
                item_of(unit).best_known};
    }

    Figures rich_figures(const Unit& unit) const {
        const RichInstance rich = unit.task->set->load_rich(unit.item);
        const RichAnswer answer = unit.task->method->solve_rich(rich.problem, seed_of(unit));
        return {true,
                rich.problem.stops(),
                answer.plan.cost() / rich.problem.units().cost,
                answer.plan.vehicles(),
                answer.seconds,
                rich.best_known};
    }

    void report(const Task& task, int run, std::string_view instance) {
        if (!observer_) return;
        progress_.row = task.row->name;
        progress_.set = task.set->definition().id;
        progress_.instance = instance;
        progress_.run = run;
        observer_(progress_);
    }

    const RunOptions& options_;
    CellStore& store_;
    const RunObserver& observer_;
    std::deque<PreparedMethod> methods_;  // tasks point to its elements
    std::vector<Task> tasks_;
    std::vector<Unit> units_;
    RunProgress progress_;
    RunOutcome outcome_;
};

}  // namespace

RunOutcome run_table(const Table& table, const std::vector<InstanceSet>& sets,
                     const RunOptions& options, CellStore& store, const RunObserver& observer) {
    return TableRun(table, sets, options, store, observer).run();
}

}  // namespace odgear::bench
