/// \file
/// A part of NCCL (https://docs.nvidia.com/deeplearning/nccl), for the devices of one process:
/// communicators, group calls, and collective and point-to-point operations as work in streams.
#pragma once

#define NCCL_H_
#define NCCL_MAJOR 2
#define NCCL_MINOR 19
#define NCCL_PATCH 3
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 21903
#define NCCL_VERSION(X, Y, Z)                                                                          \
    ((X) <= 2 && (Y) <= 8 ? (X)*1000 + (Y)*100 + (Z) : (X)*10000 + (Y)*100 + (Z))

#include <cuda_runtime_api.h>

using ncclComm_t = struct ncclComm*;
#define NCCL_COMM_NULL nullptr

#define NCCL_UNIQUE_ID_BYTES 128
struct ncclUniqueId {
    char internal[NCCL_UNIQUE_ID_BYTES];
};

enum ncclResult_t {
    ncclSuccess = 0,
    ncclUnhandledCudaError = 1,
    ncclSystemError = 2,
    ncclInternalError = 3,
    ncclInvalidArgument = 4,
    ncclInvalidUsage = 5,
    ncclRemoteError = 6,
    ncclInProgress = 7,
    ncclNumResults = 8
};

enum ncclDataType_t {
    ncclInt8 = 0,
    ncclChar = 0,
    ncclUint8 = 1,
    ncclInt32 = 2,
    ncclInt = 2,
    ncclUint32 = 3,
    ncclInt64 = 4,
    ncclUint64 = 5,
    ncclFloat16 = 6,
    ncclHalf = 6,
    ncclFloat32 = 7,
    ncclFloat = 7,
    ncclFloat64 = 8,
    ncclDouble = 8,
    ncclBfloat16 = 9,
    ncclNumTypes = 10
};

enum ncclRedOp_t { ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4, ncclNumOps = 5 };

ncclResult_t ncclGetVersion(int* version);
const char* ncclGetErrorString(ncclResult_t result);
const char* ncclGetLastError(ncclComm_t communicator);

// --- communicators -------------------------------------------------------------------------------

ncclResult_t ncclGetUniqueId(ncclUniqueId* id);
/// For the current device. Between ncclGroupStart() and ncclGroupEnd() one thread can make several.
ncclResult_t ncclCommInitRank(ncclComm_t* communicator, int ranks, ncclUniqueId id, int rank);
/// One for each of the devices, of which a null pointer means the first ones.
ncclResult_t ncclCommInitAll(ncclComm_t* communicators, int ranks, const int* devices);
ncclResult_t ncclCommFinalize(ncclComm_t communicator);
ncclResult_t ncclCommDestroy(ncclComm_t communicator);
ncclResult_t ncclCommAbort(ncclComm_t communicator);
ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t* error);
ncclResult_t ncclCommCount(const ncclComm_t communicator, int* ranks);
ncclResult_t ncclCommCuDevice(const ncclComm_t communicator, int* device);
ncclResult_t ncclCommUserRank(const ncclComm_t communicator, int* rank);

ncclResult_t ncclMemAlloc(void** pointer, size_t bytes);
ncclResult_t ncclMemFree(void* pointer);

// --- group calls ---------------------------------------------------------------------------------

ncclResult_t ncclGroupStart();
ncclResult_t ncclGroupEnd();

// --- operations: lengths are in elements, and of one rank ----------------------------------------

ncclResult_t ncclAllReduce(const void* from, void* to, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream);
ncclResult_t ncclReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                        int root, ncclComm_t communicator, cudaStream_t stream);
ncclResult_t ncclBroadcast(const void* from, void* to, size_t count, ncclDataType_t type, int root,
                           ncclComm_t communicator, cudaStream_t stream);
/// In place.
ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root,
                       ncclComm_t communicator, cudaStream_t stream);
/// To: `count` elements per rank, in the order of ranks.
ncclResult_t ncclAllGather(const void* from, void* to, size_t count, ncclDataType_t type,
                           ncclComm_t communicator, cudaStream_t stream);
/// From: `count` elements per rank, in the order of ranks.
ncclResult_t ncclReduceScatter(const void* from, void* to, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t communicator, cudaStream_t stream);
ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t communicator, cudaStream_t stream);
ncclResult_t ncclRecv(void* to, size_t count, ncclDataType_t type, int peer, ncclComm_t communicator,
                      cudaStream_t stream);
