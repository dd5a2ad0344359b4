// Forms of access by functions that copy, set and compare memory, and through pointers of another type.
#include "form.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

struct alignas(16) Aligned {
    int n[4];
};

struct Text {
    char c[16];
};

struct Wide {
    int w[6];
};

/// Sizes that the compiler does not know.
__device__ std::size_t size_of_wide = sizeof(Wide);

__device__ void copy_in_bulk(Aligned* source) {
    __shared__ Aligned target;
    __shared__ std::uint64_t arrived;
    ptx::mbarrier_init(&arrived, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof target);
    const auto to = ptx::space_cluster;
    const auto from = ptx::space_global;
    ptx::cp_async_bulk(to, from, &target, source, sizeof target, &arrived);
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {}
}
constexpr int line_of_bulk_copy = __LINE__ - 3;

__device__ void look_at_sum_of_one(int* p) {
    const auto one = cg::tiled_partition<1>(cg::this_thread_block());
    if (cg::reduce(one, *p, cg::plus<int>()) > 3) __threadfence();
}
constexpr int line_of_reduce = __LINE__ - 2;

using Beginning = AllocatedObject<Text, 0, 1>; // of a text that ends in any case

// A form is one line.
// clang-format off
FORM(memcpy_from_4_bytes, int, reads, int x; memcpy(&x, p + i, 4);)
FORM(memcpy_to_4_bytes, int, writes, int x = 3; memcpy(p + i, &x, 4);)
FORM(memcpy_from_16_bytes, Aligned, reads, Aligned x; memcpy(&x, p + i, 16);)
FORM(memcpy_to_16_bytes, Aligned, writes, Aligned x{}; memcpy(p + i, &x, 16);)
FORM(memcpy_from_24_bytes, Wide, reads, Wide x; memcpy(&x, p + i, 24);)
FORM(memcpy_to_24_bytes, Wide, writes, Wide x{}; memcpy(p + i, &x, 24);)
FORM(memcpy_from_some_bytes, Wide, reads, Wide x; memcpy(&x, p + i, size_of_wide);)
FORM(memcpy_to_some_bytes, Wide, writes, Wide x{}; memcpy(p + i, &x, size_of_wide);)
FORM(memset_of_4_bytes, int, writes, memset(p + i, 1, 4);)
FORM(memset_of_24_bytes, Wide, writes, memset(p + i, 1, 24);)
FORM(memset_of_some_bytes, Wide, writes, memset(p + i, 1, size_of_wide);)
FORM_OF(bulk_copy, AllocatedObject<Aligned>, line_of_bulk_copy, reads, copy_in_bulk(p + i);)
FORM_OF(group_reduction, AllocatedObject<int>, line_of_reduce, reads, look_at_sum_of_one(p + i);)

FORM(vector_load, Aligned, reads, int4 x = *reinterpret_cast<int4*>(p + i);)
FORM(vector_load_by_value, Aligned, reads, [](int4) {}(*reinterpret_cast<int4*>(p + i));)
FORM(vector_store, Aligned, writes, *reinterpret_cast<float4*>(p + i) = make_float4(1, 2, 3, 4);)
FORM(vector_store_of_doubles, Aligned, writes, reinterpret_cast<double2*>(p)[i] = {1, 2};)
FORM(other_type_read, float, reads, int x = reinterpret_cast<int*>(p)[i];)
FORM(other_type_write, float, writes, reinterpret_cast<unsigned&>(p[i]) = 3;)
FORM(bits_of_float, float, reads, if (__float_as_int(p[i]) > 3) __threadfence();)
FORM(larger_type_write, Aligned, writes, for (int k = 0; k < 2; ++k) reinterpret_cast<long long*>(p + i)[k] = 3;)
FORM(byte_by_byte, Wide, reads, int x = 0; for (int k = 0; k < 24; ++k) x += reinterpret_cast<char*>(p + i)[k];)
FORM(void_pointer, int, writes, void* q = p + i; *static_cast<int*>(q) = 3;)

// nvcc has none of these for kernels; what is compiled for both may call them.
#undef FORM_SIDES
#define FORM_SIDES __host__ __device__
FORM(memmove_from_24_bytes, Wide, reads, Wide x; memmove(&x, p + i, 24);)
FORM(memmove_to_24_bytes, Wide, writes, Wide x{}; memmove(p + i, &x, 24);)
FORM(memcmp_of_16_bytes, Text, reads, const Text x{}; int order = memcmp(p + i, &x, sizeof x);)
FORM_OF(strlen_of_nothing, Beginning, __LINE__, reads | has_value, std::size_t length = strlen(reinterpret_cast<const char*>(p + i));) // garbage has no end
