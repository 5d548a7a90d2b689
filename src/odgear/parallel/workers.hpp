// The threads of one call, as an argument: every stage that runs in parallel hands its loops to
// it. One thread means a plain loop in the caller, with no scheduler at all; more use an oneTBB
// arena of that size, whose idle threads sleep.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace odgear {

// Processors that this process may use: a container often has fewer than the machine.
int available_threads();

// `asked` cut to what is available; 0 asks for all.
int thread_count(int asked);

class Workers {
public:
    // body(begin, end, worker): a block of consecutive items; worker is below threads() and no two
    // bodies that run at the same time have the same one, so it may index scratch memory.
    using Body = std::function<void(int begin, int end, int worker)>;

    // Cut to what the process may use.
    explicit Workers(int threads = 1);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return threads_; }

    // Runs body over 0..count in blocks of `block` items (the last may be shorter). The blocks do
    // not depend on the number of threads; their order does. Returns when all are done.
    void run(int count, int block, const Body& body) const;

    // Calls task(0 .. count - 1), each by itself; in order when there is only one thread.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task) const;

private:
    struct Arena;
    int threads_;
    std::unique_ptr<Arena> arena_;
};

}  // namespace odgear
