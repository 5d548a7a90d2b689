#include "solve_ranks.hpp"

#include <algorithm>

#include "messages.hpp"
#include "odgear/cluster/parts.hpp"
#include "odgear/core/wire.hpp"

namespace odgear::cli {

namespace {

constexpr double least_seconds_between_writes = 10;
// Writing takes at most 1 / writing_share of the time.
constexpr double writing_share = 50;

}  // namespace

SolveRanks::~SolveRanks() {
    if (health_.lost >= 0)
        ranks_.give_up();
    else
        cluster::dismiss(ranks_);
}

expert::CrewMaker SolveRanks::crew() {
    return [this](const Instance& instance, const expert::Parameters& parameters,
                  const Workers& workers, const StopRule& stop) {
        helped_ = true;
        return std::make_unique<cluster::PartCrew>(ranks_, health_, instance, parameters, workers,
                                                   stop);
    };
}

void SolveRanks::require_all(const std::string& kept) const {
    if (health_.lost < 0) return;
    throw Error(ErrorKind::internal,
                "rank " + std::to_string(health_.lost) +
                    " does not answer: it died or was interrupted" +
                    (kept.empty() ? ""
                                  : "; the best so far is in " + kept +
                                        ", and the same command with --continue goes on from it"));
}

Observer IncumbentKeeper::observer(Observer next) {
    return [this, next = std::move(next)](const Progress& progress) {
        if (next) next(progress);
        if (!output_ || !progress.improved || !progress.solution || progress.seconds < due_) return;
        const Clock::time_point begin = Clock::now();
        SolvedInstance now = about_;
        now.result.solution = canonical(instance_, progress.solution());
        try {
            write_incumbent(instance_, now, *output_, arguments_);
        } catch (const InputError& error) {
            say(error.what());  // the search goes on and tries again at its end
        }
        const double took = std::chrono::duration<double>(Clock::now() - begin).count();
        due_ = progress.seconds + std::max(least_seconds_between_writes, writing_share * took);
    };
}

std::string to_bytes(const UnitOutcome& outcome) {
    Writer out;
    out.text(outcome.line);
    out.text(outcome.error);
    out.plain(outcome.kind);
    out.plain(outcome.counted);
    out.plain(outcome.solved.result.solution.cost);
    out.plain(outcome.solved.result.seconds.total);
    out.plain(outcome.solved.best_known);
    out.plain(outcome.solved.beside);
    return out.take();
}

UnitOutcome outcome_from(const std::string& bytes) {
    Reader in(bytes);
    UnitOutcome outcome;
    outcome.line = in.text();
    outcome.error = in.text();
    outcome.kind = in.plain<ErrorKind>();
    outcome.counted = in.plain<bool>();
    outcome.solved.result.solution.cost = in.plain<double>();
    outcome.solved.result.seconds.total = in.plain<double>();
    outcome.solved.best_known = in.plain<std::optional<double>>();
    outcome.solved.beside = in.plain<std::optional<double>>();
    return outcome;
}

}  // namespace odgear::cli
