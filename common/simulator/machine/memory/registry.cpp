#include "machine/memory/registry.hpp"

#include <algorithm>
#include <iterator>

namespace scanlab::sim {

Registry::Entries::const_iterator Registry::find(const void* pointer) const {
    const auto after = entries_.upper_bound(address(pointer));
    if (after == entries_.begin()) return entries_.end();
    const auto entry = std::prev(after);
    return address(pointer) - entry->first < entry->second.bytes ? entry : entries_.end();
}

cudaMemoryType Registry::type_of(const void* pointer) const {
    const auto entry = find(pointer);
    return entry == entries_.end() ? cudaMemoryTypeUnregistered : entry->second.type;
}

int Registry::device_of(const void* pointer) const {
    const auto entry = find(pointer);
    return entry == entries_.end() ? cudaInvalidDeviceId : entry->second.device;
}

std::size_t Registry::bytes_from(const void* pointer) const {
    const auto entry = find(pointer);
    return entry == entries_.end() ? 0 : entry->first + entry->second.bytes - address(pointer);
}

bool Registry::begins_at(const void* pointer, cudaMemoryType type) const {
    const auto entry = entries_.find(address(pointer));
    return entry != entries_.end() && entry->second.type == type;
}

bool Registry::has_memory_of_host() const {
    return std::ranges::any_of(
        entries_, [](const auto& entry) { return entry.second.type != cudaMemoryTypeDevice; });
}

Registry& registry() {
    static Registry& instance = *new Registry; // outlives every destructor that may still free
    return instance;
}

} // namespace scanlab::sim
