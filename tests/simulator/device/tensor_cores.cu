// Products of small matrices by a warp, of every type and shape, against plain sums of integers that all types hold.
#include "../expect.hpp"

#include <mma.h>

using namespace nvcuda;
using wmma::col_major;
using wmma::row_major;

template <class Layout>
constexpr bool by_rows = std::is_same_v<Layout, row_major>;

// Stores 2 (a b + 1).
template <int M, int N, int K, class T, class Sum, class LayoutOfA, class LayoutOfB, class Element>
__global__ void multiply(const Element* a, const Element* b, Sum* c, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutOfA> of_a;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutOfB> of_b;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> of_c;
    wmma::fill_fragment(of_c, Sum(1));
    wmma::load_matrix_sync(of_a, a, by_rows<LayoutOfA> ? K : M);
    wmma::load_matrix_sync(of_b, b, by_rows<LayoutOfB> ? N : K);
    wmma::mma_sync(of_c, of_a, of_b, of_c);
    for (int i = 0; i < of_c.num_elements; ++i) of_c.x[i] = of_c.x[i] + of_c.x[i];
    wmma::store_matrix_sync(c, of_c, layout == wmma::mem_row_major ? N : M, layout);
}

template <int M, int N, int K, class T, class Sum, class LayoutOfA, class LayoutOfB, class Element = T>
void check(wmma::layout_t layout, const char* what) {
    const auto in_a = [](int m, int k) { return m % 5 + k % 3; };
    const auto in_b = [](int k, int n) { return n % 4 + k % 7; };
    std::vector<Element> a(M * K), b(K * N);
    for (int k = 0; k < K; ++k) {
        for (int m = 0; m < M; ++m)
            a[static_cast<std::size_t>(by_rows<LayoutOfA> ? m * K + k : k * M + m)] = Element(static_cast<float>(in_a(m, k)));
        for (int n = 0; n < N; ++n)
            b[static_cast<std::size_t>(by_rows<LayoutOfB> ? k * N + n : n * K + k)] = Element(static_cast<float>(in_b(k, n)));
    }
    test::DeviceArray<Element> on_device_a(a), on_device_b(b);
    test::DeviceArray<Sum> c(M * N);
    multiply<M, N, K, T, Sum, LayoutOfA, LayoutOfB><<<1, 32>>>(on_device_a.data(), on_device_b.data(), c.data(), layout);
    const std::vector<Sum> got = c.read();
    for (int m = 0; m < M; ++m)
        for (int n = 0; n < N; ++n) {
            int sum = 1;
            for (int k = 0; k < K; ++k) sum += in_a(m, k) * in_b(k, n);
            const int at = layout == wmma::mem_row_major ? m * N + n : n * M + m;
            test::expect_equal(static_cast<float>(got[static_cast<std::size_t>(at)]), static_cast<float>(2 * sum), what);
        }
}

// --- the same in PTX ---------------------------------------------------------------------------------

// Of row-major matrices a, of M x K, and b, of K x 8, a lane's elements; PER of them in a register.
template <int M, int K, int PER, class T>
__device__ void take(const T* a, const T* b, unsigned* of_a, unsigned* of_b) {
    const int g = threadIdx.x / 4, q = threadIdx.x % 4;
    for (int r = 0; r < M / 8 * K / (4 * PER); ++r)
        for (int i = 0; i < PER; ++i)
            reinterpret_cast<T*>(of_a + r)[i] = a[(g + r % (M / 8) * 8) * K + r / (M / 8) * 4 * PER + q * PER + i];
    for (int r = 0; r < K / (4 * PER); ++r)
        for (int i = 0; i < PER; ++i) reinterpret_cast<T*>(of_b + r)[i] = b[(r * 4 * PER + q * PER + i) * 8 + g];
}

// Stores a lane's sums, of M x 8.
template <int M, class T>
__device__ void put(T* c, const T* sums) {
    for (int i = 0; i < M / 4; ++i) c[(threadIdx.x / 4 + i / 2 * 8) * 8 + threadIdx.x % 4 * 2 + i % 2] = sums[i];
}

// The factors come by ldmatrix, b transposed.
__global__ void by_ldmatrix(const half* a, const half* b, float* c) {
    __shared__ half rows[16 * 16 + 16 * 8];
    const int lane = threadIdx.x;
    for (int i = lane; i < 16 * 16; i += 32) rows[i] = a[i];
    for (int i = lane; i < 16 * 8; i += 32) rows[16 * 16 + i] = b[i];
    __syncwarp();
    unsigned x[4], y[2];
    float sums[4] = {1, 1, 1, 1};
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows + lane % 16 * 16 + lane / 16 * 8))));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows + 16 * 16 + lane % 16 * 8))));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    put<16>(c, sums);
}
__global__ void sums_of_half(const half* a, const half* b, half* c) {
    unsigned x[2], y[1], sums[2] = {0x3C003C00, 0x3C003C00}; // ones
    take<16, 8, 2>(a, b, x, y);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
                 : "+r"(sums[0]), "+r"(sums[1])
                 : "r"(x[0]), "r"(x[1]), "r"(y[0]));
    put<16>(c, reinterpret_cast<const half*>(sums));
}
__global__ void of_bfloat16(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
    unsigned x[4], y[2];
    float sums[4] = {1, 1, 1, 1};
    take<16, 16, 2>(a, b, x, y);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    put<16>(c, sums);
}
__global__ void of_tf32(const float* a, const float* b, float* c) {
    unsigned x[4], y[2];
    float sums[4] = {1, 1, 1, 1};
    take<16, 8, 1>(a, b, x, y);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    put<16>(c, sums);
}
__global__ void of_bytes(const signed char* a, const signed char* b, int* c) {
    unsigned x[4], y[2];
    int sums[4] = {1, 1, 1, 1};
    take<16, 32, 4>(a, b, x, y);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    put<16>(c, sums);
}
__global__ void of_doubles(const double* a, const double* b, double* c) {
    double sums[2] = {1, 1};
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(sums[0]), "+d"(sums[1])
                 : "d"(a[threadIdx.x]), "d"(b[threadIdx.x % 4 * 8 + threadIdx.x / 4]));
    put<8>(c, sums);
}

template <int M, int K, class T, class Sum>
void check_ptx(void (*multiply)(const T*, const T*, Sum*), const char* what) {
    const auto in_a = [](int m, int k) { return m % 5 - k % 3; };
    const auto in_b = [](int k, int n) { return n % 4 + k % 7; };
    std::vector<T> a(M * K), b(K * 8);
    for (int k = 0; k < K; ++k) {
        for (int m = 0; m < M; ++m) a[static_cast<std::size_t>(m * K + k)] = T(static_cast<float>(in_a(m, k)));
        for (int n = 0; n < 8; ++n) b[static_cast<std::size_t>(k * 8 + n)] = T(static_cast<float>(in_b(k, n)));
    }
    test::DeviceArray<T> on_device_a(a), on_device_b(b);
    test::DeviceArray<Sum> c(M * 8);
    multiply<<<1, 32>>>(on_device_a.data(), on_device_b.data(), c.data());
    const std::vector<Sum> got = c.read();
    for (int m = 0; m < M; ++m)
        for (int n = 0; n < 8; ++n) {
            int sum = 1;
            for (int k = 0; k < K; ++k) sum += in_a(m, k) * in_b(k, n);
            test::expect_equal(static_cast<float>(got[static_cast<std::size_t>(m * 8 + n)]), static_cast<float>(sum), what);
        }
}

int main() {
    check<16, 16, 16, half, float, row_major, col_major>(wmma::mem_row_major, "half, sums of float");
    check<32, 8, 16, half, half, col_major, row_major>(wmma::mem_col_major, "half, sums of half");
    check<8, 32, 16, signed char, int, row_major, row_major>(wmma::mem_row_major, "signed bytes");
    check<16, 16, 16, unsigned char, int, col_major, col_major>(wmma::mem_row_major, "unsigned bytes");
    check<16, 16, 16, __nv_bfloat16, float, row_major, row_major>(wmma::mem_col_major, "bfloat16");
    check<16, 16, 8, wmma::precision::tf32, float, col_major, row_major, float>(wmma::mem_row_major, "tf32");
    check<8, 8, 4, double, double, row_major, col_major>(wmma::mem_row_major, "double");
    check_ptx<16, 16>(by_ldmatrix, "ldmatrix, and mma of half");
    check_ptx<16, 8>(sums_of_half, "mma of half, sums of half");
    check_ptx<16, 16>(of_bfloat16, "mma of bfloat16");
    check_ptx<16, 8>(of_tf32, "mma of tf32");
    check_ptx<16, 32>(of_bytes, "mma of bytes");
    check_ptx<8, 4>(of_doubles, "mma of doubles");
    return test::verdict();
}
