/// \file
/// cuSPARSE's names. The simulator does not have it: a call ends the program with a sentence.
#pragma once

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include "scanlab_sim/absent.hpp"

#define CUSPARSEAPI
#define CUSPARSE_VERSION 12600

enum cusparseStatus_t {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
};
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 };
enum cusparseMatrixType_t {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
};
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 };
enum cusparseOperation_t {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
};
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 };
enum cusparseSpMVAlg_t {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
};
enum cusparseSpMMAlg_t {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
};
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT = 0 };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT = 0 };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT = 0 };

using cusparseHandle_t = struct cusparseContext*;
using cusparseMatDescr_t = struct cusparseMatDescr*;
using cusparseSpVecDescr_t = struct cusparseSpVecDescr*;
using cusparseDnVecDescr_t = struct cusparseDnVecDescr*;
using cusparseSpMatDescr_t = struct cusparseSpMatDescr*;
using cusparseDnMatDescr_t = struct cusparseDnMatDescr*;
using cusparseSpGEMMDescr_t = struct cusparseSpGEMMDescr*;
using cusparseSpSVDescr_t = struct cusparseSpSVDescr*;

#define SCANLAB_CUSPARSE(name) SCANLAB_ABSENT("cuSPARSE", cusparseStatus_t, cusparse##name)
#define SCANLAB_CUSPARSE_SIZED(name) SCANLAB_CUSPARSE(name) SCANLAB_CUSPARSE(name##_bufferSize)
SCANLAB_CUSPARSE(Create)
SCANLAB_CUSPARSE(Destroy)
SCANLAB_CUSPARSE(SetStream)
SCANLAB_CUSPARSE(SetPointerMode)
SCANLAB_CUSPARSE(CreateMatDescr)
SCANLAB_CUSPARSE(DestroyMatDescr)
SCANLAB_CUSPARSE(SetMatType)
SCANLAB_CUSPARSE(SetMatIndexBase)
SCANLAB_CUSPARSE(SetMatFillMode)
SCANLAB_CUSPARSE(SetMatDiagType)
SCANLAB_CUSPARSE(CreateSpVec)
SCANLAB_CUSPARSE(DestroySpVec)
SCANLAB_CUSPARSE(CreateDnVec)
SCANLAB_CUSPARSE(DestroyDnVec)
SCANLAB_CUSPARSE(CreateDnMat)
SCANLAB_CUSPARSE(DestroyDnMat)
SCANLAB_CUSPARSE(CreateCoo)
SCANLAB_CUSPARSE(CreateCsr)
SCANLAB_CUSPARSE(CreateCsc)
SCANLAB_CUSPARSE(DestroySpMat)
SCANLAB_CUSPARSE(CsrSetPointers)
SCANLAB_CUSPARSE(CooSetPointers)
SCANLAB_CUSPARSE(SpMatGetSize)
SCANLAB_CUSPARSE(SpMatSetAttribute)
SCANLAB_CUSPARSE(Xcoo2csr)
SCANLAB_CUSPARSE(Xcsr2coo)
SCANLAB_CUSPARSE(Gather)
SCANLAB_CUSPARSE(Scatter)
SCANLAB_CUSPARSE(Axpby)
SCANLAB_CUSPARSE_SIZED(SpVV)
SCANLAB_CUSPARSE_SIZED(SpMV)
SCANLAB_CUSPARSE(SpMV_preprocess)
SCANLAB_CUSPARSE_SIZED(SpMM)
SCANLAB_CUSPARSE(SpMM_preprocess)
SCANLAB_CUSPARSE_SIZED(SDDMM)
SCANLAB_CUSPARSE_SIZED(SparseToDense)
SCANLAB_CUSPARSE_SIZED(DenseToSparse)
SCANLAB_CUSPARSE(DenseToSparse_analysis)
SCANLAB_CUSPARSE(DenseToSparse_convert)
SCANLAB_CUSPARSE(Csr2cscEx2)
SCANLAB_CUSPARSE(Csr2cscEx2_bufferSize)
SCANLAB_CUSPARSE(SpGEMM_createDescr)
SCANLAB_CUSPARSE(SpGEMM_destroyDescr)
SCANLAB_CUSPARSE(SpGEMM_workEstimation)
SCANLAB_CUSPARSE(SpGEMM_compute)
SCANLAB_CUSPARSE(SpGEMM_copy)
SCANLAB_CUSPARSE(SpSV_createDescr)
SCANLAB_CUSPARSE(SpSV_destroyDescr)
SCANLAB_CUSPARSE(SpSV_bufferSize)
SCANLAB_CUSPARSE(SpSV_analysis)
SCANLAB_CUSPARSE(SpSV_solve)
#undef SCANLAB_CUSPARSE_SIZED
#undef SCANLAB_CUSPARSE

inline const char* cusparseGetErrorString(cusparseStatus_t) { return "not simulated"; }
inline const char* cusparseGetErrorName(cusparseStatus_t) { return "CUSPARSE_STATUS"; }
