/// \file
/// The simulated device memory: one reserved range of addresses in which every allocation gets pages of
/// its own, never used before, so that an address says which allocation it belongs to, even after it
/// was freed.
#pragma once

#include "scanlab_sim/cost.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scanlab::sim::memory {

/// Whether arrays may be larger than the machine's memory, because most of them is never touched.
inline bool is_sparse = false;

/// What shared memory holds until somebody writes it, byte by byte.
constexpr unsigned char poison = 0xA5;

/// What cudaLimitMallocHeapSize is at first.
constexpr std::size_t default_kernel_heap_bytes = std::size_t{8} << 20;

struct Allocation {
    std::uintptr_t begin;
    std::size_t bytes;
    bool live;
    const void* allocated_at = nullptr; ///< where the calls that made and freed it return to
    const void* freed_at = nullptr;
    bool by_kernel = false; ///< from the device heap: a kernel's malloc() or new has made it
    int owner = 0;          ///< a device, or devices::host
    bool contains(std::uintptr_t address, std::size_t size) const {
        return address >= begin && address + size <= begin + bytes;
    }
};

/// Poisoned memory of a device aligned to 256 bytes; null if its capacity is exhausted. `site` is the
/// return address of the user's call. What belongs to devices::host, device 0 has less.
void* allocate(std::size_t bytes, const void* site, int owner);

/// Poisoned memory of the running kernel's device heap, which release() gives back, too; null if it is
/// used up.
void* allocate_in_kernel(std::size_t bytes, std::size_t alignment, const void* site, int owner);
/// cudaLimitMallocHeapSize, in bytes. It can be changed until a kernel has allocated something: false.
bool limit_kernel_heap(std::size_t bytes);

enum class FreeResult { freed, never_allocated, freed_before };
/// Gives back what allocate() returned. Freeing null does nothing.
FreeResult release(void* pointer, const void* site);

/// While one lives, device memory is open even if a DeviceMemoryClosed has closed it.
class Opened {
public:
    Opened();
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
};

/// The allocation, live or freed, whose bytes include the address.
std::optional<Allocation> find(const volatile void* address);

/// The allocation whose bytes include the address, or else the nearest one.
std::optional<Allocation> nearest(const volatile void* address);

/// Those that nobody has freed, oldest first.
std::vector<Allocation> live_allocations();

/// Changes whenever an allocation is made or released: what was found before may no longer hold.
inline std::uint64_t generation();

/// Whether the address lies in the range that device memory is taken from.
inline bool is_device_address(const volatile void* address);

std::size_t capacity(); ///< of each device, in bytes
std::size_t free_bytes(int device);

extern HostCost host_cost; ///< of all devices

/// Start of the range and its length; fixed once the program has started.
struct Range {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool contains(const volatile void* address) const {
        return reinterpret_cast<std::uintptr_t>(address) - begin < bytes;
    }
};
extern Range device_range;
extern std::uint64_t current_generation;
inline std::uint64_t generation() { return current_generation; }

inline bool is_device_address(const volatile void* address) { return device_range.contains(address); }

} // namespace scanlab::sim::memory
