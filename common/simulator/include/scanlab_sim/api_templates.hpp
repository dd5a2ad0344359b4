/// \file
/// The part of CUDA's runtime API that deduces types: typed pointers, symbols, kernels.
#pragma once

#include "attributes.hpp"

namespace scanlab::sim {

/// Where a symbol lies, which may be volatile.
template <class T>
SCANLAB_UNOBSERVED const void* address_of_symbol(const T& symbol) {
    return const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(symbol)));
}
/// A `__device__`, `__constant__` or `__managed__` variable becomes known as device memory when the
/// host first asks for it.
cudaError_t symbol_address(void** address, const void* symbol, std::size_t bytes);
/// What cuMemGetAddressRange() says of a pointer into device memory.
cudaError_t find_allocation(const void* pointer, unsigned long long* begin, std::size_t* bytes);
cudaError_t copy_to_symbol(const void* symbol, std::size_t symbol_bytes, const void* from,
                           std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                           cudaStream_t stream, bool is_asynchronous);
cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream,
                             bool is_asynchronous);

} // namespace scanlab::sim

// --- memory --------------------------------------------------------------------------------------

template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMalloc(T** pointer, size_t bytes) {
    return cudaMalloc((void**)(pointer), bytes);
}
SCANLAB_HOST_ONLY_BEGIN
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width_bytes,
                                              size_t height) {
    return cudaMallocPitch((void**)(pointer), pitch, width_bytes, height);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                                unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void**)(pointer), bytes, flags);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocHost(T** pointer, size_t bytes,
                                             unsigned flags = cudaHostAllocDefault) {
    return cudaMallocHost((void**)(pointer), bytes, flags);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
    return cudaHostAlloc((void**)(pointer), bytes, flags);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync((void**)(pointer), bytes, stream);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
    return cudaHostGetDevicePointer((void**)(device), host, flags);
}

// --- a pointer where its address is wanted -------------------------------------------------------

#define SCANLAB_NEEDS_ADDRESS(CALL)                                                                    \
    static_assert(!sizeof(T*),                                                                         \
                  "`" CALL "()` needs the address of your pointer: did you forget the `&`?");          \
    return cudaErrorInvalidValue

template <class T>
cudaError_t cudaMalloc(T*, size_t) {
    SCANLAB_NEEDS_ADDRESS("cudaMalloc");
}
template <class T>
cudaError_t cudaMallocPitch(T*, size_t*, size_t, size_t) {
    SCANLAB_NEEDS_ADDRESS("cudaMallocPitch");
}
template <class T>
cudaError_t cudaMallocManaged(T*, size_t, unsigned = cudaMemAttachGlobal) {
    SCANLAB_NEEDS_ADDRESS("cudaMallocManaged");
}
template <class T>
cudaError_t cudaMallocHost(T*, size_t, unsigned = cudaHostAllocDefault) {
    SCANLAB_NEEDS_ADDRESS("cudaMallocHost");
}
template <class T>
cudaError_t cudaHostAlloc(T*, size_t, unsigned) {
    SCANLAB_NEEDS_ADDRESS("cudaHostAlloc");
}
template <class T>
cudaError_t cudaMallocAsync(T*, size_t, cudaStream_t) {
    SCANLAB_NEEDS_ADDRESS("cudaMallocAsync");
}
#undef SCANLAB_NEEDS_ADDRESS

// --- symbols -------------------------------------------------------------------------------------

template <class T>
SCANLAB_CALL_SITE cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
    return scanlab::sim::symbol_address(address, scanlab::sim::address_of_symbol(symbol), sizeof(T));
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
    *bytes = sizeof(T);
    return cudaSuccess;
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return scanlab::sim::copy_to_symbol(scanlab::sim::address_of_symbol(symbol), sizeof(T), from, bytes,
                                        offset, kind, nullptr, false);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                      size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                      cudaStream_t stream = nullptr) {
    return scanlab::sim::copy_to_symbol(scanlab::sim::address_of_symbol(symbol), sizeof(T), from, bytes,
                                        offset, kind, stream, true);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                                   size_t offset = 0,
                                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return scanlab::sim::copy_from_symbol(to, scanlab::sim::address_of_symbol(symbol), sizeof(T), bytes,
                                          offset, kind, nullptr, false);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                        size_t offset = 0,
                                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                        cudaStream_t stream = nullptr) {
    return scanlab::sim::copy_from_symbol(to, scanlab::sim::address_of_symbol(symbol), sizeof(T), bytes,
                                          offset, kind, stream, true);
}

SCANLAB_HOST_ONLY_END

// --- what is another function under another name -------------------------------------------------

SCANLAB_CALL_SITE cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
SCANLAB_CALL_SITE cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
SCANLAB_CALL_SITE cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return cudaGetDevice(device);
}
SCANLAB_CALL_SITE cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                                       unsigned = cudaEventRecordDefault) {
    return cudaEventRecord(event, stream);
}
SCANLAB_CALL_SITE cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int from,
                                                        int to) {
    return cudaDeviceCanAccessPeer(value, from, to); // peers that have access have all of it
}

// --- kernels -------------------------------------------------------------------------------------

// A host's file may be compiled as older C++. Those with kernels never are.
#if defined SCANLAB_PROGRAM || __cplusplus >= 202002L

#include "core.hpp"
#include "launch.hpp"
#include "synchronization.hpp"

#include <type_traits>
#include <utility>

template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                 int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class... Parameters>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache preference) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), preference);
}

template <class... Parameters>
cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(Parameters...), cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}

template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void (*kernel)(Parameters...),
                                                          int block_size, size_t dynamic_shared_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel),
                                                         block_size, dynamic_shared_bytes);
}

template <class Kernel>
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel kernel, int block_size,
                                                       size_t dynamic_shared_bytes, unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size,
                                                         dynamic_shared_bytes);
}
template <class... Parameters>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared_bytes,
                                                      void (*kernel)(Parameters...), int blocks,
                                                      int block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamic_shared_bytes, reinterpret_cast<const void*>(kernel), blocks, block_size);
}

/// The largest block that fits as often as any other, and the grid that fills the device with it.
template <class Kernel, class SharedBytesOfBlock>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size,
                                                           Kernel kernel,
                                                           SharedBytesOfBlock shared_bytes,
                                                           int block_size_limit = 0) {
    int device = 0, multiprocessors = 0, most_threads = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerBlock, device);
    if (block_size_limit > 0 && block_size_limit < most_threads) most_threads = block_size_limit;
    int most_resident = 0;
    cudaFuncAttributes attributes{};
    if (const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel)) return error;
    if (attributes.maxThreadsPerBlock < most_threads) most_threads = attributes.maxThreadsPerBlock;

    for (int threads = most_threads; threads > 0; threads -= threads % 32 == 0 ? 32 : threads % 32) {
        int blocks = 0;
        const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, threads, shared_bytes(threads));
        if (error != cudaSuccess) return error;
        if (blocks * threads > most_resident) {
            most_resident = blocks * threads;
            *block_size = threads;
            *grid_size = blocks * multiprocessors;
        }
    }
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, Kernel kernel,
                                               size_t dynamic_shared_bytes = 0,
                                               int block_size_limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid_size, block_size, kernel, [=](int) { return dynamic_shared_bytes; }, block_size_limit);
}

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const scanlab::sim::LaunchConfig config(grid, block, shared_bytes, stream, file, line);
    scanlab::sim::submit(scanlab::sim::kernel_name(reinterpret_cast<const void*>(kernel)),
                         reinterpret_cast<const void*>(kernel), scanlab::sim::signature_of(kernel),
                         config, arguments);
    return cudaPeekAtLastError();
}
template <class... Parameters>
cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                            size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                            const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    scanlab::sim::LaunchConfig config(grid, block, shared_bytes, stream, file, line);
    config.cooperative = true;
    scanlab::sim::submit(scanlab::sim::kernel_name(reinterpret_cast<const void*>(kernel)),
                         reinterpret_cast<const void*>(kernel), scanlab::sim::signature_of(kernel),
                         config, arguments);
    return cudaPeekAtLastError();
}

template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size, Kernel kernel,
                                                        size_t dynamic_shared_bytes = 0,
                                                        int block_size_limit = 0,
                                                        unsigned = cudaOccupancyDefault) {
    return cudaOccupancyMaxPotentialBlockSize(grid_size, block_size, kernel, dynamic_shared_bytes,
                                              block_size_limit);
}

namespace scanlab::sim {

/// What cudaLaunchKernelEx() is given, and where it is called.
struct ExtendedLaunch {
    const cudaLaunchConfig_t& wanted;
    const char* file;
    int line;

    ExtendedLaunch(const cudaLaunchConfig_t* wanted_, const char* file_ = __builtin_FILE(),
                   int line_ = __builtin_LINE())
        : wanted(*wanted_), file(file_), line(line_) {}

    /// Clusters of several blocks do not exist.
    bool is_possible() const {
        for (unsigned i = 0; i < wanted.numAttrs; ++i)
            if (wanted.attrs[i].id == cudaLaunchAttributeClusterDimension &&
                !is_one_block(wanted.attrs[i].val))
                return false;
        return true;
    }
    static bool is_one_block(const cudaLaunchAttributeValue& value) {
        return value.clusterDim.x == 1 && value.clusterDim.y == 1 && value.clusterDim.z == 1;
    }
    LaunchConfig config() const {
        LaunchConfig result(wanted.gridDim, wanted.blockDim, wanted.dynamicSmemBytes, wanted.stream,
                            file, line);
        for (unsigned i = 0; i < wanted.numAttrs; ++i) {
            const cudaLaunchAttribute& attribute = wanted.attrs[i];
            if (attribute.id == cudaLaunchAttributeCooperative)
                result.cooperative = attribute.val.cooperative != 0;
            if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
                result.begins_early = attribute.val.programmaticStreamSerializationAllowed != 0;
        }
        return result;
    }
};

} // namespace scanlab::sim

/// Launches do not overlap here, whatever the attributes allow; but what they do is checked as if they
/// did.
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(scanlab::sim::ExtendedLaunch launch, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    if (!launch.is_possible()) return cudaErrorNotSupported;
    const scanlab::sim::LaunchConfig config = launch.config();
    scanlab::sim::launch_kernel<Parameters...>(
        scanlab::sim::kernel_name(reinterpret_cast<const void*>(kernel)), config, kernel,
        static_cast<Parameters>(arguments)...);
    return cudaPeekAtLastError();
}
// The kernels that pointers to void lead to are known by name: see known_kernels.hpp.
SCANLAB_CALL_SITE cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** arguments, size_t shared_bytes = 0,
                                               cudaStream_t stream = nullptr,
                                               const char* file = __builtin_FILE(),
                                               int line = __builtin_LINE()) {
    const scanlab::sim::LaunchConfig config(grid, block, shared_bytes, stream, file, line);
    return scanlab::sim::launch_known(kernel, config, arguments);
}
SCANLAB_CALL_SITE cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                                          void** arguments, size_t shared_bytes = 0,
                                                          cudaStream_t stream = nullptr,
                                                          const char* file = __builtin_FILE(),
                                                          int line = __builtin_LINE()) {
    scanlab::sim::LaunchConfig config(grid, block, shared_bytes, stream, file, line);
    config.cooperative = true;
    return scanlab::sim::launch_known(kernel, config, arguments);
}
SCANLAB_CALL_SITE cudaError_t cudaLaunchKernelExC(scanlab::sim::ExtendedLaunch launch,
                                                  const void* kernel, void** arguments) {
    if (!launch.is_possible()) return cudaErrorNotSupported;
    return scanlab::sim::launch_known(kernel, launch.config(), arguments);
}

#endif
