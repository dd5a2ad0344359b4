/// \file
/// cuBLAS, computed by a BLAS of the host's (libraries/cublas.cu). A function that is not here is
/// refused by its name.
#pragma once

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include "scanlab_sim/cublas_functions.hpp"

#define CUBLASAPI
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 130000

using cublasHandle_t = struct cublasContext*;

/// Calls X(name, value) for every status.
#define SCANLAB_CUBLAS_STATUSES(X)                                                                     \
    X(CUBLAS_STATUS_SUCCESS, 0)                                                                        \
    X(CUBLAS_STATUS_NOT_INITIALIZED, 1)                                                                \
    X(CUBLAS_STATUS_ALLOC_FAILED, 3)                                                                   \
    X(CUBLAS_STATUS_INVALID_VALUE, 7)                                                                  \
    X(CUBLAS_STATUS_ARCH_MISMATCH, 8)                                                                  \
    X(CUBLAS_STATUS_MAPPING_ERROR, 11)                                                                 \
    X(CUBLAS_STATUS_EXECUTION_FAILED, 13)                                                              \
    X(CUBLAS_STATUS_INTERNAL_ERROR, 14)                                                                \
    X(CUBLAS_STATUS_NOT_SUPPORTED, 15)                                                                 \
    X(CUBLAS_STATUS_LICENSE_ERROR, 16)
#define SCANLAB_ENUMERATOR(name, value) name = value,
enum cublasStatus_t { SCANLAB_CUBLAS_STATUSES(SCANLAB_ENUMERATOR) };
#undef SCANLAB_ENUMERATOR
using cublasStatus = cublasStatus_t;

enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73
};
using cublasDataType_t = cudaDataType;

// The algorithm is the host's.
enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
#define SCANLAB_ALGORITHM(number) CUBLAS_GEMM_ALGO##number = number,
    SCANLAB_ALGORITHM(0) SCANLAB_ALGORITHM(1) SCANLAB_ALGORITHM(2) SCANLAB_ALGORITHM(3)
        SCANLAB_ALGORITHM(4) SCANLAB_ALGORITHM(5) SCANLAB_ALGORITHM(6) SCANLAB_ALGORITHM(7)
#undef SCANLAB_ALGORITHM
            CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99
};

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int element_bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int element_bytes, const void* a, int lda,
                               void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int element_bytes, const void* a, int lda,
                               void* b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int element_bytes, const void* x, int incx, void* y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element_bytes, const void* a, int lda,
                                    void* b, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element_bytes, const void* a, int lda,
                                    void* b, int ldb, cudaStream_t stream);

#define SCANLAB_DECLARE(...) cublasHandle_t handle, __VA_ARGS__
#define SCANLAB_CUBLAS_FUNCTION(name, operation, parameters, arguments)                                \
    cublasStatus_t name(SCANLAB_DECLARE parameters);
SCANLAB_CUBLAS_TABLE(SCANLAB_CUBLAS_FUNCTION)
#undef SCANLAB_CUBLAS_FUNCTION

/// Elements are numbers of 16 bits, float or double; sums are computed in float, or in double.
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                            int n, int k, const void* alpha, const void* a, cudaDataType type_a,
                            int lda, const void* b, cudaDataType type_b, int ldb, const void* beta,
                            void* c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta,
                                          cublasOperation_t tb, int m, int n, int k, const void* alpha,
                                          const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b,
                                          int ldb, long long stride_b, const void* beta, void* c,
                                          cudaDataType type_c, int ldc, long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

} // extern "C"

// As older programs call them.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasCgemm_v2 cublasCgemm
#define cublasZgemm_v2 cublasZgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasDgemv_v2 cublasDgemv
#define cublasSaxpy_v2 cublasSaxpy
#define cublasDaxpy_v2 cublasDaxpy
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasSscal_v2 cublasSscal
#define cublasDscal_v2 cublasDscal
#define cublasSnrm2_v2 cublasSnrm2
#define cublasDnrm2_v2 cublasDnrm2
#define cublasScopy_v2 cublasScopy
#define cublasDcopy_v2 cublasDcopy
#define cublasIsamax_v2 cublasIsamax
#define cublasIdamax_v2 cublasIdamax

// What is missing says so where it is called.
#define SCANLAB_NO_CUBLAS(name)                                                                        \
    cublasStatus_t name(...) __asm__("the simulator does not have " #name                              \
                                     "(): run this program on a GPU");
SCANLAB_NO_CUBLAS(cublasHgemm)
SCANLAB_NO_CUBLAS(cublasHgemmBatched)
SCANLAB_NO_CUBLAS(cublasHgemmStridedBatched)
SCANLAB_NO_CUBLAS(cublasSgemmEx)
SCANLAB_NO_CUBLAS(cublasGemmBatchedEx)
SCANLAB_NO_CUBLAS(cublasCsscal)
SCANLAB_NO_CUBLAS(cublasZdscal)
SCANLAB_NO_CUBLAS(cublasChemm)
SCANLAB_NO_CUBLAS(cublasZhemm)
SCANLAB_NO_CUBLAS(cublasCherk)
SCANLAB_NO_CUBLAS(cublasZherk)
#define SCANLAB_NO_CUBLAS_OF_TYPES(name)                                                               \
    SCANLAB_NO_CUBLAS(cublasS##name)                                                                   \
    SCANLAB_NO_CUBLAS(cublasD##name)                                                                   \
    SCANLAB_NO_CUBLAS(cublasC##name)                                                                   \
    SCANLAB_NO_CUBLAS(cublasZ##name)
SCANLAB_NO_CUBLAS_OF_TYPES(getrfBatched)
SCANLAB_NO_CUBLAS_OF_TYPES(getrsBatched)
SCANLAB_NO_CUBLAS_OF_TYPES(getriBatched)
SCANLAB_NO_CUBLAS_OF_TYPES(matinvBatched)
SCANLAB_NO_CUBLAS_OF_TYPES(trsmBatched)
SCANLAB_NO_CUBLAS_OF_TYPES(syr2k)
SCANLAB_NO_CUBLAS_OF_TYPES(syrkx)
#undef SCANLAB_NO_CUBLAS
#undef SCANLAB_NO_CUBLAS_OF_TYPES
