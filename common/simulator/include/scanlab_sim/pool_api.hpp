/// \file
/// Memory pools. All device memory is one: pools have names and attributes, and share it.
#pragma once

#include "../driver_types.h"
#include "attributes.hpp"

using cudaMemPool_t = struct CUmemPoolHandle_st*;

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8
};
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void* win32SecurityAttributes;
    std::size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};
struct cudaMemAccessDesc {
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access,
                                 std::size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location);

template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes,
                                                      cudaMemPool_t pool, cudaStream_t stream) {
    if (const cudaError_t error = cudaMemPoolTrimTo(pool, 0)) return error; // is there such a pool?
    return cudaMallocAsync((void**)(pointer), bytes, stream);
}
template <class T>
SCANLAB_CALL_SITE cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                              cudaStream_t stream) {
    return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}

// --- between processes ---------------------------------------------------------------------------

#define SCANLAB_ONE_PROCESS                                                                            \
    SCANLAB_UNAVAILABLE("the simulated device belongs to one process: run this program on a GPU")
struct cudaIpcMemHandle_t {
    char reserved[64];
};
struct cudaIpcEventHandle_t {
    char reserved[64];
};
struct cudaMemPoolPtrExportData {
    unsigned char reserved[64];
};
constexpr unsigned cudaIpcMemLazyEnablePeerAccess = 1;
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) SCANLAB_ONE_PROCESS;
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned) SCANLAB_ONE_PROCESS;
cudaError_t cudaIpcCloseMemHandle(void*) SCANLAB_ONE_PROCESS;
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) SCANLAB_ONE_PROCESS;
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) SCANLAB_ONE_PROCESS;
cudaError_t cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, cudaMemAllocationHandleType,
                                               unsigned) SCANLAB_ONE_PROCESS;
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, cudaMemAllocationHandleType,
                                                 unsigned) SCANLAB_ONE_PROCESS;
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) SCANLAB_ONE_PROCESS;
cudaError_t cudaMemPoolImportPointer(void**, cudaMemPool_t,
                                     cudaMemPoolPtrExportData*) SCANLAB_ONE_PROCESS;
