#include "stacks.hpp"

#include "platform/platform.hpp"

#include <new>

namespace scanlab::sim {

namespace {
constexpr std::size_t guard_bytes = 4096;
// Equal distances between stacks would put the hot end of every stack into the same few cache sets.
constexpr std::size_t colours = 61, colour_bytes = 64;
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

StackPool::Stack StackPool::operator[](std::size_t i) {
    while (slabs_.size() <= i / stacks_per_slab) {
        void* const slab = platform::reserve(stacks_per_slab * distance_, platform::Protection::open);
        if (!slab) throw std::bad_alloc();
        for (std::size_t k = 0; k < stacks_per_slab; ++k)
            platform::guard(static_cast<char*>(slab) + k * distance_);
        slabs_.push_back(reinterpret_cast<std::uintptr_t>(slab));
    }
    const std::uintptr_t base = slabs_[i / stacks_per_slab] + (i % stacks_per_slab) * distance_;
    return {base + guard_bytes, base + distance_ - (i % colours) * colour_bytes};
}

} // namespace scanlab::sim
