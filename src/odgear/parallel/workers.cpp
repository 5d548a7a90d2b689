#include "odgear/parallel/workers.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#ifdef __SANITIZE_THREAD__
#include <mutex>
#include <thread>
#include <vector>
#endif

#include "odgear/core/errors.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

int available_threads() { return tbb::info::default_concurrency(); }

int thread_count(int asked) {
    return asked > 0 ? std::min(asked, available_threads()) : available_threads();
}

struct Workers::Arena {
    explicit Arena(int threads) : arena(threads) {}
    tbb::task_arena arena;
};

Workers::Workers(int threads) {
    if (threads < 1) throw ConfigurationError("the number of threads must be positive");
    // TBB refuses more threads than the machine has, and prints a message about it.
    threads_ = thread_count(threads);
    if (threads_ > 1) arena_ = std::make_unique<Arena>(threads_);
}

Workers::~Workers() = default;

#ifdef __SANITIZE_THREAD__
namespace {

// Used instead of TBB under the thread sanitizer, which does not see how TBB hands over work and
// would report every loop. The first exception ends the loop and is thrown again.
template <class One>
void run_in_threads(int threads, int blocks, const One& one) {
    std::atomic<int> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&](int worker) {
        try {
            for (int index = next++; index < blocks; index = next++) one(index, worker);
        } catch (...) {
            next = blocks;
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int worker = 1; worker < threads; ++worker) others.emplace_back(work, worker);
        work(0);
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace
#endif

void Workers::run(int count, int block, const Body& body) const {
    const int blocks = (count + block - 1) / block;
    const auto one = [&](int index, int worker) {
        if (deadline_ != nullptr && deadline_->out_of_time()) throw OutOfTime();
        body(index * block, std::min(count, (index + 1) * block), worker);
    };
    if (!arena_ || blocks <= 1) {
        for (int index = 0; index < blocks; ++index) one(index, 0);
        return;
    }
#ifdef __SANITIZE_THREAD__
    run_in_threads(threads_, blocks, one);
#else
    std::atomic<bool> body_threw = false;
    const auto loop = [&](const tbb::blocked_range<int>& range) {
        const int worker = tbb::this_task_arena::current_thread_index();
        try {
            for (int index = range.begin(); index < range.end(); ++index) one(index, worker);
        } catch (...) {
            body_threw = true;
            throw;
        }
    };
    try {
        arena_->arena.execute([&] {
            tbb::parallel_for(tbb::blocked_range<int>(0, blocks, 1), loop,
                              tbb::simple_partitioner());
        });
    } catch (const std::runtime_error& error) {
        if (body_threw) throw;
        throw ConfigurationError(std::string("the system starts no more threads (") + error.what() +
                                 "); ask for fewer with --threads, or raise the limit of the user "
                                 "(ulimit -u) or of memory");
    }
#endif
}

void Workers::for_each(std::size_t count, const std::function<void(std::size_t)>& task) const {
    run(static_cast<int>(count), 1,
        [&](int index, int, int) { task(static_cast<std::size_t>(index)); });
}

}  // namespace odgear
