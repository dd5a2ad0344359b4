/// \file
/// The host's threads: OpenMP if the compiler has it, otherwise one.
#pragma once

#include <functional>

namespace scanlab {

/// How many threads for_each_chunk() uses.
int cpu_threads();

/// Cuts 0 … n into one contiguous chunk a thread and calls `body(chunk, begin, end)` for all of them at
/// once.
void for_each_chunk(long long n, const std::function<void(int, long long, long long)>& body);

} // namespace scanlab
