/// \file
/// Ways in which a block can publish a word, and in which other blocks can look at it: what the trials
/// of this folder compare.
#pragma once

#include <cuda/atomic>

#include <cstdint>

namespace trial {

using Word = unsigned long long;
using SharedWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;

/// Words in a line of the L2 cache (128 bytes), and in a sector (32 bytes), which is the least that a
/// load brings.
constexpr int per_line = 16, per_sector = 4;

enum class Publish {
    store,    ///< st.relaxed
    exchange, ///< atom.exch.relaxed
    maximum,  ///< red.max: an atomic that returns nothing. What is published only grows
    release,  ///< st.release, which the writes before it cannot follow
    fence     ///< __threadfence(), then st.relaxed: the same, said by two instructions
};

enum class Poll {
    load,   ///< ld.relaxed
    add,    ///< atom.add of 0
    acquire ///< ld.acquire, which the reads after it cannot precede
};

/// st.async is no way here: until compute capability 10.0 it writes shared memory of the same cluster.
template <Publish HOW>
__device__ void publish(Word& word, Word value) {
    const SharedWord shared(word);
    if constexpr (HOW == Publish::store) {
        shared.store(value, cuda::memory_order_relaxed);
    } else if constexpr (HOW == Publish::exchange) {
        shared.exchange(value, cuda::memory_order_relaxed);
    } else if constexpr (HOW == Publish::maximum) {
        atomicMax(&word, value);
    } else if constexpr (HOW == Publish::release) {
        shared.store(value, cuda::memory_order_release);
    } else {
        __threadfence();
        shared.store(value, cuda::memory_order_relaxed);
    }
}

template <Poll HOW>
__device__ Word poll(Word& word) {
    const SharedWord shared(word);
    if constexpr (HOW == Poll::load) return shared.load(cuda::memory_order_relaxed);
    if constexpr (HOW == Poll::add) return shared.fetch_add(0, cuda::memory_order_relaxed);
    if constexpr (HOW == Poll::acquire) return shared.load(cuda::memory_order_acquire);
}

inline const char* name(Publish p) {
    constexpr const char* names[] = {"store", "exchange", "red", "release", "fence"};
    return names[static_cast<int>(p)];
}
inline const char* name(Poll p) {
    constexpr const char* names[] = {"load", "add", "acquire"};
    return names[static_cast<int>(p)];
}

} // namespace trial
