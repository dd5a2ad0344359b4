#include "machine/api/api.hpp"
#include "machine/api/graphs.hpp"
#include "machine/api/nested_launches.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/memory/registry.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"

#include <cstdio>
#include <string>

namespace scanlab::sim {

namespace {

cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemoryType type,
                     int device = devices::current()) {
    if (!pointer) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer =
        memory::allocate(bytes, call_site(), type == cudaMemoryTypeDevice ? device : devices::host);
    if (!*pointer) return cudaErrorMemoryAllocation;
    note_that_it_goes_on();
    registry().add(*pointer, type, bytes, device);
    // What the host can write without asking counts as written.
    if (type != cudaMemoryTypeDevice) announce<&Watcher::host_fills>(*pointer, bytes);
    return cudaSuccess;
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes, unsigned flags) {
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return cudaErrorInvalidValue;
    return allocate(pointer, bytes, cudaMemoryTypeHost);
}

cudaError_t refuse_to_free(const void* pointer, const char* function) {
    report_bad_free(pointer, function);
    return cudaErrorInvalidValue;
}

/// Its device's work; all, if every device can reach it.
void wait_for_users_of(const void* pointer) {
    if (registry().type_of(pointer) == cudaMemoryTypeDevice)
        host_waits_for_device(registry().device_of(pointer));
    else
        host_waits_for_all();
}

/// CUDA could do what the program asks for; tells that, and what to do.
cudaError_t cannot(const std::string& what) {
    const SourceLine at = source_line(call_site());
    std::fprintf(stderr, "scanlab: %s:%d: the simulator cannot %s\n", at.file.c_str(), at.line,
                 what.c_str());
    return cudaErrorNotSupported;
}

cudaError_t release(void* pointer) {
    registry().remove(pointer);
    memory::release(pointer, call_site());
    return cudaSuccess;
}

} // namespace

} // namespace scanlab::sim

using namespace scanlab::sim;

// --- allocation ----------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    if (in_kernel()) return nested::allocate(pointer, bytes, __builtin_return_address(0));
    return api_call([&] { return allocate(pointer, bytes, cudaMemoryTypeDevice); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    if (refused_in_capture(stream))
        return api_call(
            [] { return cannot("capture cudaMallocAsync(): allocate the memory before the capture"); });
    return api_call_in(stream, [&] {
        Stream& in = stream_of(stream);
        const cudaError_t error = allocate(pointer, bytes, cudaMemoryTypeDevice, in.device);
        if (error == cudaSuccess && *pointer)
            pending::add(submit(Work::Kind::allocation, in), [begin = *pointer, bytes] {
                announce<&Watcher::work_accesses>(begin, bytes, true);
            });
        return error;
    });
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
    if (in_kernel()) return nested::free(pointer, __builtin_return_address(0));
    return api_call([&] {
        if (!pointer) return cudaSuccess;
        const bool is_ours = registry().begins_at(pointer, cudaMemoryTypeDevice) ||
                             registry().begins_at(pointer, cudaMemoryTypeManaged);
        if (!is_ours || !memory::find(pointer)) // variables of the program are known, too
            return refuse_to_free(pointer, "cudaFree");
        wait_for_users_of(pointer); // as CUDA's library does
        return release(pointer);
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    if (const auto refused = refused_in_capture(stream)) return *refused;
    return api_call_in(stream, [&] {
        if (!registry().begins_at(pointer, cudaMemoryTypeDevice))
            return refuse_to_free(pointer, "cudaFreeAsync");
        const std::size_t bytes = registry().bytes_from(pointer);
        registry().remove(pointer); // for all that is submitted from now on
        pending::add(submit(Work::Kind::release, stream_of(stream)),
                     [pointer, bytes, site = call_site()] {
                         announce<&Watcher::work_frees>(pointer, bytes);
                         memory::release(pointer, site);
                     });
        return cudaSuccess;
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return api_call([&] {
        if (!pointer) return cudaSuccess;
        if (!registry().begins_at(pointer, cudaMemoryTypeHost) || !memory::find(pointer))
            return refuse_to_free(pointer, "cudaFreeHost");
        host_waits_for_all();
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

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    return api_call([&] {
        if (!flags || registry().type_of(host) != cudaMemoryTypeHost) return cudaErrorInvalidValue;
        *flags = cudaHostAllocMapped;
        return cudaSuccess;
    });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
    return api_call([&] {
        if (!pointer || bytes == 0 || memory::is_device_address(pointer)) return cudaErrorInvalidValue;
        if (!register_memory(pointer, bytes, call_site())) return cudaErrorHostMemoryAlreadyRegistered;
        registry().add(pointer, cudaMemoryTypeHost, bytes, devices::current());
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return api_call([&] {
        if (!pointer) return cudaErrorInvalidValue;
        host_waits_for_all(); // so that it can be freed now
        const std::size_t bytes = registry().bytes_from(pointer);
        if (!unregister_memory(pointer)) return cudaErrorHostMemoryNotRegistered;
        announce<&Watcher::memory_freed>(reinterpret_cast<std::uintptr_t>(pointer), bytes);
        registry().remove(pointer);
        return cudaSuccess;
    });
}

namespace {

/// What the device alone has cannot be moved.
cudaError_t take_advice(const void* pointer) {
    return pointer && registry().type_of(pointer) != cudaMemoryTypeDevice ? cudaSuccess
                                                                          : cudaErrorInvalidValue;
}

} // namespace

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, int, cudaStream_t stream) {
    return api_call_in(stream, [&] { return take_advice(pointer); });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, cudaMemLocation, unsigned,
                                 cudaStream_t stream) {
    return api_call_in(stream, [&] { return take_advice(pointer); });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise, int) {
    return api_call([&] { return take_advice(pointer); });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise, cudaMemLocation) {
    return api_call([&] { return take_advice(pointer); });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned) {
    return api_call_in(stream, [&] { return take_advice(pointer); });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return api_call([&] {
        if (!attributes) return cudaErrorInvalidValue;
        const cudaMemoryType type = registry().type_of(pointer);
        void* address = const_cast<void*>(pointer);
        *attributes = {type, registry().device_of(pointer),
                       type == cudaMemoryTypeUnregistered ? nullptr : address,
                       type == cudaMemoryTypeDevice ? nullptr : address};
        return cudaSuccess;
    });
}

cudaError_t scanlab::sim::find_allocation(const void* pointer, unsigned long long* begin,
                                          size_t* bytes) {
    return api_call([&] {
        const auto allocation = memory::find(pointer);
        if (!allocation || !allocation->live) return cudaErrorSymbolNotFound;
        if (begin) *begin = allocation->begin;
        if (bytes) *bytes = allocation->bytes;
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return api_call([&] {
        if (free_bytes) *free_bytes = memory::free_bytes(devices::current());
        if (total_bytes) *total_bytes = memory::capacity();
        return cudaSuccess;
    });
}
