/// \file
/// Doing many things at the same time, each of which mostly waits for another program.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace scanlab {

/// Calls body(0) … body(count - 1), `jobs` at a time. The body must not throw.
template <class Body>
void in_parallel(std::size_t count, int jobs, Body body) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int job = 0; job < jobs; ++job)
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < count; i = next++) body(i);
        });
}

} // namespace scanlab
