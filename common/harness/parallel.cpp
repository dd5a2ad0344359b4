#include "parallel.hpp"

#ifdef _OPENMP
#include <omp.h>
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
#pragma omp parallel for schedule(static, 1) if (n >= worth_waking_threads)
#endif
    for (int chunk = 0; chunk < chunks; ++chunk) {
        body(chunk, n * chunk / chunks, n * (chunk + 1) / chunks);
    }
}

} // namespace scanlab
