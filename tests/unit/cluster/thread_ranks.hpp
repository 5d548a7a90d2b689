// Ranks that are threads of one process: the cluster layer without MPI.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "odgear/cluster/ranks.hpp"

namespace odgear::cluster::testing {

// What all ranks share.
struct Exchange {
    explicit Exchange(int count) : boxes(std::size_t(count)) {}

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::deque<Message>> boxes;
    std::string broadcast;
    int waiting = 0;  // ranks that have not taken the broadcast yet
    std::size_t bytes = 0;
    int messages = 0;
};

class ThreadRanks : public Ranks {
public:
    ThreadRanks(Exchange& exchange, int rank) : exchange_(exchange), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return int(exchange_.boxes.size()); }

    void send(int to, int tag, std::string bytes) override {
        const std::scoped_lock lock(exchange_.mutex);
        exchange_.bytes += bytes.size();
        ++exchange_.messages;
        exchange_.boxes[std::size_t(to)].push_back({rank_, tag, std::move(bytes)});
    }

    std::optional<Message> poll() override {
        const std::scoped_lock lock(exchange_.mutex);
        auto& box = exchange_.boxes[std::size_t(rank_)];
        if (box.empty()) return std::nullopt;
        Message message = std::move(box.front());
        box.pop_front();
        return message;
    }

    void broadcast(std::string& bytes) override {
        std::unique_lock lock(exchange_.mutex);
        if (rank_ == 0) {
            exchange_.broadcast = bytes;
            exchange_.waiting = size() - 1;
            exchange_.changed.notify_all();
            exchange_.changed.wait(lock, [&] { return exchange_.waiting == 0; });
        } else {
            exchange_.changed.wait(lock, [&] { return exchange_.waiting > 0; });
            bytes = exchange_.broadcast;
            --exchange_.waiting;
            exchange_.changed.notify_all();
        }
    }

    double patience() const override { return 0.05; }
    void give_up() override {}
    [[noreturn]] void abort(int) override { throw std::runtime_error("aborted"); }

private:
    Exchange& exchange_;
    int rank_;
};

// Runs body(ranks) on a thread for each rank but 0, while `chief` runs on this one.
inline void with_ranks(Exchange& exchange, const std::function<void(Ranks&)>& chief,
                       const std::function<void(Ranks&)>& body) {
    std::vector<std::jthread> threads;
    for (int rank = 1; rank < int(exchange.boxes.size()); ++rank)
        threads.emplace_back([&exchange, &body, rank] {
            ThreadRanks ranks(exchange, rank);
            body(ranks);
        });
    ThreadRanks ranks(exchange, 0);
    chief(ranks);
}

}  // namespace odgear::cluster::testing
