/// \file
/// Tensor cores are not simulated: a program may name them, as headers do that many programs share, but
/// not use them.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

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

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static_assert(sizeof(Use*) == 0,
                  "the simulator does not have tensor cores (WMMA): write the product with ordinary "
                  "arithmetic, or run this program on a GPU");
};
template <class... Any>
__device__ void fill_fragment(Any&&...);
template <class... Any>
__device__ void load_matrix_sync(Any&&...);
template <class... Any>
__device__ void store_matrix_sync(Any&&...);
template <class... Any>
__device__ void mma_sync(Any&&...);

} // namespace nvcuda::wmma
