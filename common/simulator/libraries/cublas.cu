// cuBLAS on a BLAS of the host's, by its interface for C (CBLAS): what each function reads and writes,
// and which function computes it.
#include "library_call.hpp"

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
};

namespace scanlab::library {
namespace {

// CBLAS's enumerators.
constexpr int by_columns = 102;
int cblas(cublasOperation_t operation) { return 111 + operation; }
int cblas(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_UPPER ? 121 : 122; }
int cblas(cublasDiagType_t diagonal) { return 131 + diagonal; }
int cblas(cublasSideMode_t side) { return 141 + side; }

template <class T>
constexpr bool is_complex = std::is_same_v<T, cuComplex> || std::is_same_v<T, cuDoubleComplex>;
template <class T>
constexpr bool is_single = std::is_same_v<T, float> || std::is_same_v<T, cuComplex>;

/// What CBLAS gets of a number: itself, or the address of a complex one.
SCANLAB_UNOBSERVED float passed(const float& number) { return number; }
SCANLAB_UNOBSERVED double passed(const double& number) { return number; }
SCANLAB_UNOBSERVED const void* passed(const cuComplex& number) { return &number; }
SCANLAB_UNOBSERVED const void* passed(const cuDoubleComplex& number) { return &number; }

/// A function of CBLAS's, for elements T.
template <class T>
class Blas {
public:
    /// `name` without its letter, as in "gemm"; of those with a result, `prefix` comes before that.
    explicit Blas(const char* name, const char* prefix = "") {
        constexpr char letter = is_complex<T> ? (is_single<T> ? 'c' : 'z') : (is_single<T> ? 's' : 'd');
        char full[32];
        std::snprintf(full, sizeof full, "cblas_%s%c%s", prefix, letter, name);
        function_ = library().function(full);
    }
    template <class Result = void, class... Arguments>
    SCANLAB_UNOBSERVED Result call(Arguments... arguments) const {
        return reinterpret_cast<Result (*)(Arguments...)>(function_)(arguments...);
    }

private:
    static const HostLibrary& library() {
        setenv("OPENBLAS_NUM_THREADS", "1", 0);
        static const HostLibrary& loaded =
            *new HostLibrary("cuBLAS is computed by a BLAS", "libopenblas0",
                             {"libopenblas.so.0", "libblas.so.3", "libcblas.so.3"});
        return loaded;
    }
    void* function_;
};

/// A number that the call is given by its address, of the host's memory or of the device's.
template <class T>
class Scalar {
public:
    Scalar(const cublasContext* handle, const T* address)
        : on_device_(handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE ? address : nullptr),
          value_(on_device_ ? T{} : host_value(address)) {}
    T value() const { return on_device_ ? *on_device_ : value_; }

private:
    /// Programs give the addresses of `std::complex<double>`, which are aligned as a double is.
    static T host_value(const void* address) {
        T value;
        std::memcpy(&value, address, sizeof value);
        return value;
    }

    const T* on_device_;
    T value_;
};

SCANLAB_UNOBSERVED bool is_zero(float number) { return number == 0; }
SCANLAB_UNOBSERVED bool is_zero(double number) { return number == 0; }
template <class T>
SCANLAB_UNOBSERVED bool is_zero(T number) {
    return number.x == 0 && number.y == 0;
}

cublasStatus_t status_of(cudaError_t error) {
    return error == cudaSuccess             ? CUBLAS_STATUS_SUCCESS
           : error == cudaErrorInvalidValue ? CUBLAS_STATUS_INVALID_VALUE
                                            : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class Operation>
cublasStatus_t submitted(const char* call, const cublasContext* handle, const Operation& operation) {
    return status_of(submit(call, handle->stream, operation));
}

/// Matrices and vectors that a call names.
template <class T>
Elements<T> matrix(T* data, long rows, long columns, long ld, Part part = Part::all) {
    return {data, rows, columns, ld, 1, part};
}
/// A matrix that takes part as it is, or transposed.
template <class T>
Elements<T> operand(T* data, cublasOperation_t operation, long rows, long columns, long ld) {
    return operation == CUBLAS_OP_N ? matrix(data, rows, columns, ld) : matrix(data, columns, rows, ld);
}
Part part_of(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_UPPER ? Part::upper : Part::lower;
}
/// A diagonal of ones is not read.
Part part_of(cublasFillMode_t fill, cublasDiagType_t diagonal) {
    if (diagonal == CUBLAS_DIAG_NON_UNIT) return part_of(fill);
    return fill == CUBLAS_FILL_MODE_UPPER ? Part::above : Part::below;
}

/// Whether none of these is negative, and each column fits into the distance to the next one.
bool are_sizes(std::initializer_list<int> sizes) {
    return std::all_of(sizes.begin(), sizes.end(), [](int size) { return size >= 0; });
}
bool fits(long rows, int ld) { return ld >= std::max(1l, rows); }

#define SCANLAB_REQUIRE(condition)                                                                     \
    if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE

// --- one vector, or two
// --------------------------------------------------------------------------------------------------------------

template <class T>
cublasStatus_t axpy(const char* call, cublasHandle_t handle, int n, const T* alpha, const T* x,
                    int incx, T* y, int incy) {
    const Blas<T> blas("axpy");
    const Scalar<T> factor(handle, alpha);
    return submitted(call, handle, [=] {
        const Copy<T> from(vector(const_cast<T*>(x), n, incx), true);
        const Copy<T> to(vector(y, n, incy), true);
        const T a = factor.value();
        blas.call(n, passed(a), from.values(), (incx < 0) == (incy < 0) ? 1 : -1, to.values(), 1);
        to.write();
    });
}

template <class T>
cublasStatus_t copy(const char* call, cublasHandle_t handle, int n, const T* x, int incx, T* y,
                    int incy) {
    const Blas<T> blas("copy");
    return submitted(call, handle, [=] {
        const Copy<T> from(vector(const_cast<T*>(x), n, incx), true);
        const Copy<T> to(vector(y, n, incy), false);
        blas.call(n, from.values(), (incx < 0) == (incy < 0) ? 1 : -1, to.values(), 1);
        to.write();
    });
}

template <class T>
cublasStatus_t swap(const char* call, cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
    const Blas<T> blas("swap");
    return submitted(call, handle, [=] {
        const Copy<T> one(vector(x, n, incx), true), other(vector(y, n, incy), true);
        blas.call(n, one.values(), (incx < 0) == (incy < 0) ? 1 : -1, other.values(), 1);
        one.write();
        other.write();
    });
}

template <class T>
cublasStatus_t scal(const char* call, cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
    const Blas<T> blas("scal");
    const Scalar<T> factor(handle, alpha);
    return submitted(call, handle, [=] {
        const Copy<T> all(vector(x, n, incx), true);
        const T a = factor.value();
        blas.call(n, passed(a), all.values(), 1);
        all.write();
    });
}

template <class T>
cublasStatus_t rot(const char* call, cublasHandle_t handle, int n, T* x, int incx, T* y, int incy,
                   const T* cosine, const T* sine) {
    const Blas<T> blas("rot");
    const Scalar<T> c(handle, cosine), s(handle, sine);
    return submitted(call, handle, [=] {
        const Copy<T> one(vector(x, n, incx), true), other(vector(y, n, incy), true);
        const T c_value = c.value(), s_value = s.value();
        blas.call(n, one.values(), (incx < 0) == (incy < 0) ? 1 : -1, other.values(), 1, c_value,
                  s_value);
        one.write();
        other.write();
    });
}

// --- a number of vectors
// -------------------------------------------------------------------------------------------------------------

/// Hands over what `compute()` returns in a kernel, to device memory or to the host, which waits for
/// it.
template <class Result, class Compute>
cublasStatus_t reduced(const char* call, cublasHandle_t handle, Result* result,
                       const Compute& compute) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        return submitted(call, handle, [=] { *result = compute(); });
    struct Slot {
        Result* value;
        SCANLAB_UNOBSERVED void set(Result computed) const { *value = computed; }
    } slot{result};
    const cublasStatus_t status = submitted(call, handle, [=] { slot.set(compute()); });
    return status == CUBLAS_STATUS_SUCCESS ? status_of(cudaStreamSynchronize(handle->stream)) : status;
}

template <class T>
cublasStatus_t dot(const char* call, cublasHandle_t handle, int n, const T* x, int incx, const T* y,
                   int incy, T* result) {
    const Blas<T> blas("dot");
    return reduced(call, handle, result, [=] {
        const Copy<T> one(vector(const_cast<T*>(x), n, incx), true),
            other(vector(const_cast<T*>(y), n, incy), true);
        return blas.template call<T>(n, one.values(), (incx < 0) == (incy < 0) ? 1 : -1, other.values(),
                                     1);
    });
}

template <class T>
cublasStatus_t complex_dot(const char* call, const char* function, cublasHandle_t handle, int n,
                           const T* x, int incx, const T* y, int incy, T* result) {
    const Blas<T> blas(function);
    return reduced(call, handle, result, [=] {
        const Copy<T> one(vector(const_cast<T*>(x), n, incx), true),
            other(vector(const_cast<T*>(y), n, incy), true), sum(vector<T>(nullptr, 1, 1), false);
        blas.call(n, one.values(), (incx < 0) == (incy < 0) ? 1 : -1, other.values(), 1, sum.values());
        return sum.value(0);
    });
}
template <class T, class... Arguments>
cublasStatus_t dotu(const char* call, cublasHandle_t handle, int n, const T* x, Arguments... rest) {
    return complex_dot<T>(call, "dotu_sub", handle, n, x, rest...);
}
template <class T, class... Arguments>
cublasStatus_t dotc(const char* call, cublasHandle_t handle, int n, const T* x, Arguments... rest) {
    return complex_dot<T>(call, "dotc_sub", handle, n, x, rest...);
}

/// nrm2 and asum, whose names have a letter more for complex numbers.
template <class T, class R>
cublasStatus_t size_of_vector(const char* call, const char* function, cublasHandle_t handle, int n,
                              const T* x, int incx, R* result) {
    const Blas<T> blas(function, !is_complex<T> ? "" : is_single<T> ? "s" : "d");
    return reduced(call, handle, result, [=] {
        const Copy<T> all(vector(const_cast<T*>(x), n, incx), true);
        return blas.template call<R>(n, all.values(), 1);
    });
}
template <class T, class R>
cublasStatus_t nrm2(const char* call, cublasHandle_t handle, int n, const T* x, int incx, R* result) {
    return size_of_vector(call, "nrm2", handle, n, x, incx, result);
}
template <class T, class R>
cublasStatus_t asum(const char* call, cublasHandle_t handle, int n, const T* x, int incx, R* result) {
    return size_of_vector(call, "asum", handle, n, x, incx, result);
}

SCANLAB_UNOBSERVED double magnitude(float number) { return std::fabs(number); }
SCANLAB_UNOBSERVED double magnitude(double number) { return std::fabs(number); }
template <class T>
SCANLAB_UNOBSERVED double magnitude(T number) {
    return std::fabs(number.x) + std::fabs(number.y);
}

/// The place of the first element that is `before` all others, from 1 on; not every CBLAS has amin.
template <class T, class Before>
cublasStatus_t place(const char* call, cublasHandle_t handle, int n, const T* x, int incx, int* result,
                     Before before) {
    return reduced(call, handle, result, [=] {
        const Copy<T> all(vector(const_cast<T*>(x), n, incx), true);
        int found = 0;
        for (int i = 1; i < n; ++i)
            if (before(magnitude(all.value(i)), magnitude(all.value(found)))) found = i;
        return n > 0 && incx > 0 ? found + 1 : 0;
    });
}
template <class T>
cublasStatus_t amax(const char* call, cublasHandle_t handle, int n, const T* x, int incx, int* result) {
    return place(call, handle, n, x, incx, result, [](double a, double b) { return a > b; });
}
template <class T>
cublasStatus_t amin(const char* call, cublasHandle_t handle, int n, const T* x, int incx, int* result) {
    return place(call, handle, n, x, incx, result, [](double a, double b) { return a < b; });
}

// --- a matrix and vectors
// ------------------------------------------------------------------------------------------------------------

/// Of a vector's copy, which begins at the end if the step is negative.
int direction(int step) { return step < 0 ? -1 : 1; }

template <class T>
cublasStatus_t gemv(const char* call, cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                    const T* alpha, const T* a, int lda, const T* x, int incx, const T* beta, T* y,
                    int incy) {
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(m, lda) && incx != 0 && incy != 0);
    const Blas<T> blas("gemv");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    const bool is_plain = trans == CUBLAS_OP_N;
    return submitted(call, handle, [=] {
        const T factor = first.value(), kept = second.value();
        const Copy<T> in(vector(const_cast<T*>(x), is_plain ? n : m, incx), true);
        const Copy<T> out(vector(y, is_plain ? m : n, incy), !is_zero(kept));
        read(matrix(a, m, n, lda));
        blas.call(by_columns, cblas(trans), m, n, passed(factor), a, lda, in.values(), direction(incx),
                  passed(kept), out.values(), direction(incy));
        out.write();
    });
}

template <class T>
cublasStatus_t symv(const char* call, cublasHandle_t handle, cublasFillMode_t fill, int n,
                    const T* alpha, const T* a, int lda, const T* x, int incx, const T* beta, T* y,
                    int incy) {
    SCANLAB_REQUIRE(are_sizes({n}) && fits(n, lda) && incx != 0 && incy != 0);
    const Blas<T> blas("symv");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        const T factor = first.value(), kept = second.value();
        const Copy<T> in(vector(const_cast<T*>(x), n, incx), true);
        const Copy<T> out(vector(y, n, incy), !is_zero(kept));
        read(matrix(a, n, n, lda, part_of(fill)));
        blas.call(by_columns, cblas(fill), n, passed(factor), a, lda, in.values(), direction(incx),
                  passed(kept), out.values(), direction(incy));
        out.write();
    });
}

/// trsv and trmv
template <class T>
cublasStatus_t triangular(const char* call, const char* function, cublasHandle_t handle,
                          cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int n,
                          const T* a, int lda, T* x, int incx) {
    SCANLAB_REQUIRE(are_sizes({n}) && fits(n, lda) && incx != 0);
    const Blas<T> blas(function);
    return submitted(call, handle, [=] {
        const Copy<T> all(vector(x, n, incx), true);
        read(matrix(a, n, n, lda, part_of(fill, diag)));
        blas.call(by_columns, cblas(fill), cblas(trans), cblas(diag), n, a, lda, all.values(),
                  direction(incx));
        all.write();
    });
}
template <class T, class... Arguments>
cublasStatus_t trsv(const char* call, cublasHandle_t handle, cublasFillMode_t fill,
                    cublasOperation_t trans, cublasDiagType_t diag, int n, const T* a, int lda, T* x,
                    int incx) {
    return triangular(call, "trsv", handle, fill, trans, diag, n, a, lda, x, incx);
}
template <class T>
cublasStatus_t trmv(const char* call, cublasHandle_t handle, cublasFillMode_t fill,
                    cublasOperation_t trans, cublasDiagType_t diag, int n, const T* a, int lda, T* x,
                    int incx) {
    return triangular(call, "trmv", handle, fill, trans, diag, n, a, lda, x, incx);
}

template <class T>
cublasStatus_t outer_product(const char* call, const char* function, cublasHandle_t handle, int m,
                             int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a,
                             int lda) {
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(m, lda) && incx != 0 && incy != 0);
    const Blas<T> blas(function);
    const Scalar<T> first(handle, alpha);
    return submitted(call, handle, [=] {
        const T factor = first.value();
        const Copy<T> column(vector(const_cast<T*>(x), m, incx), true),
            row(vector(const_cast<T*>(y), n, incy), true), out(matrix(a, m, n, lda), true);
        blas.call(by_columns, m, n, passed(factor), column.values(), direction(incx), row.values(),
                  direction(incy), out.values(), std::max(1, m));
        out.write();
    });
}
#define SCANLAB_OUTER_PRODUCT(name)                                                                    \
    template <class T>                                                                                 \
    cublasStatus_t name(const char* call, cublasHandle_t handle, int m, int n, const T* alpha,         \
                        const T* x, int incx, const T* y, int incy, T* a, int lda) {                   \
        return outer_product(call, #name, handle, m, n, alpha, x, incx, y, incy, a, lda);              \
    }
SCANLAB_OUTER_PRODUCT(ger)
SCANLAB_OUTER_PRODUCT(geru)
SCANLAB_OUTER_PRODUCT(gerc)

template <class T>
cublasStatus_t syr(const char* call, cublasHandle_t handle, cublasFillMode_t fill, int n,
                   const T* alpha, const T* x, int incx, T* a, int lda) {
    SCANLAB_REQUIRE(are_sizes({n}) && fits(n, lda) && incx != 0);
    const Blas<T> blas("syr");
    const Scalar<T> first(handle, alpha);
    return submitted(call, handle, [=] {
        const T factor = first.value();
        const Copy<T> in(vector(const_cast<T*>(x), n, incx), true),
            out(matrix(a, n, n, lda, part_of(fill)), true);
        blas.call(by_columns, cblas(fill), n, passed(factor), in.values(), direction(incx),
                  out.values(), std::max(1, n));
        out.write();
    });
}

// --- matrices
// ------------------------------------------------------------------------------------------------------------------------

/// The sizes of a product of matrices.
struct Product {
    cublasOperation_t ta, tb;
    int m, n, k, lda, ldb, ldc;

    bool has_sense() const {
        return are_sizes({m, n, k}) && fits(ta == CUBLAS_OP_N ? m : k, lda) &&
               fits(tb == CUBLAS_OP_N ? k : n, ldb) && fits(m, ldc);
    }
};

/// In a kernel, whose elements may be of other types than the sums.
template <class Sum, class A, class B, class C>
void multiply(const Blas<Sum>& blas, const Product& p, Sum alpha, const A* a, const B* b, Sum beta,
              C* c) {
    const Elements<const A> of_a = operand(a, p.ta, p.m, p.k, p.lda);
    const Elements<const B> of_b = operand(b, p.tb, p.k, p.n, p.ldb);
    const Copy<Sum, C> out(matrix(c, p.m, p.n, p.ldc), !is_zero(beta));
    if constexpr (std::is_same_v<A, Sum> && std::is_same_v<B, Sum>) {
        read(of_a);
        read(of_b);
        blas.call(by_columns, cblas(p.ta), cblas(p.tb), p.m, p.n, p.k, passed(alpha), a, p.lda, b,
                  p.ldb, passed(beta), out.values(), std::max(1, p.m));
    } else {
        const Copy<Sum, const A> left(of_a, true);
        const Copy<Sum, const B> right(of_b, true);
        blas.call(by_columns, cblas(p.ta), cblas(p.tb), p.m, p.n, p.k, passed(alpha), left.values(),
                  left.column_step(), right.values(), right.column_step(), passed(beta), out.values(),
                  std::max(1, p.m));
    }
    out.write();
}

template <class T>
cublasStatus_t gemm_strided(const char* call, cublasHandle_t handle, cublasOperation_t ta,
                            cublasOperation_t tb, int m, int n, int k, const T* alpha, const T* a,
                            int lda, long long stride_a, const T* b, int ldb, long long stride_b,
                            const T* beta, T* c, int ldc, long long stride_c, int count) {
    const Product product{ta, tb, m, n, k, lda, ldb, ldc};
    SCANLAB_REQUIRE(product.has_sense() && count >= 0);
    const Blas<T> blas("gemm");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        for (int i = 0; i < count; ++i)
            multiply<T>(blas, product, first.value(), a + i * stride_a, b + i * stride_b,
                        second.value(), c + i * stride_c);
    });
}

template <class T>
cublasStatus_t gemm(const char* call, cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,
                    int m, int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,
                    const T* beta, T* c, int ldc) {
    return gemm_strided(call, handle, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}

template <class T>
cublasStatus_t gemm_batched(const char* call, cublasHandle_t handle, cublasOperation_t ta,
                            cublasOperation_t tb, int m, int n, int k, const T* alpha,
                            const T* const* a, int lda, const T* const* b, int ldb, const T* beta,
                            T* const* c, int ldc, int count) {
    const Product product{ta, tb, m, n, k, lda, ldb, ldc};
    SCANLAB_REQUIRE(product.has_sense() && count >= 0);
    const Blas<T> blas("gemm");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        for (int i = 0; i < count; ++i)
            multiply<T>(blas, product, first.value(), a[i], b[i], second.value(), c[i]);
    });
}

template <class T>
cublasStatus_t symm(const char* call, cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t fill, int m, int n, const T* alpha, const T* a, int lda,
                    const T* b, int ldb, const T* beta, T* c, int ldc) {
    const int of_a = side == CUBLAS_SIDE_LEFT ? m : n;
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(of_a, lda) && fits(m, ldb) && fits(m, ldc));
    const Blas<T> blas("symm");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        const T factor = first.value(), kept = second.value();
        read(matrix(a, of_a, of_a, lda, part_of(fill)));
        read(matrix(b, m, n, ldb));
        const Copy<T> out(matrix(c, m, n, ldc), !is_zero(kept));
        blas.call(by_columns, cblas(side), cblas(fill), m, n, passed(factor), a, lda, b, ldb,
                  passed(kept), out.values(), std::max(1, m));
        out.write();
    });
}

template <class T>
cublasStatus_t syrk(const char* call, cublasHandle_t handle, cublasFillMode_t fill,
                    cublasOperation_t trans, int n, int k, const T* alpha, const T* a, int lda,
                    const T* beta, T* c, int ldc) {
    SCANLAB_REQUIRE(are_sizes({n, k}) && fits(trans == CUBLAS_OP_N ? n : k, lda) && fits(n, ldc));
    const Blas<T> blas("syrk");
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        const T factor = first.value(), kept = second.value();
        read(operand(a, trans, n, k, lda));
        const Copy<T> out(matrix(c, n, n, ldc, part_of(fill)), !is_zero(kept));
        blas.call(by_columns, cblas(fill), cblas(trans), n, k, passed(factor), a, lda, passed(kept),
                  out.values(), std::max(1, n));
        out.write();
    });
}

/// trsm and trmm: the result is computed of b, in place or elsewhere.
template <class T>
cublasStatus_t by_triangle(const char* call, const char* function, cublasHandle_t handle,
                           cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans,
                           cublasDiagType_t diag, int m, int n, const T* alpha, const T* a, int lda,
                           const T* b, int ldb, T* c, int ldc) {
    const int of_a = side == CUBLAS_SIDE_LEFT ? m : n;
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(of_a, lda) && fits(m, ldb) && fits(m, ldc));
    const Blas<T> blas(function);
    const Scalar<T> first(handle, alpha);
    return submitted(call, handle, [=] {
        const T factor = first.value();
        read(matrix(a, of_a, of_a, lda, part_of(fill, diag)));
        const Copy<T> out(matrix(const_cast<T*>(b), m, n, ldb), !is_zero(factor));
        blas.call(by_columns, cblas(side), cblas(fill), cblas(trans), cblas(diag), m, n, passed(factor),
                  a, lda, out.values(), std::max(1, m));
        out.write_to(matrix(c, m, n, ldc));
    });
}
template <class T>
cublasStatus_t trsm(const char* call, cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                    const T* alpha, const T* a, int lda, T* b, int ldb) {
    return by_triangle(call, "trsm", handle, side, fill, trans, diag, m, n, alpha, a, lda, b, ldb, b,
                       ldb);
}
template <class T>
cublasStatus_t trmm(const char* call, cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t fill, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                    const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
    return by_triangle(call, "trmm", handle, side, fill, trans, diag, m, n, alpha, a, lda, b, ldb, c,
                       ldc);
}

// What BLAS does not have: sums and multiples, element by element.

SCANLAB_UNOBSERVED float times(float a, float b) { return a * b; }
SCANLAB_UNOBSERVED double times(double a, double b) { return a * b; }
SCANLAB_UNOBSERVED cuComplex times(cuComplex a, cuComplex b) { return cuCmulf(a, b); }
SCANLAB_UNOBSERVED cuDoubleComplex times(cuDoubleComplex a, cuDoubleComplex b) { return cuCmul(a, b); }
SCANLAB_UNOBSERVED float plus(float a, float b) { return a + b; }
SCANLAB_UNOBSERVED double plus(double a, double b) { return a + b; }
SCANLAB_UNOBSERVED cuComplex plus(cuComplex a, cuComplex b) { return cuCaddf(a, b); }
SCANLAB_UNOBSERVED cuDoubleComplex plus(cuDoubleComplex a, cuDoubleComplex b) { return cuCadd(a, b); }
template <class T>
SCANLAB_UNOBSERVED T conjugate(T number) {
    if constexpr (is_complex<T>) number.y = -number.y;
    return number;
}

/// An element of a matrix that takes part as it is, transposed, or conjugate as well.
template <class T>
T element(const T* data, cublasOperation_t operation, long row, long column, long ld) {
    if (operation == CUBLAS_OP_N) return data[row + column * ld];
    const T found = data[column + row * ld];
    return operation == CUBLAS_OP_C ? conjugate(found) : found;
}

template <class T>
cublasStatus_t geam(const char* call, cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,
                    int m, int n, const T* alpha, const T* a, int lda, const T* beta, const T* b,
                    int ldb, T* c, int ldc) {
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(ta == CUBLAS_OP_N ? m : n, lda) &&
                    fits(tb == CUBLAS_OP_N ? m : n, ldb) && fits(m, ldc));
    const Scalar<T> first(handle, alpha), second(handle, beta);
    return submitted(call, handle, [=] {
        const T of_a = first.value(), of_b = second.value();
        const Copy<T> out(matrix(c, m, n, ldc), false);
        for (long j = 0; j < n; ++j)
            for (long i = 0; i < m; ++i) {
                T sum{};
                if (!is_zero(of_a)) sum = times(of_a, element(a, ta, i, j, lda));
                if (!is_zero(of_b)) sum = plus(sum, times(of_b, element(b, tb, i, j, ldb)));
                out.set(i, j, sum);
            }
        out.write();
    });
}

template <class T>
cublasStatus_t dgmm(const char* call, cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                    const T* a, int lda, const T* x, int incx, T* c, int ldc) {
    SCANLAB_REQUIRE(are_sizes({m, n}) && fits(m, lda) && fits(m, ldc));
    return submitted(call, handle, [=] {
        const long length = side == CUBLAS_SIDE_LEFT ? m : n;
        for (long j = 0; j < n; ++j)
            for (long i = 0; i < m; ++i) {
                const long k = side == CUBLAS_SIDE_LEFT ? i : j;
                c[i + j * ldc] =
                    times(a[i + j * lda], x[incx < 0 ? (k - length + 1) * incx : k * incx]);
            }
    });
}

// --- elements of types that the call names
// -------------------------------------------------------------------------------------------

/// Calls `with(T{})` for the type that is named; false if it is none of these.
template <class With>
bool with_type(cudaDataType type, const With& with) {
    switch (type) {
    case CUDA_R_32F:
        with(float{});
        return true;
    case CUDA_R_64F:
        with(double{});
        return true;
    case CUDA_R_16F:
        with(__half{});
        return true;
    case CUDA_R_16BF:
        with(__nv_bfloat16{});
        return true;
    default:
        return false;
    }
}

template <class Sum, class In, class Out>
cublasStatus_t multiply_as(const char* call, cublasHandle_t handle, const Product& product,
                           const void* alpha, const void* a, long long stride_a, const void* b,
                           long long stride_b, const void* beta, void* c, long long stride_c,
                           int count) {
    const Blas<Sum> blas("gemm");
    const Scalar<Sum> first(handle, static_cast<const Sum*>(alpha)),
        second(handle, static_cast<const Sum*>(beta));
    return submitted(call, handle, [=] {
        for (int i = 0; i < count; ++i)
            multiply<Sum>(blas, product, first.value(), static_cast<const In*>(a) + i * stride_a,
                          static_cast<const In*>(b) + i * stride_b, second.value(),
                          static_cast<Out*>(c) + i * stride_c);
    });
}

} // namespace
} // namespace scanlab::library

using namespace scanlab::library;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
    SCANLAB_REQUIRE(handle);
    *handle = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    const cudaError_t error = cudaDeviceSynchronize();
    delete handle;
    return status_of(error);
}

#define SCANLAB_REQUIRE_HANDLE                                                                         \
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED
#define SCANLAB_PROPERTY(Name, Type, member)                                                           \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, Type value) {                                \
        SCANLAB_REQUIRE_HANDLE;                                                                        \
        handle->member = value;                                                                        \
        return CUBLAS_STATUS_SUCCESS;                                                                  \
    }                                                                                                  \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, Type* value) {                               \
        SCANLAB_REQUIRE_HANDLE;                                                                        \
        SCANLAB_REQUIRE(value);                                                                        \
        *value = handle->member;                                                                       \
        return CUBLAS_STATUS_SUCCESS;                                                                  \
    }
SCANLAB_PROPERTY(Stream, cudaStream_t, stream)
SCANLAB_PROPERTY(PointerMode, cublasPointerMode_t, pointer_mode)
SCANLAB_PROPERTY(MathMode, cublasMath_t, math_mode)

cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
    SCANLAB_REQUIRE(version);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, size_t) { return CUBLAS_STATUS_SUCCESS; }

const char* cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define SCANLAB_NAME(name, value)                                                                      \
    case name:                                                                                         \
        return #name;
        SCANLAB_CUBLAS_STATUSES(SCANLAB_NAME)
    }
    return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda, void* b,
                                    int ldb, cudaStream_t stream) {
    SCANLAB_REQUIRE(are_sizes({rows, columns}) && bytes > 0 && lda > 0 && ldb > 0);
    const size_t size = bytes;
    return status_of(cudaMemcpy2DAsync(b, ldb * size, a, lda * size, rows * size, columns,
                                       cudaMemcpyHostToDevice, stream));
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void* a, int lda, void* b,
                                    int ldb, cudaStream_t stream) {
    SCANLAB_REQUIRE(are_sizes({rows, columns}) && bytes > 0 && lda > 0 && ldb > 0);
    const size_t size = bytes;
    return status_of(cudaMemcpy2DAsync(b, ldb * size, a, lda * size, rows * size, columns,
                                       cudaMemcpyDeviceToHost, stream));
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b,
                               int ldb) {
    SCANLAB_REQUIRE(are_sizes({rows, columns}) && bytes > 0 && lda > 0 && ldb > 0);
    const size_t size = bytes;
    return status_of(
        cudaMemcpy2D(b, ldb * size, a, lda * size, rows * size, columns, cudaMemcpyHostToDevice));
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b,
                               int ldb) {
    SCANLAB_REQUIRE(are_sizes({rows, columns}) && bytes > 0 && lda > 0 && ldb > 0);
    const size_t size = bytes;
    return status_of(
        cudaMemcpy2D(b, ldb * size, a, lda * size, rows * size, columns, cudaMemcpyDeviceToHost));
}
// A vector is a matrix of one row.
cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
    return cublasSetMatrix(1, n, bytes, x, incx, y, incy);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
    return cublasGetMatrix(1, n, bytes, x, incx, y, incy);
}
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
    return cublasSetMatrixAsync(1, n, bytes, x, incx, y, incy, stream);
}
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
    return cublasGetMatrixAsync(1, n, bytes, x, incx, y, incy, stream);
}

#define SCANLAB_CALL(...) __VA_ARGS__
#define SCANLAB_DEFINE(name, operation, parameters, arguments)                                         \
    cublasStatus_t name(SCANLAB_DECLARE parameters) {                                                  \
        SCANLAB_REQUIRE_HANDLE;                                                                        \
        return operation(#name "()", handle, SCANLAB_CALL arguments);                                  \
    }
SCANLAB_CUBLAS_TABLE(SCANLAB_DEFINE)

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta,
                                          cublasOperation_t tb, int m, int n, int k, const void* alpha,
                                          const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b,
                                          int ldb, long long stride_b, const void* beta, void* c,
                                          cudaDataType type_c, int ldc, long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
    SCANLAB_REQUIRE_HANDLE;
    const Product product{ta, tb, m, n, k, lda, ldb, ldc};
    SCANLAB_REQUIRE(product.has_sense() && count >= 0);
    cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
    const bool in_double = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    const bool in_float = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
                          compute == CUBLAS_COMPUTE_32F_FAST_16F ||
                          compute == CUBLAS_COMPUTE_32F_FAST_16BF ||
                          compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    if (type_a != type_b) return status;
    with_type(type_a, [&](auto in) {
        with_type(type_c, [&](auto out) {
            using In = decltype(in);
            using Out = decltype(out);
            constexpr bool is_double = std::is_same_v<In, double> && std::is_same_v<Out, double>;
            constexpr bool has_double = std::is_same_v<In, double> || std::is_same_v<Out, double>;
            if constexpr (is_double) {
                if (in_double)
                    status =
                        multiply_as<double, In, Out>("cublasGemmEx()", handle, product, alpha, a,
                                                     stride_a, b, stride_b, beta, c, stride_c, count);
            } else if constexpr (!has_double) {
                if (in_float)
                    status =
                        multiply_as<float, In, Out>("cublasGemmEx()", handle, product, alpha, a,
                                                    stride_a, b, stride_b, beta, c, stride_c, count);
            }
        });
    });
    return status;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                            int n, int k, const void* alpha, const void* a, cudaDataType type_a,
                            int lda, const void* b, cudaDataType type_b, int ldb, const void* beta,
                            void* c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm) {
    return cublasGemmStridedBatchedEx(handle, ta, tb, m, n, k, alpha, a, type_a, lda, 0, b, type_b, ldb,
                                      0, beta, c, type_c, ldc, 0, 1, compute, algorithm);
}

} // extern "C"
