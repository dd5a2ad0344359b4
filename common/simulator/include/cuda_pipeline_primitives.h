/// \file
/// Asynchronous copies of a thread, as functions.
#pragma once

#include "cuda_runtime.h"
#include "scanlab_sim/async_copies.hpp"

#include <cstddef>

/// Copies 4, 8 or 16 bytes, of which the last few may be zero instead.
SCANLAB_CALL_SITE void __pipeline_memcpy_async(void* shared, const void* global, std::size_t bytes,
                                               std::size_t zeros = 0) {
    const auto start = [&](auto value) SCANLAB_CALLED_HERE {
        __builtin_memset(reinterpret_cast<unsigned char*>(&value) + (bytes - zeros), 0, zeros);
        scanlab::sim::async_store(shared, &value, sizeof value);
    };
    if (zeros == bytes) return start(scanlab::sim::Chunk16{});
    switch (bytes) {
    case 4:
        return start(*static_cast<const unsigned*>(global));
    case 8:
        return start(*static_cast<const unsigned long long*>(global));
    default:
        return start(*static_cast<const scanlab::sim::Chunk16*>(global));
    }
}
SCANLAB_CALL_SITE void __pipeline_commit() { scanlab::sim::async_commit(); }
SCANLAB_CALL_SITE void __pipeline_wait_prior(std::size_t left) {
    scanlab::sim::async_wait(static_cast<unsigned>(left));
}
