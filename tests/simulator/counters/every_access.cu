// Kernels that read 32 ints and write 32, each in a way of its own: by the compiler's atomics, vectors, blocks, bits. Whatever
// the way, what is read and written counts (test_counters).
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

constexpr int count = 32;

struct Words {
    int first, second, third, fourth;
};
struct __attribute__((packed)) Packed {
    int value;
};
struct Bits {
    unsigned low : 16, high : 16;
};
union Views {
    int number;
    char bytes[4];
};
using Four = int __attribute__((vector_size(16)));

// WAY(name, what a thread does with its elements `from` and `to`)
#define WAYS                                                                                                                               \
    WAY(plain, to = from)                                                                                                                  \
    WAY(by_atomic_n, __atomic_store_n(&to, __atomic_load_n(&from, __ATOMIC_RELAXED), __ATOMIC_RELAXED))                                    \
    WAY(by_atomic_seq_cst, __atomic_store_n(&to, __atomic_load_n(&from, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST))                              \
    WAY(by_atomic, int kept; __atomic_load(&from, &kept, __ATOMIC_ACQUIRE); __atomic_store(&to, &kept, __ATOMIC_RELEASE))                  \
    WAY(by_atomic_exchange, __atomic_exchange_n(&to, __atomic_exchange_n(&from, 0, __ATOMIC_RELAXED), __ATOMIC_RELAXED))                   \
    WAY(by_atomic_fetch, __atomic_fetch_add(&to, __atomic_fetch_or(&from, 0, __ATOMIC_RELAXED), __ATOMIC_RELAXED))                         \
    WAY(by_atomic_and_fetch, __atomic_add_fetch(&to, __atomic_xor_fetch(&from, 0, __ATOMIC_RELAXED), __ATOMIC_RELAXED))                    \
    WAY(by_atomic_compare, int kept = -1; __atomic_compare_exchange_n(&from, &kept, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);         \
        int old = 0; __atomic_compare_exchange_n(&to, &old, kept, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))                               \
    WAY(by_sync_fetch, __sync_fetch_and_add(&to, __sync_fetch_and_or(&from, 0)))                                                           \
    WAY(by_sync_and_fetch, __sync_add_and_fetch(&to, __sync_or_and_fetch(&from, 0)))                                                       \
    WAY(by_sync_compare, __sync_bool_compare_and_swap(&to, 0, __sync_val_compare_and_swap(&from, -1, 0)))                                  \
    WAY(by_sync_swap, __sync_swap(&to, __sync_lock_test_and_set(&from, 0)))                                                                \
    WAY(by_c11, __c11_atomic_store((_Atomic(int)*)&to, __c11_atomic_load((_Atomic(int)*)&from, __ATOMIC_RELAXED), __ATOMIC_RELAXED))       \
    WAY(by_c11_exchange,                                                                                                                   \
        __c11_atomic_exchange((_Atomic(int)*)&to, __c11_atomic_fetch_add((_Atomic(int)*)&from, 0, __ATOMIC_RELAXED), __ATOMIC_RELAXED))    \
    WAY(by_type_atomic, *(_Atomic(int)*)& to = *(_Atomic(int)*)&from)                                                                      \
    WAY(by_volatile, *(volatile int*)& to = *(volatile int*)&from)                                                                         \
    WAY(by_nontemporal, __builtin_nontemporal_store(__builtin_nontemporal_load(&from), &to))                                               \
    WAY(by_memcpy, memcpy(&to, &from, sizeof(int)))                                                                                        \
    WAY(by_memcpy_inline, __builtin_memcpy_inline(&to, &from, sizeof(int)))                                                                \
    WAY(by_packed, *(Packed*)& to = *(Packed*)&from)                                                                                       \
    WAY(by_bits, *(Bits*)& to = *(Bits*)&from)                                                                                             \
    WAY(by_union, *(Views*)& to = *(Views*)&from)                                                                                          \
    WAY(by_bytes, for (int b = 0; b < 4; ++b)((char*)&to)[b] = ((char*)&from)[b])                                                          \
    WAY(by_bit_cast, *(float*)& to = __builtin_bit_cast(float, from))                                                                      \
    WAY(by_words, if (threadIdx.x % 4 == 0) * (Words*)& to = *(Words*)&from)                                                               \
    WAY(by_vector, if (threadIdx.x % 4 == 0) * (Four*)& to = *(Four*)&from)                                                                \
    WAY(by_wide_number, if (threadIdx.x % 4 == 0) * (__int128*)& to = *(__int128*)&from)                                                   \
    WAY(by_complex, if (threadIdx.x % 2 == 0) * (_Complex float*)& to = *(_Complex float*)&from)

#define WAY(NAME, ...)                                                                                                                     \
    __global__ void NAME(int* in, int* out) {                                                                                              \
        int &from = in[threadIdx.x], &to = out[threadIdx.x];                                                                               \
        __VA_ARGS__;                                                                                                                       \
    }
WAYS
#undef WAY

    void
    try_out(const char* name, void (*launch)(int*, int*)) {
    int *in = nullptr, *out = nullptr, numbers[count];
    for (int i = 0; i < count; ++i) numbers[i] = i + 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof numbers);
    launch(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i)
        if (numbers[i] != i + 1) std::printf("%s: element %d is %d\n", name, i, numbers[i]);
    cudaFree(in);
    cudaFree(out);
}

int main() {
#define WAY(NAME, ...) try_out(#NAME, [](int* in, int* out) { NAME<<<1, count>>>(in, out); });
    WAYS
}
