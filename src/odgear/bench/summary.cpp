#include "odgear/bench/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "odgear/bench/methods.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {

namespace {

using Run = std::map<std::string, const Cell*>;  // by instance
using RunsBySeed = std::map<std::uint64_t, Run>;

// The key of the measurements of a row on a set that are used. Cells are in the order of measuring.
std::string key_of(const CellStore& store, const std::string& row, const std::string& set,
                   Prefer prefer) {
    std::map<std::string, std::size_t> sizes;
    std::string chosen;
    for (const Cell& cell : store.cells())
        if (cell.row == row && cell.set == set) {
            ++sizes[cell.key];
            if (prefer == Prefer::latest) chosen = cell.key;
        }
    if (prefer == Prefer::latest) return chosen;
    for (const Cell& cell : store.cells())
        if (cell.row == row && cell.set == set && sizes[cell.key] >= sizes[chosen])
            chosen = cell.key;
    return chosen;
}

// The cells of a row on a set: those with one key, and of these the largest runs.
std::vector<Run> runs_of(const CellStore& store, const std::string& row, const std::string& set,
                         Prefer prefer) {
    const std::string key = key_of(store, row, set, prefer);
    RunsBySeed by_seed;
    std::size_t most_cells = 0;
    for (const Cell& cell : store.cells())
        if (cell.key == key && cell.row == row && cell.set == set) {
            Run& run = by_seed[cell.seed];
            run[cell.instance] = &cell;
            most_cells = std::max(most_cells, run.size());
        }
    std::vector<Run> result;
    for (auto& [seed, run] : by_seed)
        if (run.size() == most_cells) result.push_back(std::move(run));
    return result;
}

double aggregate(double sum, std::size_t count, Aggregate how) {
    return how == Aggregate::total ? sum : sum / static_cast<double>(count);
}

// The instances that occur in all runs.
std::vector<InstanceResult> instances_of(const std::vector<Run>& runs) {
    std::vector<InstanceResult> result;
    if (runs.empty()) return result;
    for (const auto& [name, first] : runs.front()) {
        InstanceResult one{name, first->family, first->customers, first->best_known, {}, {}, 0, 0};
        for (const Run& run : runs) {
            const auto found = run.find(name);
            if (found == run.end()) break;
            one.costs.push_back(found->second->cost);
            one.seconds += found->second->seconds;
        }
        if (one.costs.size() < runs.size()) continue;
        one.seconds /= static_cast<double>(runs.size());
        one.cost = summarize(one.costs);
        one.best = *std::min_element(one.costs.begin(), one.costs.end());
        result.push_back(std::move(one));
    }
    return result;
}

Measurement measure(const std::vector<Run>& runs, Aggregate how) {
    Measurement m;
    m.by_instance = instances_of(runs);
    m.instances = static_cast<int>(m.by_instance.size());
    for (const Run& run : runs) {
        double cost = 0;
        double seconds = 0;
        for (const auto& [name, cell] : run) {
            cost += cell->cost;
            seconds += cell->seconds;
        }
        m.objectives.push_back(aggregate(cost, run.size(), how));
        m.seconds.push_back(aggregate(seconds, run.size(), how));
    }
    return m;
}

// Computes gaps to the instances' own references, for those that have one; false if none has.
bool take_instance_gaps(Measurement& m, const std::string& text) {
    double reference = 0;
    std::vector<double> costs;
    int count = 0;
    for (const InstanceResult& one : m.by_instance) {
        if (!one.reference) continue;
        ++count;
        reference += *one.reference;
        costs.resize(one.costs.size());
        for (std::size_t run = 0; run < one.costs.size(); ++run) costs[run] += one.costs[run];
    }
    if (count == 0) return false;
    for (const double cost : costs) m.gaps.push_back(gap_percent(cost, reference));
    m.reference = text;
    if (count < m.instances) m.reference += fmt::format(" ({} of {})", count, m.instances);
    return true;
}

// Sets the reference of instances to the reference row's mean cost, where it has them; returns how
// many.
int adopt(Measurement& m, const Measurement& reference) {
    std::map<std::string, double> costs;
    for (const InstanceResult& one : reference.by_instance) costs[one.name] = one.cost.mean;
    int count = 0;
    for (InstanceResult& one : m.by_instance) {
        const auto found = costs.find(one.name);
        one.reference = found == costs.end() ? std::nullopt : std::optional(found->second);
        count += found == costs.end() ? 0 : 1;
    }
    return count;
}

class Summarizer {
public:
    Summarizer(TableSummary& summary, const CellStore& store, Prefer prefer)
        : summary_(summary), store_(store), prefer_(prefer) {}

    void run() {
        const Table& table = summary_.table;
        std::set<int> sessions;
        for (const Row& row : table.rows)
            for (const SetDefinition& set : summary_.sets) {
                const std::vector<Run> runs = runs_of(store_, row.id, set.id, prefer_);
                if (runs.empty()) continue;
                Measurement m = measure(runs, table.aggregate);
                m.of = set.count;
                for (const Run& one : runs)
                    for (const auto& [name, cell] : one) sessions.insert(cell->session);
                const Cell& first = *runs.front().begin()->second;
                m.threads = row.external() ? 1 : session(first.session).threads;
                m.first_seed = first.seed;
                summary_.measured[{row.id, set.id}] = std::move(m);
            }
        for (const int id : sessions) summary_.sessions.push_back(session(id));
        for (const Row& row : table.rows) explain(row);
        for (auto& [key, m] : summary_.measured) find_gaps(m, key.first, key.second);
        compare();
    }

private:
    Session session(int id) const {
        for (const Session& one : store_.sessions())
            if (one.id == id) return one;
        throw InputError({(store_.folder() / "sessions.csv").string(), 0, ""},
                         fmt::format("session {} is missing", id));
    }

    void explain(const Row& row) {
        if (!row.measurable()) return;
        for (const SetDefinition& set : summary_.sets)
            if (summary_.find(row.id, set.id) != nullptr) return;
        const std::string obstacle = obstacle_of(row, {});
        summary_.unmeasured[row.id] = !obstacle.empty() ? obstacle
                                      : row.on_request  ? "measured when --rows names it"
                                                        : "not yet";
    }

    // Uses the first reference that was measured on some of the same instances. A mean that the
    // paper states for all of them is preferred to one measured on a part.
    void find_gaps(Measurement& m, const std::string& row, const std::string& set) const {
        const Table& table = summary_.table;
        if (table.references.empty()) {
            if (!take_instance_gaps(m, "the best known costs")) m.no_gap = "no best known costs";
            return;
        }
        const std::optional<double> quoted = quotable(set);
        const std::vector<InstanceResult> with_own_references = m.by_instance;
        for (const std::string& id : table.references) {
            const Measurement* reference = summary_.find(id, set);
            const int common = reference == nullptr ? 0 : adopt(m, *reference);
            if (common == 0 || (common < m.instances && m.whole() && quoted)) continue;
            m.is_reference = id == row;
            if (!m.is_reference)
                take_instance_gaps(m,
                                   table.find(id)->name + ", measured here on the same instances");
            return;
        }
        m.by_instance = with_own_references;
        if (!(quoted && m.whole()) &&
            take_instance_gaps(m, "reference solutions of the same instances"))
            return;
        for (InstanceResult& one : m.by_instance) one.reference.reset();
        m.no_gap = !quoted ? "the reference was not measured"
                   : m.whole()
                       ? ""
                       : fmt::format("the paper's reference is a mean over all {} instances", m.of);
        if (!quoted || !m.whole()) return;
        for (const double objective : m.objectives)
            m.gaps.push_back(gap_percent(objective, *quoted));
        m.reference = fmt::format("{}, {:.2f} as the paper reports it",
                                  table.find(table.references.front())->name, *quoted);
    }

    // The paper's mean for the first reference, if the paper's sets are the same.
    std::optional<double> quotable(const std::string& set) const {
        const Table& table = summary_.table;
        const Row* row = table.find(table.references.front());
        if (!table.quoted_reference || row == nullptr) return std::nullopt;
        const auto reported = row->reported.find(set);
        return reported == row->reported.end() ? std::nullopt : reported->second.objective;
    }

    void compare() {
        for (const Row& row : summary_.table.rows) {
            if (row.against.empty()) continue;
            for (const SetDefinition& set : summary_.sets) {
                const Measurement* a = summary_.find(row.id, set.id);
                const Measurement* b = summary_.find(row.against, set.id);
                if (a == nullptr || b == nullptr || a->instances != b->instances) continue;
                const std::optional<Welch> test = welch_test(a->objectives, b->objectives);
                if (!test) continue;
                const double difference =
                    gap_percent(summarize(a->objectives).mean, summarize(b->objectives).mean);
                summary_.comparisons.push_back({row.id, row.against, set.id, difference, *test});
            }
        }
    }

    TableSummary& summary_;
    const CellStore& store_;
    Prefer prefer_;
};

}  // namespace

std::optional<double> Measurement::mean_gap() const {
    std::vector<double> all;
    for (const InstanceResult& one : by_instance)
        if (one.gap()) all.push_back(*one.gap());
    return all.empty() ? std::nullopt : std::optional(summarize(all).mean);
}

const Measurement* TableSummary::find(const std::string& row, const std::string& set_id) const {
    const auto found = measured.find({row, set_id});
    return found == measured.end() ? nullptr : &found->second;
}

const SetDefinition& TableSummary::set(const std::string& id) const {
    for (const SetDefinition& one : sets)
        if (one.id == id) return one;
    throw InternalError("no set " + id);
}

std::vector<std::string> TableSummary::families(const std::string& set_id) const {
    std::vector<std::string> result;
    for (const Row& row : table.rows)
        if (const Measurement* m = find(row.id, set_id))
            for (const InstanceResult& one : m->by_instance)
                if (!one.family.empty() &&
                    std::find(result.begin(), result.end(), one.family) == result.end())
                    result.push_back(one.family);
    return result;
}

std::optional<Measurement> TableSummary::family(const std::string& row, const std::string& set_id,
                                                const std::string& name) const {
    const Measurement* whole = find(row, set_id);
    if (whole == nullptr) return std::nullopt;
    Measurement part;
    double cost = 0;
    double seconds = 0;
    for (const InstanceResult& one : whole->by_instance)
        if (one.family == name) {
            part.by_instance.push_back(one);
            cost += one.cost.mean;
            seconds += one.seconds;
        }
    if (part.by_instance.empty()) return std::nullopt;
    const std::size_t count = part.by_instance.size();
    part.instances = static_cast<int>(count);
    part.of = part.instances;
    part.threads = whole->threads;
    part.first_seed = whole->first_seed;
    part.objectives = {aggregate(cost, count, table.aggregate)};
    part.seconds = {aggregate(seconds, count, table.aggregate)};
    take_instance_gaps(part, whole->reference);
    return part;
}

TableSummary summarize_table(const Table& table, const std::vector<SetDefinition>& sets,
                             const CellStore& store, Prefer prefer) {
    TableSummary summary{table, sets, {}, {}, {}, {}};
    Summarizer(summary, store, prefer).run();
    return summary;
}

}  // namespace odgear::bench
