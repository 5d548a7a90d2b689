#include "odgear/policy/kernels/pack.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace odgear::policy::kernels {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= 2 * huge_page ? huge_page : 64};
}

}  // namespace

void* allocate_table(std::size_t bytes) {
    void* memory = ::operator new(bytes, alignment(bytes));
#ifdef __linux__
    // Only a hint: without huge pages, small ones are used.
    if (bytes >= 2 * huge_page) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void free_table(void* memory, std::size_t bytes) { ::operator delete(memory, alignment(bytes)); }

}  // namespace odgear::policy::kernels
