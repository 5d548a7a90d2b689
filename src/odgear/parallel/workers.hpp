// The threads of one call, as an argument: every stage that runs in parallel hands its loops to
// it. One thread means a plain loop in the caller, with no scheduler at all; more use an oneTBB
// arena of that size, whose idle threads sleep.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace odgear {

// Processors that this process may use: a container often has fewer than the machine.
int available_threads();

// `asked` cut to what is available; 0 asks for all.
int thread_count(int asked);

struct StopRule;

// Thrown out of Workers::run when a deadline passed before all blocks were done.
class OutOfTime : public std::exception {
public:
    const char* what() const noexcept override { return "out of time"; }
};

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

    // While it lives, run() asks the rule before each block and throws OutOfTime when it says that
    // time is up. What the blocks were to fill is then incomplete and goes with the stack.
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

    // Calls task(0 .. count - 1), each by itself; in order when there is only one thread.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task) const;

private:
    struct Arena;
    int threads_;
    std::unique_ptr<Arena> arena_;
    mutable const StopRule* deadline_ = nullptr;
};

}  // namespace odgear
