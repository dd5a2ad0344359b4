/// \file
/// Asynchronous copies as the libraries have them: `memcpy_async()` of CUDA C++, of cooperative groups
/// and of pipelines. Into shared memory they go on by themselves until they are waited for; elsewhere
/// they are done at once.
#pragma once

#include "core.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace cuda {
/// A number of bytes, and a promise: pointers and size are multiples of the alignment.
template <std::size_t ALIGNMENT>
struct aligned_size_t {
    static constexpr std::size_t align = ALIGNMENT;
    std::size_t value;
    SCANLAB_UNOBSERVED explicit constexpr aligned_size_t(std::size_t size) : value(size) {}
    SCANLAB_UNOBSERVED constexpr operator std::size_t() const { return value; }
};
} // namespace cuda

namespace scanlab::sim {

/// A single thread, where a group is expected.
struct OneThread {
    static constexpr unsigned thread_rank() { return 0; }
    static constexpr unsigned size() { return 1; }
};

struct alignas(16) Chunk16 {
    std::uint64_t halves[2];
};

/// Each thread of the group starts the copies of its share. The source is read where the call stands.
template <class Word, class Group>
SCANLAB_CALL_SITE void copy_words(const Group& group, void* to, const void* from, std::size_t bytes,
                                  void* mbarrier, bool is_async) {
    for (std::size_t i = group.thread_rank(); i < bytes / sizeof(Word); i += group.size()) {
        const Word word = static_cast<const Word*>(from)[i];
        if (is_async)
            async_store(static_cast<Word*>(to) + i, &word, sizeof word, mbarrier);
        else
            static_cast<Word*>(to)[i] = word;
    }
}

template <class Group>
SCANLAB_CALL_SITE void copy_async(const Group& group, void* to, const void* from, std::size_t bytes,
                                  void* mbarrier = nullptr) {
    const bool is_async = is_shared_address(to);
    const std::size_t all =
        reinterpret_cast<std::size_t>(to) | reinterpret_cast<std::size_t>(from) | bytes;
    if (all % 16 == 0)
        copy_words<Chunk16>(group, to, from, bytes, mbarrier, is_async);
    else if (all % 8 == 0)
        copy_words<std::uint64_t>(group, to, from, bytes, mbarrier, is_async);
    else if (all % 4 == 0)
        copy_words<std::uint32_t>(group, to, from, bytes, mbarrier, is_async);
    else
        copy_words<unsigned char>(group, to, from, bytes, mbarrier, is_async);
}

} // namespace scanlab::sim
