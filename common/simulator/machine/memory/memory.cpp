#include "machine/memory/memory.hpp"

#include "machine/base/events.hpp"
#include "machine/base/sentinel.hpp"
#include "machine/memory/devices.hpp"
#include "machine/memory/plain_memory.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <scanlab_sim/cost.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

namespace scanlab::sim::memory {

Range device_range;
std::uint64_t current_generation = 1;

namespace {

using platform::Protection;

int closed = 0, opened = 0, shared = 0; ///< how many objects live that want device memory so

/// Below programs and all other memory of theirs: see plain_memory.hpp.
constexpr auto low_addresses =
    static_cast<std::uintptr_t>(std::uint64_t{1} << 45); // 0 if they have 32 bits

class Heap {
public:
    Heap() {
        for (std::size_t bytes = platform::most_device_addresses;
             bytes >= platform::least_device_addresses; bytes >>= 1) {
            void* const start = platform::reserve(bytes, Protection::closed, low_addresses);
            if (!start) continue;
            device_range = {reinterpret_cast<std::uintptr_t>(start), bytes};
            // What a negative index reaches before the first allocation is device memory, too.
            first_ = next_ = device_range.begin + bytes / 8;
            bool suits_all = true;
            announce<&Watcher::memory_reserved>(device_range, suits_all);
            if (suits_all) {
                plain_memory::begins_behind(device_range.begin + bytes);
                break;
            }
            platform::give_back(start, bytes);
            device_range = {};
        }
        capacity_ = settings().memory
                        ? static_cast<std::size_t>(*settings().memory) << 20
                        : static_cast<std::size_t>(std::min<std::uint64_t>(
                              std::uint64_t{4} << 30, platform::physical_memory_bytes() / 2));
    }

    void* allocate(std::size_t bytes, const void* site, int owner) {
        const std::size_t pages = pages_of(bytes);
        // One page stays closed after every allocation, so that even the fast build stops at a far
        // miss.
        const std::size_t span = pages + platform::page_bytes();
        // No index of 32 bits leads from one large array into another.
        const std::size_t gap = is_sparse ? static_cast<std::size_t>(std::uint64_t{1} << 35) : 0;
        const bool has_room = is_sparse || bytes <= free_bytes(owner);
        const std::uintptr_t end = device_range.begin + device_range.bytes;
        if (!has_room || gap > end - next_) return nullptr;
        std::uintptr_t begin = next_ + gap;
        if (bytes >= platform::large_page_bytes) begin = round_up(begin, platform::large_page_bytes);
        if (begin > end || span > end - begin) return nullptr;
        void* start = reinterpret_cast<void*>(begin);
        if (!(shared > 0 ? platform::share(start, pages)
                         : platform::protect(start, pages, Protection::open)))
            return nullptr;
        if (!is_sparse) {
            platform::use_large_pages(start, pages);
            UnsetMemory::fill(start, round_up(bytes, UnsetMemory::word_bytes));
            announce<&Watcher::memory_allocated>(begin, bytes);
        }
        add({.begin = begin, .bytes = bytes, .live = true, .allocated_at = site, .owner = owner});
        next_ = begin + span;
        return start;
    }

    /// Small pieces share a slab, apart from each other by gaps. None is used again.
    void* allocate_in_kernel(std::size_t bytes, std::size_t alignment, const void* site, int owner) {
        kernel_heap_is_in_use_ = true;
        if (bytes > kernel_limit_ - kernel_used_) return nullptr;
        const std::size_t gap = std::clamp<std::size_t>(bytes, 32, 1024);
        std::uintptr_t begin = round_up(slab_next_, alignment);
        if (begin + bytes + gap > slab_end_) {
            const std::size_t slab =
                round_up(std::max(bytes + gap, slab_bytes), platform::page_bytes());
            if (slab > device_range.begin + device_range.bytes - next_) return nullptr;
            void* const start = reinterpret_cast<void*>(next_);
            if (!platform::protect(start, slab, Protection::open)) return nullptr;
            slabs_[next_] = {slab};
            begin = round_up(next_, alignment);
            slab_end_ = next_ + slab;
            next_ = slab_end_ + platform::page_bytes();
        }
        slab_next_ = begin + bytes + gap;
        ++slab_of(begin)->second.live;
        UnsetMemory::fill(reinterpret_cast<void*>(begin), round_up(bytes, UnsetMemory::word_bytes));
        add({.begin = begin,
             .bytes = bytes,
             .live = true,
             .allocated_at = site,
             .by_kernel = true,
             .owner = owner});
        kernel_used_ += bytes;
        return reinterpret_cast<void*>(begin);
    }

    bool limit_kernel_heap(std::size_t bytes) {
        if (kernel_heap_is_in_use_) return false;
        kernel_limit_ = bytes;
        return true;
    }

    FreeResult release(void* pointer, const void* site) {
        if (!pointer) return FreeResult::freed;
        const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(pointer));
        if (found == allocations_.end()) return FreeResult::never_allocated;
        Allocation& allocation = found->second;
        if (!allocation.live) return FreeResult::freed_before;
        allocation.live = false;
        announce<&Watcher::memory_freed>(allocation.begin, allocation.bytes);
        allocation.freed_at = site;
        ++current_generation;
        used_by(allocation.owner) -= allocation.bytes;
        if (allocation.by_kernel) {
            kernel_used_ -= allocation.bytes;
            leave_slab(slab_of(allocation.begin));
            return FreeResult::freed;
        }
        platform::close_for_ever(pointer, pages_of(allocation.bytes));
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

    /// All at once, with what lies between: each call of the API does so, and a thousand allocations
    /// would make it slow. Those whose memory is ever closed are checked programs, where a far miss is
    /// found by the access itself.
    void protect(Protection protection) const {
        platform::protect(reinterpret_cast<void*>(first_), next_ - first_, protection);
    }

    std::size_t capacity() const { return capacity_; }
    std::size_t free_bytes(int owner) { return capacity_ - used_by(owner); }

private:
    /// Pages that pieces of the kernels' heap are cut from.
    struct Slab {
        std::size_t bytes = 0, live = 0;
    };
    using Slabs = std::map<std::uintptr_t, Slab>;
    static constexpr std::size_t slab_bytes = std::size_t{1} << 20;

    Slabs::iterator slab_of(std::uintptr_t address) { return std::prev(slabs_.upper_bound(address)); }
    /// A piece of it was freed: without any it is given back, unless the next ones will come from it.
    void leave_slab(Slabs::iterator slab) {
        if (--slab->second.live > 0 || slab->first + slab->second.bytes == slab_end_) return;
        platform::close_for_ever(reinterpret_cast<void*>(slab->first), slab->second.bytes);
        slabs_.erase(slab);
    }

    static std::size_t round_up(std::size_t n, std::size_t multiple) {
        return (n + multiple - 1) / multiple * multiple;
    }
    static std::size_t pages_of(std::size_t bytes) {
        return round_up(std::max<std::size_t>(bytes, 1), platform::page_bytes());
    }

    void add(const Allocation& allocation) {
        allocations_[allocation.begin] = allocation;
        ++current_generation;
        used_by(allocation.owner) += allocation.bytes;
        host_cost.bytes_allocated += allocation.bytes;
    }
    std::size_t& used_by(int owner) { return used_[static_cast<std::size_t>(std::max(owner, 0))]; }

    std::map<std::uintptr_t, Allocation> allocations_;
    Slabs slabs_;
    std::uintptr_t slab_next_ = 0, slab_end_ = 0;
    std::size_t kernel_limit_ = default_kernel_heap_bytes, kernel_used_ = 0;
    bool kernel_heap_is_in_use_ = false;
    std::uintptr_t first_ = 0, next_ = 0; ///< what has been taken of the range
    std::size_t capacity_ = 0;
    std::vector<std::size_t> used_ =
        std::vector<std::size_t>(static_cast<std::size_t>(devices::count()));
};

Heap& heap() {
    static Heap& instance = *new Heap; // outlives every destructor that may still free
    return instance;
}

bool is_closed() { return closed > 0 && opened == 0; }

/// Changes a count; memory is opened or closed if that makes the difference.
void change(int& count, int by) {
    const bool before = is_closed();
    count += by;
    if (is_closed() != before) heap().protect(is_closed() ? Protection::closed : Protection::open);
}

} // namespace

Opened::Opened() { change(opened, 1); }
Opened::~Opened() { change(opened, -1); }

void* allocate(std::size_t bytes, const void* site, int owner) {
    return heap().allocate(bytes, site, owner);
}
void* allocate_in_kernel(std::size_t bytes, std::size_t alignment, const void* site, int owner) {
    return heap().allocate_in_kernel(bytes, alignment, site, owner);
}
bool limit_kernel_heap(std::size_t bytes) { return heap().limit_kernel_heap(bytes); }
FreeResult release(void* pointer, const void* site) { return heap().release(pointer, site); }
std::optional<Allocation> find(const volatile void* address) {
    return heap().find(reinterpret_cast<std::uintptr_t>(address));
}
std::optional<Allocation> nearest(const volatile void* address) {
    return heap().nearest(reinterpret_cast<std::uintptr_t>(address));
}
std::vector<Allocation> live_allocations() { return heap().live(); }
std::size_t capacity() { return heap().capacity(); }
std::size_t free_bytes(int device) { return heap().free_bytes(device); }
HostCost host_cost;

} // namespace scanlab::sim::memory

namespace scanlab::sim {

HostCost host_cost() { return memory::host_cost; }

DeviceMemoryClosed::DeviceMemoryClosed() { memory::change(memory::closed, 1); }
DeviceMemoryClosed::~DeviceMemoryClosed() { memory::change(memory::closed, -1); }

DeviceMemoryShared::DeviceMemoryShared() { ++memory::shared; }
DeviceMemoryShared::~DeviceMemoryShared() { --memory::shared; }

} // namespace scanlab::sim
