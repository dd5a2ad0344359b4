/// \file
/// The host's threads: OpenMP if the compiler has it, otherwise one.
#pragma once

#include <functional>

namespace scanlab {

/// How many threads for_each_chunk() uses.
int cpu_threads();

/// Elements that one thread goes over twice: few enough to be in its cache still, enough to be worth
/// waking the thread.
constexpr long long cached_piece = 1 << 16;

/// Cuts 0 … n into one contiguous chunk a thread and calls `body(chunk, begin, end)` for all of them at
/// once.
void for_each_chunk(long long n, const std::function<void(int, long long, long long)>& body);

} // namespace scanlab
