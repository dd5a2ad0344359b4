/// \file
/// What the API knows of memory beyond memory::Allocation: which kind it is of, and the variables of
/// the program that the host has asked for.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace scanlab::sim {

/// Memory by its first address.
class Registry {
public:
    void add(const void* begin, cudaMemoryType type, std::size_t bytes, int device) {
        entries_[address(begin)] = {type, bytes, device};
    }
    void remove(const void* begin) { entries_.erase(address(begin)); }

    cudaMemoryType type_of(const void* pointer) const;
    /// The device that was used when the memory was allocated, to which it belongs if it is a device's.
    int device_of(const void* pointer) const;
    /// How many bytes there are from here to the end; 0 if the memory is not known.
    std::size_t bytes_from(const void* pointer) const;
    bool begins_at(const void* pointer, cudaMemoryType type) const;
    /// Whether there is some that the host can touch, too.
    bool has_memory_of_host() const;

private:
    struct Entry {
        cudaMemoryType type;
        std::size_t bytes;
        int device;
    };
    using Entries = std::map<std::uintptr_t, Entry>;

    static std::uintptr_t address(const void* pointer) {
        return reinterpret_cast<std::uintptr_t>(pointer);
    }
    /// The entry that holds the byte, or the end.
    Entries::const_iterator find(const void* pointer) const;

    Entries entries_;
};

Registry& registry();

} // namespace scanlab::sim
