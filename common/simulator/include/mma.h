/// \file
/// Tensor cores: products of small matrices by a warp (CUDA C++ Programming Guide, "Warp Matrix
/// Functions"). CUDA leaves open which lane has which elements; here each has a stretch of the matrix
/// by rows. Products are added up in the order of k, so a GPU's last bits may differ.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
} // namespace precision

/// Products of M x K by K x N elements that tensor cores have; not those of less than a byte.
template <class Use, int M, int N, int K, class T>
constexpr bool has_tensor_core = [] {
    constexpr bool adds_up = std::is_same_v<Use, accumulator>;
    if (std::is_same_v<T, double>) return M == 8 && N == 8 && K == 4;
    if (K == 8)
        return M == 16 && N == 16 &&
               std::is_same_v<T, std::conditional_t<adds_up, float, precision::tf32>>;
    const bool is_shape =
        K == 16 && ((M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32));
    const bool is_byte = std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>;
    const bool is_wide = std::is_same_v<T, float> || std::is_same_v<T, int>;
    return is_shape && (std::is_same_v<T, __half> ||
                        (adds_up ? is_wide : is_byte || std::is_same_v<T, __nv_bfloat16>));
}();

/// A matrix, of which each lane of the warp has `num_elements` elements.
template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static_assert(
        has_tensor_core<Use, M, N, K, T>,
        "the simulator does not have this fragment of WMMA: it has those of half, bfloat16, tf32, "
        "double and bytes; run programs with others on a GPU");
    using element_type = T;
    using storage_element_type = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;
    static constexpr int rows = std::is_same_v<Use, matrix_b> ? K : M,
                         columns = std::is_same_v<Use, matrix_a> ? K : N,
                         num_elements = rows * columns / 32;
    storage_element_type x[num_elements];
};

} // namespace nvcuda::wmma

namespace scanlab::sim {

/// Words of eight bytes, by which lanes hand their elements over.
template <class Fragment>
constexpr unsigned words_of_lane = (sizeof(Fragment::x) + 7) / 8;

template <class Fragment>
SCANLAB_UNOBSERVED std::uint64_t word_of(const Fragment& from, unsigned word) {
    std::uint64_t words[words_of_lane<Fragment>] = {};
    std::memcpy(words, from.x, sizeof(from.x));
    return words[word];
}

/// All elements of a matrix, by rows.
template <class Fragment>
struct WholeMatrix {
    using T = typename Fragment::storage_element_type;
    std::uint64_t words[32][words_of_lane<Fragment>];

    SCANLAB_UNOBSERVED void set(unsigned lane, unsigned word, std::uint64_t bits) {
        words[lane][word] = bits;
    }
    SCANLAB_UNOBSERVED T at(int row, int column) const {
        const int element = row * Fragment::columns + column;
        T value;
        std::memcpy(static_cast<void*>(&value),
                    reinterpret_cast<const char*>(words[element / Fragment::num_elements]) +
                        element % Fragment::num_elements * sizeof(T),
                    sizeof(T));
        return value;
    }
};
template <class Fragment>
SCANLAB_CALL_SITE void gather(WholeMatrix<Fragment>& whole, const Fragment& mine) {
    for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned word = 0; word < words_of_lane<Fragment>; ++word)
            whole.set(lane, word, __shfl_sync(~0u, word_of(mine, word), static_cast<int>(lane)));
}

/// The calling lane's elements of a b + c. Integers wrap around, or stop at the ends of their range.
template <class D, class A, class B, class C>
SCANLAB_UNOBSERVED void multiply_add(D& d, const WholeMatrix<A>& a, const WholeMatrix<B>& b, const C& c,
                                     unsigned lane, bool saturates) {
    using T = typename D::storage_element_type;
    using Wide = std::conditional_t<std::is_same_v<T, int>, long long,
                                    std::conditional_t<std::is_same_v<T, double>, double, float>>;
    for (int i = 0; i < D::num_elements; ++i) {
        const int element = static_cast<int>(lane) * D::num_elements + i;
        const int row = element / D::columns, column = element % D::columns;
        Wide sum = static_cast<Wide>(c.x[i]);
        for (int k = 0; k < A::columns; ++k)
            sum += static_cast<Wide>(a.at(row, k)) * static_cast<Wide>(b.at(k, column));
        if constexpr (std::is_same_v<T, int>) {
            using Limits = std::numeric_limits<int>;
            if (saturates) sum = std::clamp<Wide>(sum, Limits::min(), Limits::max());
        }
        d.x[i] = static_cast<T>(sum);
    }
}

/// Where the calling lane's element lies in memory whose rows, or columns, are `stride` elements apart.
template <class Fragment>
SCANLAB_UNOBSERVED std::size_t offset_of_element(int i, unsigned stride, bool by_columns) {
    const std::size_t element = lane() * Fragment::num_elements + static_cast<unsigned>(i),
                      row = element / Fragment::columns, column = element % Fragment::columns;
    return by_columns ? column * stride + row : row * stride + column;
}

} // namespace scanlab::sim

namespace nvcuda::wmma {

template <class Use, int M, int N, int K, class T, class Layout>
__device__ void
fill_fragment(fragment<Use, M, N, K, T, Layout>& a,
              const typename fragment<Use, M, N, K, T, Layout>::storage_element_type& value) {
    for (auto& element : a.x) element = value;
}

template <int M, int N, int K, class T>
__device__ SCANLAB_CALL_SITE void load_matrix_sync(fragment<accumulator, M, N, K, T>& a, const T* from,
                                                   unsigned stride, layout_t layout) {
    __syncwarp();
    for (int i = 0; i < a.num_elements; ++i)
        a.x[i] = from[scanlab::sim::offset_of_element<fragment<accumulator, M, N, K, T>>(
            i, stride, layout == mem_col_major)];
}
template <class Use, int M, int N, int K, class T, class Layout>
__device__ SCANLAB_CALL_SITE void
load_matrix_sync(fragment<Use, M, N, K, T, Layout>& a,
                 const typename fragment<Use, M, N, K, T, Layout>::storage_element_type* from,
                 unsigned stride) {
    __syncwarp();
    for (int i = 0; i < a.num_elements; ++i)
        a.x[i] = from[scanlab::sim::offset_of_element<fragment<Use, M, N, K, T, Layout>>(
            i, stride, std::is_same_v<Layout, col_major>)];
}

template <int M, int N, int K, class T>
__device__ SCANLAB_CALL_SITE void store_matrix_sync(T* to, const fragment<accumulator, M, N, K, T>& a,
                                                    unsigned stride, layout_t layout) {
    __syncwarp();
    for (int i = 0; i < a.num_elements; ++i)
        to[scanlab::sim::offset_of_element<fragment<accumulator, M, N, K, T>>(
            i, stride, layout == mem_col_major)] = a.x[i];
}

template <int M, int N, int K, class D, class A, class LayoutOfA, class B, class LayoutOfB, class C>
__device__ SCANLAB_CALL_SITE void
mma_sync(fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, A, LayoutOfA>& a,
         const fragment<matrix_b, M, N, K, B, LayoutOfB>& b, const fragment<accumulator, M, N, K, C>& c,
         bool saturates = false) {
    scanlab::sim::WholeMatrix<fragment<matrix_a, M, N, K, A, LayoutOfA>> all_of_a;
    scanlab::sim::WholeMatrix<fragment<matrix_b, M, N, K, B, LayoutOfB>> all_of_b;
    scanlab::sim::gather(all_of_a, a);
    scanlab::sim::gather(all_of_b, b);
    scanlab::sim::multiply_add(d, all_of_a, all_of_b, c, scanlab::sim::lane(), saturates);
}

/// Rounded to 10 bits of fraction, halves away from zero.
__device__ inline float __float_to_tf32(float value) {
    return __uint_as_float((__float_as_uint(value) + 0x1000u) & ~0x1FFFu);
}

} // namespace nvcuda::wmma
