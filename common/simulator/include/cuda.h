/// \file
/// What programs on the runtime API use of the driver API: devices, the one context, memory, streams
/// and events. The functions are those of the runtime under other names. Modules of PTX or cubin cannot
/// be loaded.
#pragma once

#include "scanlab_sim/only_cpp.h"

#define __cuda_cuda_h__

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION
#define CUDAAPI
#define CUDA_CB

// --- results -------------------------------------------------------------------------------------

enum CUresult {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_UNKNOWN = 999
};

namespace scanlab::sim {
inline CUresult result_of(cudaError_t error) { return static_cast<CUresult>(error); }
} // namespace scanlab::sim
#define SCANLAB_DRIVER SCANLAB_CALL_SITE CUresult

inline CUresult cuGetErrorName(CUresult result, const char** name) {
    *name =
        result == CUDA_SUCCESS ? "CUDA_SUCCESS" : cudaGetErrorName(static_cast<cudaError_t>(result));
    return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult result, const char** text) {
    *text = cudaGetErrorString(static_cast<cudaError_t>(result));
    return CUDA_SUCCESS;
}

// --- devices -------------------------------------------------------------------------------------

using CUdevice = int;
using CUuuid = cudaUUID_t;

/// The runtime's attributes have the same numbers.
enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115
};

SCANLAB_DRIVER cuInit(unsigned flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
SCANLAB_DRIVER cuDriverGetVersion(int* version) {
    return scanlab::sim::result_of(cudaDriverGetVersion(version));
}
SCANLAB_DRIVER cuDeviceGetCount(int* count) {
    return scanlab::sim::result_of(cudaGetDeviceCount(count));
}
SCANLAB_DRIVER cuDeviceGet(CUdevice* device, int ordinal) {
    *device = ordinal;
    return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
SCANLAB_DRIVER cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    return scanlab::sim::result_of(
        cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
SCANLAB_DRIVER cuDeviceGetName(char* name, int length, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    for (int i = 0; !error && i < length; ++i)
        if ((name[i] = properties.name[i]) == 0) break;
    return scanlab::sim::result_of(error);
}
SCANLAB_DRIVER cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
    cudaDeviceProp properties{};
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    *bytes = properties.totalGlobalMem;
    return scanlab::sim::result_of(error);
}
SCANLAB_DRIVER cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    if (const cudaError_t error =
            cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device))
        return scanlab::sim::result_of(error);
    return scanlab::sim::result_of(
        cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}
SCANLAB_DRIVER cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    return scanlab::sim::result_of(cudaDeviceCanAccessPeer(can, device, peer));
}

enum CUcomputemode {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
};

// --- contexts: there is one ------------------------------------------------------------------------

using CUcontext = struct CUctx_st*;
struct CUctxCreateParams {};
constexpr unsigned CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2,
                   CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8;

namespace scanlab::sim {
inline CUcontext only_context() {
    static char context;
    return reinterpret_cast<CUcontext>(&context);
}
} // namespace scanlab::sim

SCANLAB_DRIVER cuCtxGetCurrent(CUcontext* context) {
    *context = scanlab::sim::only_context();
    return CUDA_SUCCESS;
}
SCANLAB_DRIVER cuCtxCreate(CUcontext* context, unsigned, CUdevice device) {
    return device == 0 ? cuCtxGetCurrent(context) : CUDA_ERROR_INVALID_DEVICE;
}
SCANLAB_DRIVER cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned, CUdevice device) {
    return device == 0 ? cuCtxGetCurrent(context) : CUDA_ERROR_INVALID_DEVICE;
}
SCANLAB_DRIVER cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    return device == 0 ? cuCtxGetCurrent(context) : CUDA_ERROR_INVALID_DEVICE;
}
SCANLAB_DRIVER cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
SCANLAB_DRIVER cuCtxPopCurrent(CUcontext* context) { return cuCtxGetCurrent(context); }
SCANLAB_DRIVER cuCtxPushCurrent(CUcontext) { return CUDA_SUCCESS; }
SCANLAB_DRIVER cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
SCANLAB_DRIVER cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
SCANLAB_DRIVER cuCtxSynchronize() { return scanlab::sim::result_of(cudaDeviceSynchronize()); }
SCANLAB_DRIVER cuCtxGetDevice(CUdevice* device) {
    return scanlab::sim::result_of(cudaGetDevice(device));
}

// --- memory --------------------------------------------------------------------------------------

using CUdeviceptr = unsigned long long;

namespace scanlab::sim {
inline void* pointer_to(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
} // namespace scanlab::sim

SCANLAB_DRIVER cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
    return scanlab::sim::result_of(cudaMalloc(reinterpret_cast<void**>(address), bytes));
}
SCANLAB_DRIVER cuMemAllocManaged(CUdeviceptr* address, std::size_t bytes, unsigned flags) {
    return scanlab::sim::result_of(cudaMallocManaged(reinterpret_cast<void**>(address), bytes, flags));
}
SCANLAB_DRIVER cuMemAllocHost(void** pointer, std::size_t bytes) {
    return scanlab::sim::result_of(cudaMallocHost(pointer, bytes));
}
SCANLAB_DRIVER cuMemFree(CUdeviceptr address) {
    return scanlab::sim::result_of(cudaFree(scanlab::sim::pointer_to(address)));
}
SCANLAB_DRIVER cuMemFreeHost(void* pointer) { return scanlab::sim::result_of(cudaFreeHost(pointer)); }
SCANLAB_DRIVER cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
    return scanlab::sim::result_of(cudaMemGetInfo(free_bytes, total_bytes));
}
SCANLAB_DRIVER cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr address) {
    return scanlab::sim::result_of(
        scanlab::sim::find_allocation(scanlab::sim::pointer_to(address), begin, bytes));
}
SCANLAB_DRIVER cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
    return scanlab::sim::result_of(
        cudaMemcpy(scanlab::sim::pointer_to(to), from, bytes, cudaMemcpyHostToDevice));
}
SCANLAB_DRIVER cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
    return scanlab::sim::result_of(
        cudaMemcpy(to, scanlab::sim::pointer_to(from), bytes, cudaMemcpyDeviceToHost));
}
SCANLAB_DRIVER cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
    return scanlab::sim::result_of(cudaMemcpy(
        scanlab::sim::pointer_to(to), scanlab::sim::pointer_to(from), bytes, cudaMemcpyDeviceToDevice));
}
SCANLAB_DRIVER cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes,
                                 cudaStream_t stream) {
    return scanlab::sim::result_of(
        cudaMemcpyAsync(scanlab::sim::pointer_to(to), from, bytes, cudaMemcpyHostToDevice, stream));
}
SCANLAB_DRIVER cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, cudaStream_t stream) {
    return scanlab::sim::result_of(
        cudaMemcpyAsync(to, scanlab::sim::pointer_to(from), bytes, cudaMemcpyDeviceToHost, stream));
}
SCANLAB_DRIVER cuMemsetD8(CUdeviceptr to, unsigned char value, std::size_t bytes) {
    return scanlab::sim::result_of(cudaMemset(scanlab::sim::pointer_to(to), value, bytes));
}

// --- streams and events --------------------------------------------------------------------------

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUarray = struct cudaArray*;
using CUtexObject = unsigned long long;
constexpr unsigned CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0,
                   CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2;

SCANLAB_DRIVER cuStreamCreate(CUstream* stream, unsigned flags) {
    return scanlab::sim::result_of(cudaStreamCreateWithFlags(stream, flags));
}
SCANLAB_DRIVER cuStreamDestroy(CUstream stream) {
    return scanlab::sim::result_of(cudaStreamDestroy(stream));
}
SCANLAB_DRIVER cuStreamSynchronize(CUstream stream) {
    return scanlab::sim::result_of(cudaStreamSynchronize(stream));
}
SCANLAB_DRIVER cuEventCreate(CUevent* event, unsigned flags) {
    return scanlab::sim::result_of(cudaEventCreateWithFlags(event, flags));
}
SCANLAB_DRIVER cuEventDestroy(CUevent event) {
    return scanlab::sim::result_of(cudaEventDestroy(event));
}
SCANLAB_DRIVER cuEventRecord(CUevent event, CUstream stream) {
    return scanlab::sim::result_of(cudaEventRecord(event, stream));
}
SCANLAB_DRIVER cuEventSynchronize(CUevent event) {
    return scanlab::sim::result_of(cudaEventSynchronize(event));
}
SCANLAB_DRIVER cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    return scanlab::sim::result_of(cudaEventElapsedTime(milliseconds, start, end));
}

// --- what there is not -----------------------------------------------------------------------------

using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
enum CUjit_option {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4
};
#define CU_LAUNCH_PARAM_END (reinterpret_cast<void*>(0x0))
#define CU_LAUNCH_PARAM_BUFFER_POINTER (reinterpret_cast<void*>(0x1))
#define CU_LAUNCH_PARAM_BUFFER_SIZE (reinterpret_cast<void*>(0x2))

using CUmemGenericAllocationHandle = unsigned long long;
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_PINNED = 1 };
enum CUmemLocationType { CU_MEM_LOCATION_TYPE_DEVICE = 1 };
enum CUmemAllocationHandleType {
    CU_MEM_HANDLE_TYPE_NONE = 0,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1
};
enum CUmemAccess_flags { CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 };
enum CUmemAllocationGranularity_flags {
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
};
struct CUmemLocation {
    CUmemLocationType type;
    int id;
};
struct CUmemAllocationProp {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void* win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
};
struct CUmemAccessDesc {
    CUmemLocation location;
    CUmemAccess_flags flags;
};

#define SCANLAB_NO_MODULES                                                                             \
    SCANLAB_UNAVAILABLE(                                                                               \
        "the simulator loads no modules of PTX or cubin: compile the kernels with the program and "    \
        "launch them with <<< >>>")
#define SCANLAB_NO_MAPPING                                                                             \
    SCANLAB_UNAVAILABLE("the simulator does not map device memory piece by piece: use cudaMalloc()")
CUresult cuModuleLoad(CUmodule*, const char*) SCANLAB_NO_MODULES;
CUresult cuModuleLoadData(CUmodule*, const void*) SCANLAB_NO_MODULES;
CUresult cuModuleLoadDataEx(CUmodule*, const void*, unsigned, CUjit_option*, void**) SCANLAB_NO_MODULES;
CUresult cuModuleLoadFatBinary(CUmodule*, const void*) SCANLAB_NO_MODULES;
CUresult cuModuleUnload(CUmodule) SCANLAB_NO_MODULES;
CUresult cuModuleGetFunction(CUfunction*, CUmodule, const char*) SCANLAB_NO_MODULES;
CUresult cuModuleGetGlobal(CUdeviceptr*, std::size_t*, CUmodule, const char*) SCANLAB_NO_MODULES;
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        unsigned, CUstream, void**, void**) SCANLAB_NO_MODULES;
CUresult cuMemCreate(CUmemGenericAllocationHandle*, std::size_t, const CUmemAllocationProp*,
                     unsigned long long) SCANLAB_NO_MAPPING;
CUresult cuMemAddressReserve(CUdeviceptr*, std::size_t, std::size_t, CUdeviceptr,
                             unsigned long long) SCANLAB_NO_MAPPING;
CUresult cuMemMap(CUdeviceptr, std::size_t, std::size_t, CUmemGenericAllocationHandle,
                  unsigned long long) SCANLAB_NO_MAPPING;
CUresult cuMemSetAccess(CUdeviceptr, std::size_t, const CUmemAccessDesc*,
                        std::size_t) SCANLAB_NO_MAPPING;
CUresult cuMemGetAllocationGranularity(std::size_t*, const CUmemAllocationProp*,
                                       CUmemAllocationGranularity_flags) SCANLAB_NO_MAPPING;
CUresult cuMemUnmap(CUdeviceptr, std::size_t) SCANLAB_NO_MAPPING;
CUresult cuMemRelease(CUmemGenericAllocationHandle) SCANLAB_NO_MAPPING;
CUresult cuMemAddressFree(CUdeviceptr, std::size_t) SCANLAB_NO_MAPPING;
