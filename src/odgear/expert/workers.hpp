// A given number of threads for the parts of one call.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <functional>

namespace odgear::expert {

class Workers {
public:
    explicit Workers(int threads) : threads_(threads), arena_(threads) {}

    int threads() const { return threads_; }

    // Calls task(0 .. count - 1) on the threads; in order when there is only one.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& task) {
        if (threads_ == 1) {
            for (std::size_t i = 0; i < count; ++i) task(i);
            return;
        }
        arena_.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, count, 1),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
                },
                tbb::simple_partitioner());
        });
    }

private:
    int threads_;
    tbb::task_arena arena_;
};

}  // namespace odgear::expert
