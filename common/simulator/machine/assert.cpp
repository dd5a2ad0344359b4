// A failed assert() calls this function of the C library, which a program may replace.
#include "scanlab_sim/core.hpp"

#include <driver_types.h>

#include <cstdio>
#include <cstdlib>

extern "C" [[noreturn, gnu::visibility("default")]] void
__assert_fail(const char* condition, const char* file, unsigned line, const char* function) noexcept {
    if (!scanlab::sim::in_kernel()) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
        std::abort();
    }
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
                 file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                 threadIdx.z, condition);
    scanlab::sim::kernel_fault(cudaErrorAssert, "device-side assert triggered");
}
