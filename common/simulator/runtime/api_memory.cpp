#include "api.hpp"
#include "memory.hpp"

#include <cstdint>
#include <cstring>
#include <map>

namespace scanlab::sim {

namespace {

/// What the API knows of memory beyond memory::Allocation, by first address.
class Registry {
public:
    void add(const void* begin, cudaMemoryType type, std::size_t bytes) {
        entries_[address(begin)] = {type, bytes};
    }
    void remove(const void* begin) { entries_.erase(address(begin)); }

    cudaMemoryType type_of(const void* pointer) const {
        const Entry* entry = find(pointer);
        return entry ? entry->type : cudaMemoryTypeUnregistered;
    }
    /// Whether an entry that holds the first byte also holds the last.
    bool holds(const void* pointer, std::size_t bytes) const {
        return find(pointer) && find(static_cast<const char*>(pointer) + bytes - 1) == find(pointer);
    }
    bool begins_at(const void* pointer, cudaMemoryType type) const {
        const auto entry = entries_.find(address(pointer));
        return entry != entries_.end() && entry->second.type == type;
    }

private:
    struct Entry {
        cudaMemoryType type;
        std::size_t bytes;
    };

    static std::uintptr_t address(const void* pointer) {
        return reinterpret_cast<std::uintptr_t>(pointer);
    }

    const Entry* find(const void* pointer) const {
        auto after = entries_.upper_bound(address(pointer));
        if (after == entries_.begin()) return nullptr;
        const auto& [begin, entry] = *std::prev(after);
        return address(pointer) - begin < entry.bytes ? &entry : nullptr;
    }

    std::map<std::uintptr_t, Entry> entries_;
};

Registry& registry() {
    static Registry& instance = *new Registry; // outlives every destructor that may still free
    return instance;
}

cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemoryType type) {
    if (!pointer) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer = memory::allocate(bytes, call_site());
    if (!*pointer) return cudaErrorMemoryAllocation;
    registry().add(*pointer, type, bytes);
    return cudaSuccess;
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes, unsigned flags) {
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return cudaErrorInvalidValue;
    return allocate(pointer, bytes, cudaMemoryTypeHost);
}

cudaError_t release(void* pointer) {
    registry().remove(pointer);
    memory::release(pointer, call_site());
    return cudaSuccess;
}

bool is_device(const void* pointer) { return registry().type_of(pointer) == cudaMemoryTypeDevice; }
bool is_plain_host(const void* pointer) {
    return registry().type_of(pointer) == cudaMemoryTypeUnregistered;
}

/// Whether so many bytes from here may be touched at all.
bool is_accessible(const void* pointer, std::size_t bytes) {
    if (!pointer) return false;
    return memory::is_device_address(pointer) ? registry().holds(pointer, bytes) : true;
}

/// Pinned and managed memory may stand on either side.
bool direction_is(cudaMemcpyKind kind, const void* to, const void* from) {
    switch (kind) {
    case cudaMemcpyHostToHost:
        return !is_device(to) && !is_device(from);
    case cudaMemcpyHostToDevice:
        return !is_plain_host(to) && !is_device(from);
    case cudaMemcpyDeviceToHost:
        return !is_device(to) && !is_plain_host(from);
    case cudaMemcpyDeviceToDevice:
        return !is_plain_host(to) && !is_plain_host(from);
    case cudaMemcpyDefault:
        return true;
    }
    return false;
}

/// Bytes from the first byte of a pitched rectangle to behind its last.
std::size_t rectangle_span(std::size_t pitch, std::size_t width, std::size_t height) {
    return pitch * (height - 1) + width;
}

cudaError_t copy_rectangle(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                           std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0) return cudaSuccess;
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
    if (!is_accessible(to, rectangle_span(to_pitch, width, height)) ||
        !is_accessible(from, rectangle_span(from_pitch, width, height)) ||
        !direction_is(kind, to, from))
        return cudaErrorInvalidValue;
    for (std::size_t row = 0; row < height; ++row)
        std::memmove(static_cast<char*>(to) + row * to_pitch,
                     static_cast<const char*>(from) + row * from_pitch, width);
    return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy_rectangle(to, bytes, from, bytes, bytes, 1, kind);
}

cudaError_t fill_rectangle(void* to, std::size_t pitch, int value, std::size_t width,
                           std::size_t height) {
    if (width == 0 || height == 0) return cudaSuccess;
    if (width > pitch) return cudaErrorInvalidPitchValue;
    if (is_plain_host(to) || !is_accessible(to, rectangle_span(pitch, width, height)))
        return cudaErrorInvalidValue;
    for (std::size_t row = 0; row < height; ++row)
        std::memset(static_cast<char*>(to) + row * pitch, value, width);
    return cudaSuccess;
}

cudaError_t fill(void* to, int value, std::size_t bytes) {
    return fill_rectangle(to, bytes, value, bytes, 1);
}

/// The symbol's storage from `offset` on, or null if `bytes` more would leave it.
char* part_of_symbol(const void* symbol, std::size_t symbol_bytes, std::size_t offset,
                     std::size_t bytes) {
    registry().add(symbol, cudaMemoryTypeDevice, symbol_bytes);
    if (offset > symbol_bytes || bytes > symbol_bytes - offset) return nullptr;
    return const_cast<char*>(static_cast<const char*>(symbol)) + offset;
}

} // namespace

cudaError_t symbol_address(void** address, const void* symbol, std::size_t bytes) {
    return api_call([&] {
        *address = part_of_symbol(symbol, bytes, 0, bytes);
        return cudaSuccess;
    });
}

cudaError_t copy_to_symbol(const void* symbol, std::size_t symbol_bytes, const void* from,
                           std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                           cudaStream_t stream) {
    return api_call_in(stream, [&] {
        if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost)
            return cudaErrorInvalidMemcpyDirection;
        return copy(part_of_symbol(symbol, symbol_bytes, offset, bytes), from, bytes, kind);
    });
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call_in(stream, [&] {
        if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice)
            return cudaErrorInvalidMemcpyDirection;
        return copy(to, part_of_symbol(symbol, symbol_bytes, offset, bytes), bytes, kind);
    });
}

} // namespace scanlab::sim

using namespace scanlab::sim;

// --- allocation ----------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return api_call([&] { return allocate(pointer, bytes, cudaMemoryTypeDevice); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    return api_call_in(stream, [&] { return allocate(pointer, bytes, cudaMemoryTypeDevice); });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width_bytes, size_t height) {
    return api_call([&] {
        if (!pitch) return cudaErrorInvalidValue;
        constexpr std::size_t row_alignment = 512;
        *pitch = (width_bytes + row_alignment - 1) / row_alignment * row_alignment;
        return allocate(pointer, *pitch * height, cudaMemoryTypeDevice);
    });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    return api_call([&] {
        if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return cudaErrorInvalidValue;
        return allocate(pointer, bytes, cudaMemoryTypeManaged);
    });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return api_call([&] { return allocate_pinned(pointer, bytes, flags); });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned flags) {
    return api_call([&] { return allocate_pinned(pointer, bytes, flags); });
}

cudaError_t cudaFree(void* pointer) {
    return api_call([&] {
        if (!pointer) return cudaSuccess;
        if (!registry().begins_at(pointer, cudaMemoryTypeDevice) &&
            !registry().begins_at(pointer, cudaMemoryTypeManaged))
            return cudaErrorInvalidValue;
        return release(pointer);
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return api_call_in(stream, [&] {
        if (!registry().begins_at(pointer, cudaMemoryTypeDevice)) return cudaErrorInvalidValue;
        return release(pointer);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return api_call([&] {
        if (!pointer) return cudaSuccess;
        if (!registry().begins_at(pointer, cudaMemoryTypeHost)) return cudaErrorInvalidValue;
        return release(pointer);
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
    return api_call([&] {
        if (!device || flags != 0 || registry().type_of(host) != cudaMemoryTypeHost)
            return cudaErrorInvalidValue;
        *device = host;
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return api_call([&] {
        if (!attributes) return cudaErrorInvalidValue;
        const cudaMemoryType type = registry().type_of(pointer);
        void* address = const_cast<void*>(pointer);
        *attributes = {type, type == cudaMemoryTypeUnregistered ? cudaInvalidDeviceId : 0,
                       type == cudaMemoryTypeUnregistered ? nullptr : address,
                       type == cudaMemoryTypeDevice ? nullptr : address};
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return api_call([&] {
        if (free_bytes) *free_bytes = memory::free_bytes();
        if (total_bytes) *total_bytes = memory::capacity();
        return cudaSuccess;
    });
}

// --- copying and filling -------------------------------------------------------------------------

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return api_call([&] { return copy(to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return api_call_in(stream, [&] { return copy(to, from, bytes, kind); });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width_bytes, size_t height, cudaMemcpyKind kind) {
    return api_call(
        [&] { return copy_rectangle(to, to_pitch, from, from_pitch, width_bytes, height, kind); });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width_bytes, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return api_call_in(stream, [&] {
        return copy_rectangle(to, to_pitch, from, from_pitch, width_bytes, height, kind);
    });
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
    return api_call([&] { return fill(to, value, bytes); });
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    return api_call_in(stream, [&] { return fill(to, value, bytes); });
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width_bytes, size_t height) {
    return api_call([&] { return fill_rectangle(to, pitch, value, width_bytes, height); });
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width_bytes, size_t height,
                              cudaStream_t stream) {
    return api_call_in(stream, [&] { return fill_rectangle(to, pitch, value, width_bytes, height); });
}
