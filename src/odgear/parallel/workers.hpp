// The threads of one call, as an argument: every parallel stage runs its loops on it. One thread
// means a plain loop in the caller, without a scheduler. More threads are an oneTBB arena of that
// size, whose idle threads sleep.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace odgear {

// The processors that this process may use. In a container they are often fewer than the machine's.
int available_threads();

// `asked`, but at most what is available; 0 asks for all.
int thread_count(int asked);

struct StopRule;

// Thrown by Workers::run when a deadline passes before all blocks are done.
class OutOfTime : public std::exception {
public:
    const char* what() const noexcept override { return "out of time"; }
};

class Workers {
public:
    // body(begin, end, worker) handles a block of consecutive items. `worker` is below threads(),
    // and no two bodies that run at the same time get the same one, so it may index scratch memory.
    using Body = std::function<void(int begin, int end, int worker)>;

    // At most as many threads as the process may use.
    explicit Workers(int threads = 1);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return threads_; }

    // While it lives, run() asks the rule before each block and throws OutOfTime when time is up.
    // The results of the blocks are then incomplete and must not be used.
    class Deadline {
    public:
        Deadline(const Workers& workers, const StopRule& stop) : workers_(workers) {
            workers_.deadline_ = &stop;
        }
        ~Deadline() { workers_.deadline_ = nullptr; }
        Deadline(const Deadline&) = delete;
        Deadline& operator=(const Deadline&) = delete;

    private:
        const Workers& workers_;
    };

    // Runs body over 0..count in blocks of `block` items (the last may be shorter). The blocks do
    // not depend on the number of threads; their order does. Returns when all are done.
    void run(int count, int block, const Body& body) const;

    // Calls task(0), ..., task(count - 1), each as a block of its own; in order when there is only
    // one thread.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task) const;

private:
    struct Arena;
    int threads_;
    std::unique_ptr<Arena> arena_;
    mutable const StopRule* deadline_ = nullptr;
};

}  // namespace odgear
