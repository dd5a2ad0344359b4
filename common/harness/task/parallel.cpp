#include "parallel.hpp"

#ifdef _OPENMP
#include <omp.h>
// Of LLVM's OpenMP: how long threads without work keep their cores busy. Others have none.
extern "C" __attribute__((weak)) void kmp_set_blocktime(int milliseconds);
#endif

namespace scanlab {

int cpu_threads() {
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

void for_each_chunk(long long n, const std::function<void(int, long long, long long)>& body) {
    const int chunks = cpu_threads();
#ifdef _OPENMP
    constexpr long long worth_waking_threads = 1 << 17;
    if (kmp_set_blocktime) kmp_set_blocktime(0); // kernels want the cores next
#pragma omp parallel for schedule(static, 1) if (n >= worth_waking_threads)
#endif
    for (int chunk = 0; chunk < chunks; ++chunk) {
        body(chunk, n * chunk / chunks, n * (chunk + 1) / chunks);
    }
}

} // namespace scanlab
