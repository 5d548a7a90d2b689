// Workers for callers on several threads that come and go. Each caller borrows a set of its own and
// gives it back. The threads behind all sets are one pool of the process, so idle sets cost
// nothing, and no caller ever waits for the work of another or runs it.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "odgear/parallel/workers.hpp"

namespace odgear {

class WorkerPool {
public:
    struct GiveBack {
        WorkerPool* pool;
        void operator()(Workers* workers) const { pool->give_back(workers); }
    };
    using Loan = std::unique_ptr<Workers, GiveBack>;

    // The pool must outlive the loan.
    Loan borrow(int threads) {
        const std::scoped_lock lock(mutex_);
        for (auto& idle : idle_) {
            if (idle->threads() != thread_count(threads)) continue;
            std::swap(idle, idle_.back());
            Workers* workers = idle_.back().release();
            idle_.pop_back();
            return {workers, GiveBack{this}};
        }
        return {new Workers(threads), GiveBack{this}};
    }

private:
    void give_back(Workers* workers) {
        const std::scoped_lock lock(mutex_);
        idle_.emplace_back(workers);
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<Workers>> idle_;
};

}  // namespace odgear
