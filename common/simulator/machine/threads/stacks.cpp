#include "machine/threads/stacks.hpp"

#include <new>

namespace scanlab::sim {

namespace {
constexpr std::size_t guard_bytes = 4096;
// Equal distances between stacks would put the hot end of every stack into the same few cache sets.
// Most threads still find what they need on one page.
constexpr std::size_t colours = 31, colour_bytes = 64, hot_bytes = 4096;
constexpr std::size_t besides = 64 * 1024;

std::size_t whole_pages(std::size_t bytes) {
    return (bytes + guard_bytes - 1) / guard_bytes * guard_bytes;
}
} // namespace

StackPool::StackPool(std::size_t bytes)
    : bytes_(bytes), distance_(guard_bytes + whole_pages(bytes) + besides) {}

StackPool::~StackPool() {
    for (const std::uintptr_t slab : slabs_)
        platform::give_back(reinterpret_cast<void*>(slab), stacks_per_slab * distance_);
}

void StackPool::reserve(std::size_t count) {
    while (slabs_.size() * stacks_per_slab < count) {
        void* const slab = platform::reserve(stacks_per_slab * distance_, platform::Protection::open);
        if (!slab) throw std::bad_alloc();
        slabs_.push_back(reinterpret_cast<std::uintptr_t>(slab));
    }
}

StackPool::Stack StackPool::operator[](std::size_t i) {
    reserve(i + 1);
    const auto low_end = [&](std::size_t k) {
        return slabs_[k / stacks_per_slab] + k % stacks_per_slab * distance_;
    };
    for (; made_ <= i; ++made_) {
        const std::uintptr_t low = low_end(made_);
        platform::guard(reinterpret_cast<void*>(low));
        platform::populate(reinterpret_cast<void*>(low + distance_ - hot_bytes), hot_bytes);
    }
    const std::uintptr_t base = low_end(i);
    return {base + guard_bytes, base + distance_ - (i % colours) * colour_bytes};
}

} // namespace scanlab::sim
