#include "odgear/cluster/parts.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "odgear/cluster/instance_wire.hpp"
#include "odgear/cluster/tags.hpp"

namespace odgear::cluster {

using expert::PartOrder;
using expert::PartResult;
using expert::PartTask;

struct PartCrew::Share {
    int rank = 0;
    std::vector<PartTask> tasks;
    std::vector<PartResult> results;
    bool answered = false;
};

PartCrew::PartCrew(Ranks& ranks, Health& health, const Instance& instance,
                   const expert::Parameters& parameters, const Workers& workers,
                   const StopRule& stop)
    : ranks_(ranks),
      health_(health),
      own_(instance, parameters, workers),
      threads_(std::size_t(ranks.size()), 0),
      known_(std::size_t(ranks.size())) {
    threads_[0] = workers.threads();
    Writer out;
    out.plain(parameters);
    write_instance(out, instance);
    std::string bytes = out.take();
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, tag_instance, {});
    ranks_.broadcast(bytes);
    for (int missing = ranks_.size() - 1; missing > 0; --missing) {
        const auto ready = wait_for_message(ranks_, health_, stop, ranks_.size() - 1);
        if (!ready) return;
        threads_[std::size_t(ready->from)] = Reader(ready->bytes).plain<int>();
    }
}

PartCrew::~PartCrew() = default;

int PartCrew::threads() const {
    int sum = 0;
    for (const int threads : threads_) sum += threads;
    return sum;
}

// Assigns consecutive tasks to each rank, in proportion to its threads.
std::vector<PartCrew::Share> PartCrew::shares_of(std::vector<PartTask> tasks) const {
    std::vector<Share> shares(std::size_t(ranks_.size()));
    const auto total = std::size_t(threads());
    std::size_t before = 0;
    std::size_t begin = 0;
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
        before += std::size_t(threads_[rank]);
        const std::size_t end = tasks.size() * before / total;
        shares[rank].rank = int(rank);
        std::move(tasks.begin() + std::ptrdiff_t(begin), tasks.begin() + std::ptrdiff_t(end),
                  std::back_inserter(shares[rank].tasks));
        begin = end;
    }
    return shares;
}

std::vector<PartResult> PartCrew::run(const PartOrder& order, std::vector<PartTask> tasks,
                                      const StopRule& stop) const {
    if (health_.lost >= 0) return own_.run(order, std::move(tasks), stop);
    std::vector<Share> shares = shares_of(std::move(tasks));
    for (Share& share : shares) {
        if (share.rank == 0) continue;
        const auto rank = std::size_t(share.rank);
        PartBatch batch{order, stop.remaining(), std::move(share.tasks)};
        ranks_.send(share.rank, tag_batch, write_batch(batch, known_[rank]));
        share.tasks = std::move(batch.tasks);
    }
    shares[0].results = own_.run(order, shares[0].tasks, stop);
    shares[0].answered = true;
    if (stop.interrupted())
        for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, tag_hurry, {});
    collect(shares, stop);
    std::vector<PartResult> results;
    for (Share& share : shares)
        std::move(share.results.begin(), share.results.end(), std::back_inserter(results));
    return results;
}

void PartCrew::collect(std::vector<Share>& shares, const StopRule& stop) const {
    for (std::size_t missing = shares.size() - 1; missing > 0; --missing) {
        int unheard = 0;
        for (const Share& share : shares)
            if (!share.answered) unheard = share.rank;
        const auto answer = wait_for_message(ranks_, health_, stop, unheard);
        if (!answer) break;
        Share& share = shares[std::size_t(answer->from)];
        Reader in(answer->bytes);
        // A signal that only this rank received is meant for all ranks.
        if (in.plain<bool>() && health_.flag != nullptr) health_.flag->raise();
        share.results = read_results(in.text(), share.tasks, known_[std::size_t(share.rank)]);
        share.answered = true;
    }
    for (Share& share : shares) {
        if (share.answered) continue;
        for (PartTask& task : share.tasks)
            share.results.push_back({task.routes, std::move(task.routes), {}});
    }
}

void PartWorker::take_instance() {
    std::string bytes;
    ranks_.broadcast(bytes);
    Reader in(bytes);
    parameters_ = in.plain<expert::Parameters>();
    instance_ = std::make_unique<Instance>(read_instance(in));
    known_.clear();
    Writer out;
    out.plain(workers_.threads());
    ranks_.send(0, tag_ready, out.take());
}

void PartWorker::take_batch(const std::string& bytes) {
    const PartBatch batch = read_batch(bytes, known_);
    StopFlag end;
    StopRule stop;
    stop.seconds = batch.seconds;
    stop.flag = &end;
    auto work = std::async(std::launch::async, [&] {
        return expert::LocalCrew(*instance_, parameters_, workers_)
            .run(batch.order, batch.tasks, stop);
    });
    // Meanwhile this thread listens, so that rank 0 or a signal can end the work early.
    while (work.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready) {
        const auto message = ranks_.poll();
        if (flag_.raised() || (message && message->tag == tag_hurry)) end.raise();
    }
    Writer out;
    out.plain(flag_.raised());
    out.text(write_results(batch.tasks, work.get(), known_));
    ranks_.send(0, tag_results, out.take());
}

}  // namespace odgear::cluster
