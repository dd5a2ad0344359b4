/// \file
/// Doing many things at the same time, each of which mostly waits for another program.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

namespace scanlab {

/// Calls body(0) … body(count - 1), `jobs` at a time. After an exception none is begun any more; the
/// first one is thrown again when all have ended.
template <class Body>
void in_parallel(std::size_t count, int jobs, Body body) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    std::exception_ptr first;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count && !failed; i = next++) body(i);
        } catch (...) {
            if (!failed.exchange(true)) first = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int job = 1; job < jobs; ++job) threads.emplace_back(work);
        work();
    }
    if (first) std::rethrow_exception(std::exchange(first, nullptr));
}

} // namespace scanlab
