#include "memory.hpp"

#include "scanlab_sim/settings.hpp"
#include "watch/shadow.hpp"

#include <scanlab_sim/cost.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace scanlab::sim::memory {

Range device_range;
std::uint64_t current_generation = 1;

namespace {

std::size_t page_size() {
    static const std::size_t size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

class Heap {
public:
    Heap() {
        for (std::size_t bytes = std::size_t{1} << 42; bytes >= std::size_t{1} << 34; bytes >>= 1) {
            void* start =
                mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (start == MAP_FAILED) continue;
            device_range = {reinterpret_cast<std::uintptr_t>(start), bytes};
            // What a negative index reaches before the first allocation is device memory, too.
            next_ = device_range.begin + bytes / 8;
            if (shadow::reserve(device_range)) break;
            munmap(start, bytes);
            device_range = {};
        }
        const auto physical = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page_size();
        capacity_ = settings().memory ? static_cast<std::size_t>(*settings().memory) << 20
                              : std::min<std::size_t>(std::size_t{4} << 30, physical / 2);
    }

    void* allocate(std::size_t bytes, const void* site) {
        const std::size_t pages = round_up(std::max<std::size_t>(bytes, 1));
        // One page stays closed behind every allocation, so that even the fast build stops at a far
        // miss.
        const std::size_t span = pages + page_size();
        if (bytes > capacity_ - used_ || span > device_range.begin + device_range.bytes - next_)
            return nullptr;
        void* start = reinterpret_cast<void*>(next_);
        if (mprotect(start, pages, PROT_READ | PROT_WRITE) != 0) return nullptr;
        std::memset(start, poison, bytes);
        allocations_[next_] = {next_, bytes, true, site};
        next_ += span;
        ++current_generation;
        used_ += bytes;
        return start;
    }

    FreeResult release(void* pointer, const void* site) {
        if (!pointer) return FreeResult::freed;
        const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(pointer));
        if (found == allocations_.end()) return FreeResult::never_allocated;
        Allocation& allocation = found->second;
        if (!allocation.live) return FreeResult::freed_before;
        allocation.live = false;
        shadow::forget(allocation.begin, allocation.bytes);
        allocation.freed_at = site;
        ++current_generation;
        used_ -= allocation.bytes;
        // A fresh mapping gives the pages back and keeps the addresses closed for ever.
        mmap(pointer, round_up(std::max<std::size_t>(allocation.bytes, 1)), PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        return FreeResult::freed;
    }

    std::optional<Allocation> find(std::uintptr_t address) const {
        auto after = allocations_.upper_bound(address);
        if (after == allocations_.begin()) return std::nullopt;
        const Allocation& candidate = std::prev(after)->second;
        if (!candidate.contains(address, 1)) return std::nullopt;
        return candidate;
    }

    std::optional<Allocation> nearest(std::uintptr_t address) const {
        const auto after = allocations_.upper_bound(address);
        if (after == allocations_.begin())
            return after == allocations_.end() ? std::nullopt : std::optional(after->second);
        const Allocation& before = std::prev(after)->second;
        if (after == allocations_.end() || before.contains(address, 1)) return before;
        const std::uintptr_t gap = address - (before.begin + before.bytes);
        return gap <= after->second.begin - address ? before : after->second;
    }

    std::vector<Allocation> live() const {
        std::vector<Allocation> found;
        for (const auto& [begin, allocation] : allocations_)
            if (allocation.live) found.push_back(allocation);
        return found;
    }

    void protect(int protection) const {
        for (const Allocation& a : live())
            mprotect(reinterpret_cast<void*>(a.begin), round_up(std::max<std::size_t>(a.bytes, 1)),
                     protection);
    }

    std::size_t capacity() const { return capacity_; }
    std::size_t free_bytes() const { return capacity_ - used_; }

private:
    static std::size_t round_up(std::size_t bytes) {
        return (bytes + page_size() - 1) / page_size() * page_size();
    }

    std::map<std::uintptr_t, Allocation> allocations_;
    std::uintptr_t next_ = 0;
    std::size_t capacity_ = 0, used_ = 0;
};

Heap& heap() {
    static Heap& instance = *new Heap; // outlives every destructor that may still free
    return instance;
}

int closed = 0, opened = 0;

bool is_closed() { return closed > 0 && opened == 0; }

/// Changes a count; memory is opened or closed if that makes the difference.
void change(int& count, int by) {
    const bool before = is_closed();
    count += by;
    if (is_closed() != before) heap().protect(is_closed() ? PROT_NONE : PROT_READ | PROT_WRITE);
}

} // namespace

Opened::Opened() { change(opened, 1); }
Opened::~Opened() { change(opened, -1); }

void* allocate(std::size_t bytes, const void* site) { return heap().allocate(bytes, site); }
FreeResult release(void* pointer, const void* site) { return heap().release(pointer, site); }
std::optional<Allocation> find(const volatile void* address) {
    return heap().find(reinterpret_cast<std::uintptr_t>(address));
}
std::optional<Allocation> nearest(const volatile void* address) {
    return heap().nearest(reinterpret_cast<std::uintptr_t>(address));
}
std::vector<Allocation> live_allocations() { return heap().live(); }
std::size_t capacity() { return heap().capacity(); }
std::size_t free_bytes() { return heap().free_bytes(); }

} // namespace scanlab::sim::memory

namespace scanlab::sim {

DeviceMemoryClosed::DeviceMemoryClosed() { memory::change(memory::closed, 1); }
DeviceMemoryClosed::~DeviceMemoryClosed() { memory::change(memory::closed, -1); }

} // namespace scanlab::sim
