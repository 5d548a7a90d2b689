#include "odgear/bench/runner.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "odgear/core/errors.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::bench {

namespace {

// Whether a list names it; an empty list names everything.
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
        int most = 0;
        for (const Task& task : tasks_) {
            most = std::max(most, task.runs);
            progress_.total += static_cast<std::int64_t>(task.instances) * task.runs;
        }
        for (int run = 1; run <= most; ++run)
            for (const Task& task : tasks_) {
                if (run > task.runs) continue;
                for (std::size_t item = 0; item < task.instances; ++item)
                    if (!measure(task, run, item)) {
                        outcome_.interrupted = true;
                        return outcome_;
                    }
            }
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

    // False when interrupted: the answer is then thrown away.
    bool measure(const Task& task, int run, std::size_t item) {
        const std::uint64_t seed = options_.seed + static_cast<std::uint64_t>(run - 1);
        const Item& wanted = task.set->items()[item];
        const StopFlag* flag = options_.method.flag;
        if (flag != nullptr && flag->raised()) return false;
        report(task, run, wanted.name);
        ++progress_.done;
        if (store_.has(task.key, wanted.name, seed)) {
            ++outcome_.kept;
            return true;
        }
        try {
            Cell cell = task.row->rich() ? rich_cell(task, item, seed) : cell_of(task, item, seed);
            if (flag != nullptr && flag->raised()) return false;
            cell.key = task.key;
            cell.row = task.row->id;
            cell.set = task.set->definition().id;
            cell.family = wanted.family;
            cell.instance = wanted.name;
            cell.seed = seed;
            store_.add(std::move(cell));
            ++outcome_.measured;
        } catch (const Error& error) {
            // Another program that fails on one instance may do well on the next.
            const bool theirs = task.row->external() && error.kind() == ErrorKind::input;
            if (error.kind() != ErrorKind::infeasible && !theirs) throw;
            outcome_.failures.push_back(task.row->id + ": " + error.what());
        }
        return true;
    }

    // What solving gives: cost, routes, seconds, and what the instance says.
    static Cell cell_of(const Task& task, std::size_t item, std::uint64_t seed) {
        const Instance instance = task.set->load(item);
        const Answer answer = task.method->solve(instance, seed);
        Cell cell;
        cell.customers = instance.customers();
        cell.best_known = task.set->items()[item].best_known;
        cell.cost = answer.solution.cost;
        cell.routes = static_cast<int>(answer.solution.routes.size());
        cell.seconds = answer.seconds;
        return cell;
    }

    static Cell rich_cell(const Task& task, std::size_t item, std::uint64_t seed) {
        const RichInstance rich = task.set->load_rich(item);
        const RichAnswer answer = task.method->solve_rich(rich.problem, seed);
        Cell cell;
        cell.customers = rich.problem.stops();
        cell.best_known = rich.best_known;
        cell.cost = answer.plan.cost() / rich.problem.units().cost;
        cell.routes = answer.plan.vehicles();
        cell.seconds = answer.seconds;
        return cell;
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
    std::deque<PreparedMethod> methods_;  // tasks point into it
    std::vector<Task> tasks_;
    RunProgress progress_;
    RunOutcome outcome_;
};

}  // namespace

RunOutcome run_table(const Table& table, const std::vector<InstanceSet>& sets,
                     const RunOptions& options, CellStore& store, const RunObserver& observer) {
    return TableRun(table, sets, options, store, observer).run();
}

}  // namespace odgear::bench
