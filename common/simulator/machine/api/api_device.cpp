#include "machine/api/api.hpp"
#include "machine/api/launch_limits.hpp"
#include "machine/api/nested_launches.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/program/printf.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/streams.hpp"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <map>
#include <vector>

namespace scanlab::sim {

namespace {

// What the scheduler does not model is as on the GPUs of compute capability 9.0.
constexpr int registers_per_multiprocessor = 65536;
constexpr int clock_rate = 1000000; // in kHz, and as good as any
constexpr int l2_bytes = 50 << 20;

cudaDeviceProp device_properties(int device) {
    const DeviceShape& shape = device_shape();
    cudaDeviceProp p{};
    constexpr char name[] = "Scanlab simulator";
    std::copy(std::begin(name), std::end(name), p.name);
    p.totalGlobalMem = memory::capacity();
    p.sharedMemPerBlock = shape.shared_per_block;
    p.sharedMemPerBlockOptin = shape.shared_per_block_optin;
    p.sharedMemPerMultiprocessor = shape.shared_per_multiprocessor;
    p.reservedSharedMemPerBlock = shape.shared_reserved_per_block;
    p.regsPerBlock = p.regsPerMultiprocessor = registers_per_multiprocessor;
    p.warpSize = warpSize;
    p.memPitch = INT_MAX;
    p.maxThreadsPerBlock = shape.threads_per_block;
    p.maxThreadsPerMultiProcessor = shape.threads_per_multiprocessor;
    p.maxBlocksPerMultiProcessor = shape.blocks_per_multiprocessor;
    p.multiProcessorCount = shape.multiprocessors;
    const int block_extents[] = {1024, 1024, 64}, grid_extents[] = {INT_MAX, 65535, 65535};
    std::copy(std::begin(block_extents), std::end(block_extents), p.maxThreadsDim);
    std::copy(std::begin(grid_extents), std::end(grid_extents), p.maxGridSize);
    p.totalConstMem = 64 << 10;
    p.major = shape.compute_capability;
    p.minor = 0;
    p.l2CacheSize = p.persistingL2CacheMaxSize = p.accessPolicyMaxWindowSize = l2_bytes;
    p.memoryBusWidth = 5120;
    p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
    p.concurrentKernels = p.asyncEngineCount = 1;
    p.streamPrioritiesSupported = p.memoryPoolsSupported = p.cooperativeLaunch = 1;
    p.clockRate = p.memoryClockRate = clock_rate;
    p.deviceOverlap = 1;
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = p.maxTexture2D[0] = 131072;
    p.maxTexture1DLinear = 1 << 28;
    p.maxTexture2D[1] = 65536;
    std::fill(std::begin(p.maxTexture3D), std::end(p.maxTexture3D), 16384);
    p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.pciBusID = device;
    return p;
}

struct AttributeValue {
    cudaDeviceAttr attribute;
    long long value;
};

std::vector<AttributeValue> attribute_values(int device) {
    const cudaDeviceProp p = device_properties(device);
    const auto bytes = [](std::size_t n) { return static_cast<long long>(n); };
    return {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
        {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
        {cudaDevAttrMaxSharedMemoryPerBlock, bytes(p.sharedMemPerBlock)},
        {cudaDevAttrTotalConstantMemory, bytes(p.totalConstMem)},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrMaxPitch, bytes(p.memPitch)},
        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
        {cudaDevAttrClockRate, p.clockRate},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrIntegrated, p.integrated},
        {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
        {cudaDevAttrConcurrentKernels, p.concurrentKernels},
        {cudaDevAttrEccEnabled, p.ECCEnabled},
        {cudaDevAttrMemoryClockRate, p.memoryClockRate},
        {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
        {cudaDevAttrL2CacheSize, p.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
        {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, bytes(p.sharedMemPerMultiprocessor)},
        {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
        {cudaDevAttrManagedMemory, p.managedMemory},
        {cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
        {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
        {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, bytes(p.sharedMemPerBlockOptin)},
        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
        {cudaDevAttrReservedSharedMemoryPerBlock, bytes(p.reservedSharedMemPerBlock)},
        {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
        {cudaDevAttrTextureAlignment, bytes(p.textureAlignment)},
        {cudaDevAttrGpuOverlap, p.deviceOverlap},
        {cudaDevAttrKernelExecTimeout, p.kernelExecTimeoutEnabled},
        {cudaDevAttrComputeMode, p.computeMode},
        {cudaDevAttrPciBusId, p.pciBusID},
        {cudaDevAttrPciDeviceId, p.pciDeviceID},
        {cudaDevAttrPciDomainId, p.pciDomainID},
        {cudaDevAttrTccDriver, p.tccDriver},
        {cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported},
        {cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported},
        {cudaDevAttrIsMultiGpuBoard, p.isMultiGpuBoard},
        {cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
        {cudaDevAttrSingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio},
        {cudaDevAttrComputePreemptionSupported, p.computePreemptionSupported},
        {cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem},
        {cudaDevAttrCooperativeMultiDeviceLaunch, p.cooperativeMultiDeviceLaunch},
        {cudaDevAttrHostRegisterSupported, p.hostRegisterSupported},
        {cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
        {cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]},
        {cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
        {cudaDevAttrMaxTexture3DWidth, p.maxTexture3D[0]},
        {cudaDevAttrMaxTexture3DHeight, p.maxTexture3D[1]},
        {cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
        {cudaDevAttrSurfaceAlignment, bytes(p.surfaceAlignment)},
        {cudaDevAttrCanFlushRemoteWrites, 0},
        {cudaDevAttrPageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables},
        {cudaDevAttrDirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost},
        {cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
        {cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
        {cudaDevAttrSparseCudaArraySupported, p.sparseCudaArraySupported},
        {cudaDevAttrHostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported},
        {cudaDevAttrTimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported},
        {cudaDevAttrGPUDirectRDMASupported, p.gpuDirectRDMASupported},
        {cudaDevAttrClusterLaunch, p.clusterLaunch},
        {cudaDevAttrIpcEventSupport, p.ipcEventSupported},
    };
}

/// Limits are kept and given back.
std::map<cudaLimit, std::size_t>& limits() {
    static std::map<cudaLimit, std::size_t> values{
        {cudaLimitStackSize, 1024},
        {cudaLimitPrintfFifoSize, printf_bytes},
        {cudaLimitDevRuntimePendingLaunchCount, 2048},
        {cudaLimitMallocHeapSize, memory::default_kernel_heap_bytes},
        {cudaLimitMaxL2FetchGranularity, 64},
        {cudaLimitPersistingL2CacheSize, 0},
    };
    return values;
}

constexpr int simulated_cuda_version = CUDART_VERSION;

} // namespace

} // namespace scanlab::sim

using namespace scanlab::sim;

// --- device --------------------------------------------------------------------------------------

cudaError_t cudaGetDeviceCount(int* count) {
    return api_call([&] {
        if (!count) return cudaErrorInvalidValue;
        *count = devices::count();
        return cudaSuccess;
    });
}

cudaError_t cudaGetDevice(int* device) {
    return api_call([&] {
        if (!device) return cudaErrorInvalidValue;
        *device = devices::current();
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int device) {
    return api_call([&] {
        if (!devices::is_one(device)) return cudaErrorInvalidDevice;
        devices::use(device);
        return cudaSuccess;
    });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return api_call([&] { return devices::is_one(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaSetDeviceFlags(unsigned) {
    return api_call([] { return cudaSuccess; });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return api_call([&] {
        if (!properties) return cudaErrorInvalidValue;
        if (!devices::is_one(device)) return cudaErrorInvalidDevice;
        *properties = device_properties(device);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return api_call([&] {
        if (!value) return cudaErrorInvalidValue;
        if (!devices::is_one(device)) return cudaErrorInvalidDevice;
        for (const AttributeValue& known : attribute_values(device))
            if (known.attribute == attribute) {
                *value = static_cast<int>(known.value);
                return cudaSuccess;
            }
        return cudaErrorInvalidValue;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return api_call([&] {
        if (!flags) return cudaErrorInvalidValue;
        *flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
    return api_call([&] {
        constexpr int needed = sizeof "0000:00:00.0";
        if (!id || length < needed) return cudaErrorInvalidValue;
        if (!devices::is_one(device)) return cudaErrorInvalidDevice;
        std::snprintf(id, static_cast<std::size_t>(length), "0000:%02x:00.0",
                      static_cast<unsigned>(device));
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return api_call([&] {
        if (!can) return cudaErrorInvalidValue;
        if (!devices::is_one(device) || !devices::is_one(peer)) return cudaErrorInvalidDevice;
        *can = devices::could_access(device, peer);
        return cudaSuccess;
    });
}

namespace {
/// Calls change(device, peer) for the current device; `itself`: what an H200 says if that is the peer,
/// too.
template <class Change>
cudaError_t change_peer_access(int peer, cudaError_t itself, Change change) {
    if (!devices::is_one(peer)) return cudaErrorInvalidDevice;
    return peer == devices::current() ? itself : change(devices::current(), peer);
}
} // namespace

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return api_call([&] {
        return flags == 0
                   ? change_peer_access(peer, cudaErrorPeerAccessUnsupported, devices::enable_access)
                   : cudaErrorInvalidValue;
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return api_call([&] {
        return change_peer_access(peer, cudaErrorPeerAccessNotEnabled, devices::disable_access);
    });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return api_call([] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preference) {
    return api_call([&] {
        if (!preference) return cudaErrorInvalidValue;
        *preference = cudaFuncCachePreferNone;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return api_call([] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return api_call([&] {
        if (!config) return cudaErrorInvalidValue;
        *config = cudaSharedMemBankSizeFourByte;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) {
    return api_call([] { return cudaSuccess; });
}

cudaError_t cudaDeviceSynchronize() {
    if (in_kernel()) nested::stop_waiting_for_children(__builtin_return_address(0));
    return api_call([] {
        host_waits_for_device(devices::current());
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceReset() {
    require_host(__builtin_return_address(0));
    const HostLock lock;
    if (is_host_function())
        return refuse_in_host_function(__builtin_return_address(0), __builtin_frame_address(0));
    host_waits_for_all();
    reset_errors();
    forgive_leaks();
    devices::disable_all_access(devices::current());
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return api_call([&] {
        if (!limits().count(limit)) return cudaErrorUnsupportedLimit;
        if (limit == cudaLimitMallocHeapSize && !memory::limit_kernel_heap(value))
            return cudaErrorInvalidValue;
        if (limit == cudaLimitStackSize) {
            if (value > platform::most_stack_bytes) return cudaErrorInvalidValue;
            stack_bytes = value;
        }
        if (limit == cudaLimitPrintfFifoSize) printf_bytes = value;
        limits()[limit] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return api_call([&] {
        if (!value) return cudaErrorInvalidValue;
        if (!limits().count(limit)) return cudaErrorUnsupportedLimit;
        *value = limits()[limit];
        return cudaSuccess;
    });
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaRuntimeGetVersion(int* version) {
    return api_call([&] {
        if (!version) return cudaErrorInvalidValue;
        *version = simulated_cuda_version;
        return cudaSuccess;
    });
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

// --- kernels -------------------------------------------------------------------------------------

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
    return api_call([&] {
        if (!kernel) return cudaErrorInvalidDeviceFunction;
        switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            if (value < 0 || static_cast<std::size_t>(value) > device_shape().shared_per_block_optin)
                return cudaErrorInvalidValue;
            allow_dynamic_shared(kernel, static_cast<std::size_t>(value));
            return cudaSuccess;
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
        }
        return cudaErrorInvalidValue;
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
    return api_call([&] {
        if (!attributes) return cudaErrorInvalidValue;
        if (!kernel) return cudaErrorInvalidDeviceFunction;
        // What only a compiler for GPUs could tell (registers, static shared memory) is 0.
        *attributes = {};
        attributes->maxThreadsPerBlock = allowed_threads(kernel);
        attributes->maxDynamicSharedSizeBytes = static_cast<int>(allowed_dynamic_shared(kernel));
        attributes->ptxVersion = attributes->binaryVersion = 90;
        attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) {
    return api_call([] { return cudaSuccess; });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t dynamic_shared_bytes) {
    return api_call([&] {
        if (!blocks || block_size <= 0) return cudaErrorInvalidValue;
        if (!kernel) return cudaErrorInvalidDeviceFunction;
        *blocks = block_size > allowed_threads(kernel)
                      ? 0
                      : blocks_per_multiprocessor(block_size, dynamic_shared_bytes);
        return cudaSuccess;
    });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared_bytes, const void* kernel,
                                                      int blocks, int block_size) {
    return api_call([&] {
        if (!dynamic_shared_bytes || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
        if (!kernel) return cudaErrorInvalidDeviceFunction;
        const DeviceShape& shape = device_shape();
        const std::size_t share = shape.shared_per_multiprocessor / static_cast<std::size_t>(blocks);
        const std::size_t own = share - std::min(share, shape.shared_reserved_per_block);
        *dynamic_shared_bytes = std::min(own, shape.shared_per_block_optin);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID,
                                   const cudaStreamAttrValue* value) {
    return api_call_in(stream, [&] { return value ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return api_call([] { return cudaSuccess; });
}
