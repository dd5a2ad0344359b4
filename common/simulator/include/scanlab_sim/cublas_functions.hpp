/// \file
/// cuBLAS's functions that the simulator has, as tables: X(name, operation, parameters, arguments) for
/// each function but for the handle, which is the first parameter of all. P is the letter of the
/// elements T, R the type of their real parts.
#pragma once

#define SCANLAB_CUBLAS_FUNCTIONS(X, P, T)                                                              \
    X(cublas##P##axpy, axpy, (int n, const T* alpha, const T* x, int incx, T* y, int incy),            \
      (n, alpha, x, incx, y, incy))                                                                    \
    X(cublas##P##copy, copy, (int n, const T* x, int incx, T* y, int incy), (n, x, incx, y, incy))     \
    X(cublas##P##swap, swap, (int n, T* x, int incx, T* y, int incy), (n, x, incx, y, incy))           \
    X(cublas##P##scal, scal, (int n, const T* alpha, T* x, int incx), (n, alpha, x, incx))             \
    X(cublas##P##gemv, gemv,                                                                           \
      (cublasOperation_t trans, int m, int n, const T* alpha, const T* a, int lda, const T* x,         \
       int incx, const T* beta, T* y, int incy),                                                       \
      (trans, m, n, alpha, a, lda, x, incx, beta, y, incy))                                            \
    X(cublas##P##trsv, trsv,                                                                           \
      (cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int n, const T* a,       \
       int lda, T* x, int incx),                                                                       \
      (fill, trans, diag, n, a, lda, x, incx))                                                         \
    X(cublas##P##trmv, trmv,                                                                           \
      (cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int n, const T* a,       \
       int lda, T* x, int incx),                                                                       \
      (fill, trans, diag, n, a, lda, x, incx))                                                         \
    X(cublas##P##gemm, gemm,                                                                           \
      (cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T* alpha, const T* a,    \
       int lda, const T* b, int ldb, const T* beta, T* c, int ldc),                                    \
      (ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc))                                          \
    X(cublas##P##gemmStridedBatched, gemm_strided,                                                     \
      (cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T* alpha, const T* a,    \
       int lda, long long stride_a, const T* b, int ldb, long long stride_b, const T* beta, T* c,      \
       int ldc, long long stride_c, int count),                                                        \
      (ta, tb, m, n, k, alpha, a, lda, stride_a, b, ldb, stride_b, beta, c, ldc, stride_c, count))     \
    X(cublas##P##gemmBatched, gemm_batched,                                                            \
      (cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T* alpha,                \
       const T* const* a, int lda, const T* const* b, int ldb, const T* beta, T* const* c, int ldc,    \
       int count),                                                                                     \
      (ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, count))                                   \
    X(cublas##P##symm, symm,                                                                           \
      (cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha, const T* a,         \
       int lda, const T* b, int ldb, const T* beta, T* c, int ldc),                                    \
      (side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc))                                         \
    X(cublas##P##syrk, syrk,                                                                           \
      (cublasFillMode_t fill, cublasOperation_t trans, int n, int k, const T* alpha, const T* a,       \
       int lda, const T* beta, T* c, int ldc),                                                         \
      (fill, trans, n, k, alpha, a, lda, beta, c, ldc))                                                \
    X(cublas##P##trsm, trsm,                                                                           \
      (cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag,   \
       int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb),                              \
      (side, fill, trans, diag, m, n, alpha, a, lda, b, ldb))                                          \
    X(cublas##P##trmm, trmm,                                                                           \
      (cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag,   \
       int m, int n, const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc),         \
      (side, fill, trans, diag, m, n, alpha, a, lda, b, ldb, c, ldc))                                  \
    X(cublas##P##geam, geam,                                                                           \
      (cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T* alpha, const T* a, int lda,  \
       const T* beta, const T* b, int ldb, T* c, int ldc),                                             \
      (ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc))                                             \
    X(cublas##P##dgmm, dgmm,                                                                           \
      (cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x, int incx, T* c, int ldc), \
      (side, m, n, a, lda, x, incx, c, ldc))

/// Functions with a result, or of other names for complex numbers: I is the letters of nrm2 and asum.
#define SCANLAB_CUBLAS_REDUCTIONS(X, P, p, I, T, R)                                                    \
    X(cublas##I##nrm2, nrm2, (int n, const T* x, int incx, R* result), (n, x, incx, result))           \
    X(cublas##I##asum, asum, (int n, const T* x, int incx, R* result), (n, x, incx, result))           \
    X(cublasI##p##amax, amax, (int n, const T* x, int incx, int* result), (n, x, incx, result))        \
    X(cublasI##p##amin, amin, (int n, const T* x, int incx, int* result), (n, x, incx, result))
#define SCANLAB_CUBLAS_DOT(X, name, operation, T)                                                      \
    X(cublas##name, operation, (int n, const T* x, int incx, const T* y, int incy, T* result),         \
      (n, x, incx, y, incy, result))
#define SCANLAB_CUBLAS_GER(X, name, operation, T)                                                      \
    X(cublas##name, operation,                                                                         \
      (int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda),       \
      (m, n, alpha, x, incx, y, incy, a, lda))
#define SCANLAB_CUBLAS_REAL(X, P, T)                                                                   \
    X(cublas##P##symv, symv,                                                                           \
      (cublasFillMode_t fill, int n, const T* alpha, const T* a, int lda, const T* x, int incx,        \
       const T* beta, T* y, int incy),                                                                 \
      (fill, n, alpha, a, lda, x, incx, beta, y, incy))                                                \
    X(cublas##P##syr, syr,                                                                             \
      (cublasFillMode_t fill, int n, const T* alpha, const T* x, int incx, T* a, int lda),             \
      (fill, n, alpha, x, incx, a, lda))                                                               \
    X(cublas##P##rot, rot, (int n, T* x, int incx, T* y, int incy, const T* cosine, const T* sine),    \
      (n, x, incx, y, incy, cosine, sine))

/// All of them.
#define SCANLAB_CUBLAS_TABLE(X)                                                                        \
    SCANLAB_CUBLAS_FUNCTIONS(X, S, float)                                                              \
    SCANLAB_CUBLAS_FUNCTIONS(X, D, double)                                                             \
    SCANLAB_CUBLAS_FUNCTIONS(X, C, cuComplex)                                                          \
    SCANLAB_CUBLAS_FUNCTIONS(X, Z, cuDoubleComplex)                                                    \
    SCANLAB_CUBLAS_REDUCTIONS(X, S, s, S, float, float)                                                \
    SCANLAB_CUBLAS_REDUCTIONS(X, D, d, D, double, double)                                              \
    SCANLAB_CUBLAS_REDUCTIONS(X, C, c, Sc, cuComplex, float)                                           \
    SCANLAB_CUBLAS_REDUCTIONS(X, Z, z, Dz, cuDoubleComplex, double)                                    \
    SCANLAB_CUBLAS_DOT(X, Sdot, dot, float)                                                            \
    SCANLAB_CUBLAS_DOT(X, Ddot, dot, double)                                                           \
    SCANLAB_CUBLAS_DOT(X, Cdotu, dotu, cuComplex)                                                      \
    SCANLAB_CUBLAS_DOT(X, Cdotc, dotc, cuComplex)                                                      \
    SCANLAB_CUBLAS_DOT(X, Zdotu, dotu, cuDoubleComplex)                                                \
    SCANLAB_CUBLAS_DOT(X, Zdotc, dotc, cuDoubleComplex)                                                \
    SCANLAB_CUBLAS_GER(X, Sger, ger, float)                                                            \
    SCANLAB_CUBLAS_GER(X, Dger, ger, double)                                                           \
    SCANLAB_CUBLAS_GER(X, Cgeru, geru, cuComplex)                                                      \
    SCANLAB_CUBLAS_GER(X, Cgerc, gerc, cuComplex)                                                      \
    SCANLAB_CUBLAS_GER(X, Zgeru, geru, cuDoubleComplex)                                                \
    SCANLAB_CUBLAS_GER(X, Zgerc, gerc, cuDoubleComplex)                                                \
    SCANLAB_CUBLAS_REAL(X, S, float)                                                                   \
    SCANLAB_CUBLAS_REAL(X, D, double)
