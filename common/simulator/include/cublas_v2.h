/// \file
/// cuBLAS is not simulated. Headers that many programs share name it, so that only a program which
/// calls one of its functions is refused: the linker misses a symbol whose name says why.
#pragma once

#include "cuda_runtime_api.h"

using cublasHandle_t = struct cublasContext*;
enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };

#define SCANLAB_CUBLAS(name)                                                                           \
    cublasStatus_t name(...) __asm__("the simulator does not have cuBLAS: write the product as a "     \
                                     "kernel, or run this program on a GPU");
#define SCANLAB_CUBLAS_OF_TYPES(name)                                                                  \
    SCANLAB_CUBLAS(cublasS##name)                                                                      \
    SCANLAB_CUBLAS(cublasD##name)                                                                      \
    SCANLAB_CUBLAS(cublasC##name)                                                                      \
    SCANLAB_CUBLAS(cublasZ##name)

SCANLAB_CUBLAS(cublasCreate)
SCANLAB_CUBLAS(cublasDestroy)
SCANLAB_CUBLAS(cublasGetVersion)
SCANLAB_CUBLAS(cublasSetStream)
SCANLAB_CUBLAS(cublasGetStream)
SCANLAB_CUBLAS(cublasSetMathMode)
SCANLAB_CUBLAS(cublasSetPointerMode)
SCANLAB_CUBLAS(cublasSetVector)
SCANLAB_CUBLAS(cublasGetVector)
SCANLAB_CUBLAS(cublasSetMatrix)
SCANLAB_CUBLAS(cublasGetMatrix)
SCANLAB_CUBLAS(cublasGemmEx)
SCANLAB_CUBLAS(cublasGemmBatchedEx)
SCANLAB_CUBLAS(cublasGemmStridedBatchedEx)
SCANLAB_CUBLAS(cublasSgemmEx)
SCANLAB_CUBLAS(cublasHgemm)
SCANLAB_CUBLAS(cublasHgemmBatched)
SCANLAB_CUBLAS(cublasHgemmStridedBatched)
SCANLAB_CUBLAS(cublasIsamax)
SCANLAB_CUBLAS(cublasIdamax)
SCANLAB_CUBLAS(cublasIsamin)
SCANLAB_CUBLAS(cublasIdamin)
SCANLAB_CUBLAS(cublasSasum)
SCANLAB_CUBLAS(cublasDasum)
SCANLAB_CUBLAS(cublasSdot)
SCANLAB_CUBLAS(cublasDdot)
SCANLAB_CUBLAS(cublasSnrm2)
SCANLAB_CUBLAS(cublasDnrm2)
SCANLAB_CUBLAS(cublasSger)
SCANLAB_CUBLAS(cublasDger)
SCANLAB_CUBLAS_OF_TYPES(axpy)
SCANLAB_CUBLAS_OF_TYPES(copy)
SCANLAB_CUBLAS_OF_TYPES(scal)
SCANLAB_CUBLAS_OF_TYPES(swap)
SCANLAB_CUBLAS_OF_TYPES(gemv)
SCANLAB_CUBLAS_OF_TYPES(geam)
SCANLAB_CUBLAS_OF_TYPES(gemm)
SCANLAB_CUBLAS_OF_TYPES(gemmBatched)
SCANLAB_CUBLAS_OF_TYPES(gemmStridedBatched)
SCANLAB_CUBLAS_OF_TYPES(getrfBatched)
SCANLAB_CUBLAS_OF_TYPES(getriBatched)
SCANLAB_CUBLAS_OF_TYPES(syrk)
SCANLAB_CUBLAS_OF_TYPES(trsm)
#undef SCANLAB_CUBLAS
#undef SCANLAB_CUBLAS_OF_TYPES
