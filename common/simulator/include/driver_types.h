/// \file
/// Types, constants and error codes of CUDA's runtime API, with CUDA's values.
#pragma once

#define __DRIVER_TYPES_H__ // by NVIDIA's include guards programs know what they have included

#define CUDART_CB // how host functions are called that CUDA calls

#include "scanlab_sim/dim3.hpp"

#include <cstddef>

/// Calls X(name, value, text) for every error that the simulator, or a program of its own, may return.
#define SCANLAB_CUDA_ERRORS(X)                                                                         \
    X(cudaSuccess, 0, "no error")                                                                      \
    X(cudaErrorInvalidValue, 1, "invalid argument")                                                    \
    X(cudaErrorMemoryAllocation, 2, "out of memory")                                                   \
    X(cudaErrorInitializationError, 3, "initialization error")                                         \
    X(cudaErrorCudartUnloading, 4, "driver shutting down")                                             \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                              \
    X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                        \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                             \
    X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                         \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                     \
    X(cudaErrorInvalidTexture, 18, "invalid texture reference")                                        \
    X(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                         \
    X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                             \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                        \
    X(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")          \
    X(cudaErrorInvalidNormSetting, 27,                                                                 \
      "read as normalized float not supported for 32-bit non float type")                              \
    X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
    X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                 \
    X(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")     \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                   \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                    \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                           \
    X(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                   \
    X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")   \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                  \
    X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")            \
    X(cudaErrorSymbolNotFound, 500, "named symbol not found")                                          \
    X(cudaErrorNotReady, 600, "device not ready")                                                      \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                        \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                   \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                          \
    X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                        \
    X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                          \
    X(cudaErrorAssert, 710, "device-side assert triggered")                                            \
    X(cudaErrorHostMemoryAlreadyRegistered, 712,                                                       \
      "part or all of the requested memory range is already mapped")                                   \
    X(cudaErrorHostMemoryNotRegistered, 713,                                                           \
      "pointer does not correspond to a registered memory region")                                     \
    X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                      \
    X(cudaErrorMisalignedAddress, 716, "misaligned address")                                           \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                       \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                \
    X(cudaErrorNotPermitted, 800, "operation not permitted")                                           \
    X(cudaErrorNotSupported, 801, "operation not supported")                                           \
    X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")      \
    X(cudaErrorStreamCaptureInvalidated, 901,                                                          \
      "operation failed due to a previous error during capture")                                       \
    X(cudaErrorStreamCaptureMerge, 902,                                                                \
      "operation would result in a merge of separate capture sequences")                               \
    X(cudaErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began")    \
    X(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                       \
    X(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream") \
    X(cudaErrorStreamCaptureImplicit, 906,                                                             \
      "operation would make the legacy stream depend on a capturing blocking stream")                  \
    X(cudaErrorCapturedEvent, 907,                                                                     \
      "operation not permitted on an event last recorded in a capturing stream")                       \
    X(cudaErrorTimeout, 909, "wait operation timed out")                                               \
    X(cudaErrorGraphExecUpdateFailure, 910,                                                            \
      "the graph update was not performed because it included changes which violated constraints "     \
      "specific to instantiated graph update")                                                         \
    X(cudaErrorUnknown, 999, "unknown error")

/// The same for those that none returns here: programs list them, as NVIDIA's older helper_cuda.h does.
#define SCANLAB_CUDA_ERRORS_OF_OTHERS(X)                                                               \
    X(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")           \
    X(cudaErrorProfilerNotInitialized, 6, "profiler not initialized: call cudaProfilerInitialize()")   \
    X(cudaErrorProfilerAlreadyStarted, 7, "profiler already started")                                  \
    X(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")                                  \
    X(cudaErrorAddressOfConstant, 22, "__constant__ memory variable address was taken")                \
    X(cudaErrorTextureFetchFailed, 23, "fetch from texture failed")                                    \
    X(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")                   \
    X(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()")                           \
    X(cudaErrorMixedDeviceExecution, 28, "device kernel image does not match host code")               \
    X(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                                   \
    X(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer value too large to fit in 32 bit")     \
    X(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                       \
    X(cudaErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver")  \
    X(cudaErrorInvalidSurface, 37, "invalid surface reference")                                        \
    X(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")        \
    X(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                 \
    X(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                 \
    X(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")            \
    X(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                           \
    X(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                   \
    X(cudaErrorLaunchFileScopedTex, 66,                                                                \
      "launch failed because kernel uses unsupported, file-scoped textures")                           \
    X(cudaErrorLaunchFileScopedSurf, 67,                                                               \
      "launch failed because kernel uses unsupported, file-scoped surfaces")                           \
    X(cudaErrorSyncDepthExceeded, 68,                                                                  \
      "cudaDeviceSynchronize failed because caller's grid depth exceeds the limit")                    \
    X(cudaErrorLaunchPendingCountExceeded, 69,                                                         \
      "launch failed because the number of pending launches is exceeded")                              \
    X(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                       \
    X(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed")                         \
    X(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                 \
    X(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                              \
    X(cudaErrorDeviceUninitialized, 201, "invalid device context")                                     \
    X(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                          \
    X(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                      \
    X(cudaErrorArrayIsMapped, 207, "array is mapped")                                                  \
    X(cudaErrorAlreadyMapped, 208, "resource already mapped")                                          \
    X(cudaErrorNoKernelImageForDevice, 209,                                                            \
      "no kernel image is available for execution on the device")                                      \
    X(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                      \
    X(cudaErrorNotMapped, 211, "resource not mapped")                                                  \
    X(cudaErrorNotMappedAsArray, 212, "resource not mapped as array")                                  \
    X(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                              \
    X(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                           \
    X(cudaErrorDeviceAlreadyInUse, 216,                                                                \
      "exclusive-thread device already in use by a different thread")                                  \
    X(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                        \
    X(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                       \
    X(cudaErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution")   \
    X(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                         \
    X(cudaErrorUnsupportedPtxVersion, 222,                                                             \
      "the provided PTX was compiled with an unsupported toolchain.")                                  \
    X(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled")                        \
    X(cudaErrorUnsupportedExecAffinity, 224, "the provided execution affinity is not supported")       \
    X(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                   \
    X(cudaErrorFileNotFound, 301, "file not found")                                                    \
    X(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                      \
    X(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                     \
    X(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")           \
    X(cudaErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode")            \
    X(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")           \
    X(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                        \
    X(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                  \
    X(cudaErrorHardwareStackError, 714, "hardware stack error")                                        \
    X(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")     \
    X(cudaErrorInvalidPc, 718, "invalid program counter")                                              \
    X(cudaErrorSystemNotReady, 802, "system not yet initialized")                                      \
    X(cudaErrorSystemDriverMismatch, 803,                                                              \
      "system has unsupported display driver / cuda driver combination")                               \
    X(cudaErrorCompatNotSupportedOnDevice, 804,                                                        \
      "forward compatibility was attempted on non supported HW")                                       \
    X(cudaErrorMpsConnectionFailed, 805,                                                               \
      "MPS client failed to connect to the MPS control daemon or the MPS server")                      \
    X(cudaErrorMpsRpcFailure, 806,                                                                     \
      "the remote procedural call between the MPS server and the MPS client failed")                   \
    X(cudaErrorMpsServerNotReady, 807, "MPS server is not ready to accept new MPS client requests")    \
    X(cudaErrorMpsMaxClientsReached, 808,                                                              \
      "the hardware resources required to create MPS client have been exhausted")                      \
    X(cudaErrorMpsMaxConnectionsReached, 809,                                                          \
      "the hardware resources required to support device connections have been exhausted")             \
    X(cudaErrorStreamCaptureWrongThread, 908,                                                          \
      "attempt to terminate a thread-local capture sequence from another thread")                      \
    X(cudaErrorInvalidClusterSize, 912, "cluster size is invalid")                                     \
    X(cudaErrorApiFailureBase, 10000, "api failure base")

#define SCANLAB_ENUMERATOR(name, value, text) name = value,
enum cudaError {
    SCANLAB_CUDA_ERRORS(SCANLAB_ENUMERATOR) SCANLAB_CUDA_ERRORS_OF_OTHERS(SCANLAB_ENUMERATOR)
};
#undef SCANLAB_ENUMERATOR
using cudaError_t = cudaError;

// --- streams and events --------------------------------------------------------------------------

using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;

#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(0x1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(0x2))
// Of launches by kernels: after all else that the grid has launched; whenever there is room.
#define cudaStreamTailLaunch (reinterpret_cast<cudaStream_t>(0x3))
#define cudaStreamFireAndForget (reinterpret_cast<cudaStream_t>(0x4))

constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
                   cudaEventInterprocess = 4;
constexpr unsigned cudaEventRecordDefault = 0, cudaEventWaitDefault = 0;

using cudaHostFn_t = void (*)(void* user_data);
using cudaStreamCallback_t = void (*)(cudaStream_t stream, cudaError_t status, void* user_data);

// --- memory --------------------------------------------------------------------------------------

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
};

constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                   cudaHostAllocWriteCombined = 4;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1,
                   cudaHostRegisterMapped = 2, cudaHostRegisterIoMemory = 4,
                   cudaHostRegisterReadOnly = 8;

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4
};
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};
/// When the copies of a batch read what they copy.
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3
};
constexpr unsigned cudaMemcpyFlagDefault = 0, cudaMemcpyFlagPreferOverlapWithCompute = 1;
struct cudaMemcpyAttributes {
    cudaMemcpySrcAccessOrder srcAccessOrder;
    cudaMemLocation srcLocHint, dstLocHint;
    unsigned flags;
};
constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4;

// --- device --------------------------------------------------------------------------------------

constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;

constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
                   cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4,
                   cudaDeviceMapHost = 8;

/// Which part of global memory had better stay in the cache. There is none here.
enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2
};
struct cudaAccessPolicyWindow {
    void* base_ptr;
    std::size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};

/// What cudaLaunchKernelEx() may be told about a launch, of what the simulator knows.
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8,
};
union cudaLaunchAttributeValue {
    cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int priority;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
using cudaStreamAttrID = cudaLaunchAttributeID;
using cudaStreamAttrValue = cudaLaunchAttributeValue;
using cudaKernelNodeAttrID = cudaLaunchAttributeID;
using cudaKernelNodeAttrValue = cudaLaunchAttributeValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

struct cudaUUID_t {
    char bytes[16];
};

/// The members of all versions of CUDA. Those of what the simulator does not have are 0.
struct cudaDeviceProp {
    char name[256];
    std::size_t totalGlobalMem;
    std::size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    std::size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    std::size_t totalConstMem;
    int major;
    int minor;
    int multiProcessorCount;
    int integrated;
    int canMapHostMemory;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryBusWidth;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    std::size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int hostNativeAtomicSupported;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int cooperativeLaunch;
    std::size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    std::size_t reservedSharedMemPerBlock;
    int memoryPoolsSupported;
    cudaUUID_t uuid;
    int clockRate, memoryClockRate; ///< in kHz
    int computeMode;
    int deviceOverlap;
    int kernelExecTimeoutEnabled;
    int tccDriver;
    int isMultiGpuBoard, multiGpuBoardGroupID;
    int singleToDoublePrecisionPerfRatio;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeMultiDeviceLaunch;
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int hostRegisterSupported;
    int accessPolicyMaxWindowSize;
    int clusterLaunch;
    int unifiedFunctionPointers;
    std::size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture3D[3];
    int maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3DAlt[3];
    int maxTextureCubemap, maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    char luid[8];
    unsigned luidDeviceNodeMask;
    int hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported, sparseCudaArraySupported,
        deferredMappingCudaArraySupported;
    int gpuDirectRDMASupported, ipcEventSupported;
    unsigned gpuDirectRDMAFlushWritesOptions, memoryPoolSupportedHandleTypes;
    int gpuDirectRDMAWritesOrdering;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxPitch = 11,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrTextureAlignment = 14,
    cudaDevAttrGpuOverlap = 15,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrKernelExecTimeout = 17,
    cudaDevAttrIntegrated = 18,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrComputeMode = 20,
    cudaDevAttrMaxTexture1DWidth = 21,
    cudaDevAttrMaxTexture2DWidth = 22,
    cudaDevAttrMaxTexture2DHeight = 23,
    cudaDevAttrMaxTexture3DWidth = 24,
    cudaDevAttrMaxTexture3DHeight = 25,
    cudaDevAttrMaxTexture3DDepth = 26,
    cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrConcurrentKernels = 31,
    cudaDevAttrEccEnabled = 32,
    cudaDevAttrPciBusId = 33,
    cudaDevAttrPciDeviceId = 34,
    cudaDevAttrTccDriver = 35,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrAsyncEngineCount = 40,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrGlobalL1CacheSupported = 79,
    cudaDevAttrLocalL1CacheSupported = 80,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrIsMultiGpuBoard = 84,
    cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrComputePreemptionSupported = 90,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrCooperativeMultiDeviceLaunch = 96,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrCanFlushRemoteWrites = 98,
    cudaDevAttrHostRegisterSupported = 99,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
    cudaDevAttrDirectManagedMemAccessFromHost = 101,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize = 109,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrSparseCudaArraySupported = 112,
    cudaDevAttrHostRegisterReadOnlySupported = 113,
    cudaDevAttrTimelineSemaphoreInteropSupported = 114,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrGPUDirectRDMASupported = 116,
    cudaDevAttrClusterLaunch = 120,
    cudaDevAttrIpcEventSupport = 125
};

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};

enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
};

// --- kernels -------------------------------------------------------------------------------------

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

/// How wide the banks of shared memory were on GPUs of compute capability 3.
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

struct cudaFuncAttributes {
    std::size_t sharedSizeBytes;
    std::size_t constSizeBytes;
    std::size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;
