// cuBLAS's results against plain loops, for all four types of elements.
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <type_traits>
#include <vector>

namespace {

int failures = 0;

void expect(bool right, const char* what, int line) {
    if (right) return;
    std::printf("line %d: %s\n", line, what);
    ++failures;
}
#define EXPECT(...) expect(__VA_ARGS__, #__VA_ARGS__, __LINE__)
#define DONE(...) EXPECT((__VA_ARGS__) == CUBLAS_STATUS_SUCCESS)

/// An array of the device's, with small whole numbers in it.
template <class T>
class Array {
public:
    explicit Array(int n, int seed = 1) : values(n) {
        for (int i = 0; i < n; ++i) {
            seed = seed * 1103515245 + 12345;
            set(values[i], (seed >> 16) % 5, (seed >> 20) % 3);
        }
        cudaMalloc(&data_, n * sizeof(T));
        DONE(cublasSetVector(n, sizeof(T), values.data(), 1, data_, 1));
    }
    ~Array() { cudaFree(data_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    template <class Device>
    Device* as() const {
        static_assert(sizeof(Device) == sizeof(T));
        return reinterpret_cast<Device*>(data_);
    }
    std::vector<T> now() const {
        std::vector<T> result(values.size());
        DONE(cublasGetVector(static_cast<int>(result.size()), sizeof(T), data_, 1, result.data(), 1));
        return result;
    }

    std::vector<T> values; ///< as they were

private:
    template <class R>
    static void set(R& number, int real, int) {
        number = R(real);
    }
    template <class R>
    static void set(std::complex<R>& number, int real, int imaginary) {
        number = {R(real), R(imaginary)};
    }
    T* data_ = nullptr;
};

template <class T>
bool is_near(T a, T b) {
    return std::abs(a - b) < 1e-3;
}
template <class T>
bool are_near(const std::vector<T>& a, const std::vector<T>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!is_near(a[i], b[i])) return false;
    return a.size() == b.size();
}

template <class T>
T conjugate(T x) {
    if constexpr (std::is_floating_point_v<T>)
        return x;
    else
        return std::conj(x);
}
/// op(a)[i, j]
template <class T>
T element(const std::vector<T>& a, cublasOperation_t operation, int i, int j, int ld) {
    if (operation == CUBLAS_OP_N) return a[i + j * ld];
    return operation == CUBLAS_OP_T ? a[j + i * ld] : conjugate(a[j + i * ld]);
}

constexpr cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

#define TEST_TYPE(P, Letters, letter, T, D, R)                                                                                             \
    void test_##P(cublasHandle_t handle) {                                                                                                 \
        const T alpha = T(2), beta = T(3);                                                                                                 \
        const auto a_pointer = reinterpret_cast<const D*>(&alpha), b_pointer = reinterpret_cast<const D*>(&beta);                          \
        const int m = 4, n = 3, k = 5, ld = 6;                                                                                             \
        for (const auto ta : operations)                                                                                                   \
            for (const auto tb : operations) {                                                                                             \
                Array<T> a(ld*ld, 1), b(ld*ld, 2), c(ld*ld, 3);                                                                            \
                std::vector<T> right = c.values;                                                                                           \
                for (int i = 0; i < m; ++i)                                                                                                \
                    for (int j = 0; j < n; ++j) {                                                                                          \
                        T sum{};                                                                                                           \
                        for (int l = 0; l < k; ++l) sum += element(a.values, ta, i, l, ld) * element(b.values, tb, l, j, ld);              \
                        right[i + j * ld] = alpha * sum + beta * right[i + j * ld];                                                        \
                    }                                                                                                                      \
                DONE(cublas##P##gemm(handle, ta, tb, m, n, k, a_pointer, a.as<D>(), ld, b.as<D>(), ld, b_pointer, c.as<D>(), ld));         \
                EXPECT(are_near(c.now(), right));                                                                                          \
                Array<T> x(ld, 4), y(ld, 5);                                                                                               \
                right = y.values;                                                                                                          \
                for (int i = 0; i < (ta == CUBLAS_OP_N ? m : n); ++i) {                                                                    \
                    T sum{};                                                                                                               \
                    for (int j = 0; j < (ta == CUBLAS_OP_N ? n : m); ++j) sum += element(a.values, ta, i, j, ld) * x.values[j];            \
                    right[i] = alpha * sum + beta * right[i];                                                                              \
                }                                                                                                                          \
                DONE(cublas##P##gemv(handle, ta, m, n, a_pointer, a.as<D>(), ld, x.as<D>(), 1, b_pointer, y.as<D>(), 1));                  \
                EXPECT(are_near(y.now(), right));                                                                                          \
            }                                                                                                                              \
        {                                                                                                                                  \
            Array<T> x(20, 6), y(20, 7);                                                                                                   \
            std::vector<T> right = y.values;                                                                                               \
            for (int i = 0; i < 5; ++i) right[i * 3] += alpha * x.values[(4 - i) * 2];                                                     \
            DONE(cublas##P##axpy(handle, 5, a_pointer, x.as<D>(), -2, y.as<D>(), 3));                                                      \
            EXPECT(are_near(y.now(), right));                                                                                              \
            R norm{}, sum{}, square{}, magnitudes{};                                                                                       \
            int largest = 0, right_largest = 1;                                                                                            \
            const auto magnitude = [](T v) { return std::abs(std::real(v)) + std::abs(std::imag(v)); };                                    \
            for (int i = 0; i < 20; ++i) {                                                                                                 \
                square += std::norm(x.values[i]);                                                                                          \
                magnitudes += magnitude(x.values[i]);                                                                                      \
                if (magnitude(x.values[i]) > magnitude(x.values[right_largest - 1])) right_largest = i + 1;                                \
            }                                                                                                                              \
            DONE(cublas##Letters##nrm2(handle, 20, x.as<D>(), 1, &norm));                                                                  \
            DONE(cublas##Letters##asum(handle, 20, x.as<D>(), 1, &sum));                                                                   \
            DONE(cublasI##letter##amax(handle, 20, x.as<D>(), 1, &largest));                                                               \
            EXPECT(is_near(norm, std::sqrt(square)) && is_near(sum, magnitudes));                                                          \
            EXPECT(largest == right_largest);                                                                                              \
        }                                                                                                                                  \
        { /* a triangle, times x, and back */                                                                                              \
            Array<T> a(ld*ld, 8), b(ld*ld, 9), c(ld*ld, 10);                                                                               \
            DONE(cublas##P##trmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, m, n, a_pointer,         \
                                 a.as<D>(), ld, b.as<D>(), ld, c.as<D>(), ld));                                                            \
            const T half = T(0.5);                                                                                                         \
            DONE(cublas##P##trsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, m, n,                    \
                                 reinterpret_cast<const D*>(&half), a.as<D>(), ld, c.as<D>(), ld));                                        \
            std::vector<T> right = c.values;                                                                                               \
            for (int i = 0; i < m; ++i)                                                                                                    \
                for (int j = 0; j < n; ++j) right[i + j * ld] = b.values[i + j * ld];                                                      \
            EXPECT(are_near(c.now(), right));                                                                                              \
            DONE(cublas##P##geam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, a_pointer, a.as<D>(), ld, b_pointer, b.as<D>(), ld, c.as<D>(),    \
                                 ld));                                                                                                     \
            for (int i = 0; i < m; ++i)                                                                                                    \
                for (int j = 0; j < n; ++j) right[i + j * ld] = alpha * a.values[j + i * ld] + beta * b.values[i + j * ld];                \
            EXPECT(are_near(c.now(), right));                                                                                              \
        }                                                                                                                                  \
    }
TEST_TYPE(S, S, s, float, float, float)
TEST_TYPE(D, D, d, double, double, double)
TEST_TYPE(C, Sc, c, std::complex<float>, cuComplex, float)
TEST_TYPE(Z, Dz, z, std::complex<double>, cuDoubleComplex, double)

/// Results and factors in device memory; batches; elements of 16 bits.
void test_modes(cublasHandle_t handle) {
    Array<float> x(16, 1), y(16, 2), scalars(2, 3), result(1);
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    DONE(cublasSdot(handle, 16, x.as<float>(), 1, y.as<float>(), 1, result.as<float>()));
    DONE(cublasSaxpy(handle, 16, scalars.as<float>(), x.as<float>(), 1, y.as<float>(), 1));
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    float sum = 0, on_host = 0;
    std::vector<float> right = y.values;
    for (int i = 0; i < 16; ++i) {
        sum += x.values[i] * y.values[i];
        right[i] += scalars.values[0] * x.values[i];
    }
    EXPECT(is_near(result.now()[0], sum) && are_near(y.now(), right));
    DONE(cublasSdot(handle, 16, x.as<float>(), 1, x.as<float>(), 1, &on_host));
    EXPECT(on_host > 0);

    const float one = 1, zero = 0;
    Array<float> c(16, 4);
    DONE(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x.as<float>(), 2, 4, y.as<float>(), 2, 0, &zero,
                                   c.as<float>(), 2, 4, 4));
    right.assign(16, 0);
    const std::vector<float> factor = y.now();
    for (int b = 0; b < 4; ++b)
        for (int i = 0; i < 8; ++i)
            right[b * 4 + i % 2 + i / 4 * 2] += x.values[b * 4 + i % 2 + i / 2 % 2 * 2] * factor[i / 2 % 2 + i / 4 * 2];
    EXPECT(are_near(c.now(), right));

    std::vector<__half> halves(4, __float2half(1.5f));
    __half* half_data;
    cudaMalloc(&half_data, 4 * sizeof(__half));
    cudaMemcpy(half_data, halves.data(), 4 * sizeof(__half), cudaMemcpyHostToDevice);
    DONE(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, half_data, CUDA_R_16F, 2, half_data, CUDA_R_16F, 2, &zero,
                      c.as<float>(), CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    EXPECT(is_near(c.now()[3], 4.5f));
    cudaFree(half_data);
    EXPECT(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, x.as<float>(), 3, y.as<float>(), 4, &zero, c.as<float>(), 4) ==
           CUBLAS_STATUS_INVALID_VALUE);
}

} // namespace

int main() {
    cublasHandle_t handle;
    DONE(cublasCreate(&handle));
    test_S(handle);
    test_D(handle);
    test_C(handle);
    test_Z(handle);
    test_modes(handle);
    DONE(cublasDestroy(handle));
    std::puts(failures == 0 ? "ok" : "wrong");
    return failures != 0;
}
