#include "machine/memory/host_memory.hpp"

#include "machine/base/call_site.hpp"
#include "machine/base/events.hpp"
#include "machine/base/sentinel.hpp"
#include "machine/memory/memory_text.hpp"
#include "platform/host_threads.hpp"
#include "platform/platform.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

namespace scanlab::sim {

namespace {

struct HostAllocation {
    std::size_t bytes;
    const void* site;
};
/// The host may have threads, but none of them gets the turn here.
class Mutex {
public:
    void lock() {
        ++host_threads::Inside::depth;
        mutex_.lock();
    }
    void unlock() {
        mutex_.unlock();
        --host_threads::Inside::depth;
    }

private:
    std::mutex mutex_;
};
struct HostAllocations {
    Mutex mutex;
    std::map<std::uintptr_t, HostAllocation> by_address, freed;
};
constinit std::atomic<bool> some_freed = false; // before, nothing is asked: the program may just begin
HostAllocations& allocations() {
    static auto& instance = *new HostAllocations; // outlives every destructor that may still free
    return instance;
}

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::optional<HostExtent> allocation_at(const void* pointer) {
    HostAllocations& all = allocations();
    const std::lock_guard lock(all.mutex);
    const auto after = all.by_address.upper_bound(address_of(pointer));
    if (after == all.by_address.begin()) return std::nullopt;
    const auto& [begin, allocation] = *std::prev(after);
    const std::size_t offset = address_of(pointer) - begin;
    if (offset >= allocation.bytes) return std::nullopt;
    // A library may have freed it, or made it larger.
    if (!platform::is_allocated(reinterpret_cast<const void*>(begin), allocation.bytes))
        return std::nullopt;
    return HostExtent{allocation.bytes - offset, "an allocation of " + bytes_text(allocation.bytes),
                      allocation.site};
}

/// Somebody gets this memory: it is not free any more.
void forget_freed(std::uintptr_t begin, std::size_t bytes) {
    auto& freed = allocations().freed;
    auto next = freed.upper_bound(begin);
    if (next != freed.begin() && std::prev(next)->first + std::prev(next)->second.bytes > begin) --next;
    while (next != freed.end() && next->first < begin + bytes) next = freed.erase(next);
}

std::optional<HostExtent> variable_at(const void* pointer) {
    if (!platform::is_in_image(pointer)) return std::nullopt;
    const auto symbol = platform::symbol_at(address_of(pointer));
    if (!symbol || address_of(pointer) - symbol->begin >= symbol->bytes) return std::nullopt;
    return HostExtent{symbol->begin + symbol->bytes - address_of(pointer),
                      symbol->name + " of " + bytes_text(symbol->bytes), nullptr};
}

/// Whether a function's frame lies there: programs that keep no frame pointers have anything in their
/// place.
bool is_frame(const Frame* frame, const Frame* below) {
    return frame > below && address_of(frame) % alignof(Frame) == 0 &&
           platform::is_mapped(frame, sizeof(Frame)) && platform::is_code(frame->returns_to);
}

std::optional<HostExtent> local_at(const void* pointer) {
    const Frame* frame = calling_frame();
    if (pointer < frame) return std::nullopt;
    for (;;) {
        const Frame* const above = frame->caller; // below it lie the local variables of its function
        if (!is_frame(above, frame)) return std::nullopt;
        if (pointer < above)
            return HostExtent{address_of(above) - address_of(pointer),
                              "the local variables of a function", nullptr};
        frame = above;
    }
}

} // namespace

const void* call_on_host(const void* frame) noexcept {
    return platform::called_by_user(static_cast<const Frame*>(frame))->returns_to;
}

void begin_unset(void* memory, std::size_t bytes) noexcept {
    if (memory && host_is_observed) UnsetMemory::fill(memory, bytes);
}

void note_host_allocation(void* pointer, std::size_t bytes, const void* site) noexcept {
    if (pointer && some_freed) {
        const std::lock_guard lock(allocations().mutex);
        forget_freed(address_of(pointer), bytes);
    }
    if (!pointer || !platform::is_in_image(site)) return;
    const std::lock_guard lock(allocations().mutex);
    allocations().by_address[address_of(pointer)] = {bytes, site};
}

std::size_t forget_host_allocation(void* pointer) noexcept {
    if (!pointer) return 0;
    const std::lock_guard lock(allocations().mutex);
    const auto known = allocations().by_address.extract(address_of(pointer));
    return known ? known.mapped().bytes : 0;
}

void note_host_free(void* pointer, const void* site) noexcept {
    if (!pointer) return;
    announce<&Watcher::host_frees>(pointer, site);
    constexpr std::size_t most = 4096;
    HostAllocations& all = allocations();
    const std::lock_guard lock(all.mutex);
    const auto found = all.by_address.find(address_of(pointer));
    if (found == all.by_address.end()) return;
    if (all.freed.size() == most) all.freed.clear();
    some_freed = true;
    all.freed[found->first] = {found->second.bytes, site};
    all.by_address.erase(found);
}

std::optional<FreedHostMemory> freed_host_memory(const void* pointer) {
    HostAllocations& all = allocations();
    const std::lock_guard lock(all.mutex);
    const auto after = all.freed.upper_bound(address_of(pointer));
    if (after == all.freed.begin()) return std::nullopt;
    const auto& [begin, memory] = *std::prev(after);
    return address_of(pointer) - begin < memory.bytes
               ? std::optional(FreedHostMemory{memory.bytes, memory.site})
               : std::nullopt;
}

std::optional<HostExtent> host_extent(const void* pointer) {
    if (auto extent = allocation_at(pointer)) return extent;
    if (auto extent = variable_at(pointer)) return extent;
    return local_at(pointer);
}

} // namespace scanlab::sim
