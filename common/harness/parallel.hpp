/// \file
/// The host's threads: OpenMP if the compiler has it, otherwise one.
#pragma once

#ifdef _OPENMP
#include <omp.h>
#endif

namespace scanlab {

/// How many threads for_each_chunk() uses.
inline int cpu_threads() {
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

/// Cuts 0 … n into one contiguous chunk a thread and calls `body(chunk, begin, end)` for all of them at
/// once.
template <class Body>
void for_each_chunk(long long n, Body body) {
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
