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

int main() {
    check<16, 16, 16, half, float, row_major, col_major>(wmma::mem_row_major, "half, sums of float");
    check<32, 8, 16, half, half, col_major, row_major>(wmma::mem_col_major, "half, sums of half");
    check<8, 32, 16, signed char, int, row_major, row_major>(wmma::mem_row_major, "signed bytes");
    check<16, 16, 16, unsigned char, int, col_major, col_major>(wmma::mem_row_major, "unsigned bytes");
    check<16, 16, 16, __nv_bfloat16, float, row_major, row_major>(wmma::mem_col_major, "bfloat16");
    check<16, 16, 8, wmma::precision::tf32, float, col_major, row_major, float>(wmma::mem_row_major, "tf32");
    check<8, 8, 4, double, double, row_major, col_major>(wmma::mem_row_major, "double");
    return test::verdict();
}
