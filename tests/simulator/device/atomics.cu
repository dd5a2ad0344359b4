// The atomic functions: what each leaves and returns, and that no update is lost between threads.
#include "../expect.hpp"

#include <algorithm>

constexpr int threads = 96, blocks = 7;

/// Every thread updates one counter of each kind; the old values that the additions return are all
/// different.
template <class T>
__global__ void count(T* sum, T* returned) {
    returned[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(sum, T(1));
}

template <class T>
void check_count(const std::string& type) {
    test::DeviceArray<T> sum(1), returned(threads * blocks);
    count<<<blocks, threads>>>(sum.data(), returned.data());
    test::expect_equal(sum.read()[0], T(threads * blocks), "the sum of atomicAdd on " + type);
    std::vector<T> tickets = returned.read();
    std::sort(tickets.begin(), tickets.end());
    for (int i = 0; i < threads * blocks; ++i)
        test::expect_equal(tickets[static_cast<std::size_t>(i)], T(i), "the tickets of atomicAdd on " + type);
}

/// One thread applies each function once: what it returned, then what it left.
__global__ void table_int(int* r) {
    int v = 10;
    int* cell = r + 40;
#define APPLY(slot, ...)                                                                                                                   \
    *cell = v;                                                                                                                             \
    r[2 * slot] = __VA_ARGS__;                                                                                                             \
    r[2 * slot + 1] = *cell;
    APPLY(0, atomicAdd(cell, -3))
    APPLY(1, atomicSub(cell, 4))
    APPLY(2, atomicExch(cell, 5))
    APPLY(3, atomicMin(cell, -1))
    APPLY(4, atomicMin(cell, 11))
    APPLY(5, atomicMax(cell, 11))
    APPLY(6, atomicMax(cell, -11))
    APPLY(7, atomicCAS(cell, 10, 77))
    APPLY(8, atomicCAS(cell, 11, 77))
    APPLY(9, atomicAnd(cell, 6))
    APPLY(10, atomicOr(cell, 5))
    APPLY(11, atomicXor(cell, 3))
    APPLY(12, atomicAdd_block(cell, 1))
    APPLY(13, atomicAdd_system(cell, 2))
}

__global__ void table_unsigned(unsigned* r) {
    unsigned v = 3;
    unsigned* cell = r + 40;
    APPLY(0, atomicInc(cell, 5u))
    APPLY(1, atomicInc(cell, 3u))
    APPLY(2, atomicInc(cell, 2u))
    APPLY(3, atomicDec(cell, 5u))
    APPLY(4, atomicDec(cell, 2u))
    v = 0;
    APPLY(5, atomicDec(cell, 8u))
    APPLY(6, atomicSub(cell, 1u))
    APPLY(7, atomicMin(cell, 0xFFFFFFFFu))
    APPLY(8, atomicMax(cell, 0x80000000u))
}

__global__ void table_wide(unsigned long long* r) {
    unsigned long long v = 1ULL << 40;
    unsigned long long* cell = r + 40;
    APPLY(0, atomicAdd(cell, 1ULL << 35))
    APPLY(1, atomicCAS(cell, 1ULL << 40, 5ULL))
    APPLY(2, atomicMax(cell, 1ULL << 63))
    APPLY(3, atomicMin(cell, 7ULL))
    APPLY(4, atomicExch(cell, 9ULL))
    APPLY(5, atomicOr(cell, 1ULL))
    APPLY(6, atomicAnd(cell, 1ULL))
    APPLY(7, atomicXor(cell, 3ULL))
    long long* signed_cell = reinterpret_cast<long long*>(cell);
    APPLY(8, static_cast<unsigned long long>(atomicMin(signed_cell, -5LL)))
    APPLY(9, static_cast<unsigned long long>(atomicMax(signed_cell, -5LL)))
}
#undef APPLY

template <class T>
void check_table(const std::string& name, void (*kernel)(T*), const std::vector<T>& expected) {
    test::DeviceArray<T> results(48);
    kernel<<<1, 1>>>(results.data());
    const std::vector<T> got = results.read();
    for (std::size_t i = 0; i < expected.size(); ++i)
        test::expect_equal(got[i], expected[i], name + ", row " + std::to_string(i / 2) + (i % 2 ? ", left" : ", returned"));
}

/// A lock around an ordinary increment.
__global__ void locked_increment(int* lock, int* counter) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

/// What double addition was before GPUs had it: a loop around compare-and-swap.
__global__ void add_by_compare_and_swap(double* sum) {
    auto* bits = reinterpret_cast<unsigned long long*>(sum);
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed,
                        static_cast<unsigned long long>(__double_as_longlong(1.0 + __longlong_as_double(static_cast<long long>(assumed)))));
    } while (assumed != old);
}

__global__ void swap_shorts(unsigned short* cells) {
    atomicCAS(&cells[threadIdx.x], static_cast<unsigned short>(threadIdx.x), static_cast<unsigned short>(500));
}

__global__ void shared_histogram(const int* values, int n, int* histogram) {
    __shared__ int bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += static_cast<int>(gridDim.x * blockDim.x))
        atomicAdd(&bins[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}

int main() {
    check_count<int>("int");
    check_count<unsigned>("unsigned");
    check_count<unsigned long long>("unsigned long long");
    check_count<float>("float");
    check_count<double>("double");

    check_table<int>("int", table_int,
                     {10, 7, 10, 6, 10, 5, 10, -1, 10, 10, 10, 11, 10, 10, 10, 77, 10, 10, 10, 2, 10, 15, 10, 9, 10, 11, 10, 12});
    check_table<unsigned>("unsigned", table_unsigned, {3, 4, 3, 0, 3, 0, 3, 2, 3, 2, 0, 8, 0, 0xFFFFFFFFu, 0, 0, 0, 0x80000000u});
    constexpr unsigned long long v = 1ULL << 40;
    check_table<unsigned long long>(
        "unsigned long long", table_wide,
        {v, v + (1ULL << 35), v, 5, v, 1ULL << 63, v, 7, v, 9, v, v + 1, v, 0, v, v + 3, v, static_cast<unsigned long long>(-5LL), v, v});

    test::DeviceArray<int> lock(1), counter(1);
    locked_increment<<<4, 40>>>(lock.data(), counter.data());
    test::expect_equal(counter.read()[0], 160, "increments under a lock");

    test::DeviceArray<double> sum(1);
    add_by_compare_and_swap<<<3, 50>>>(sum.data());
    test::expect_equal(sum.read()[0], 150.0, "additions by compare-and-swap");

    test::DeviceArray<unsigned short> shorts(std::vector<unsigned short>{0, 9, 2, 9});
    swap_shorts<<<1, 4>>>(shorts.data());
    test::expect(shorts.read() == std::vector<unsigned short>{500, 9, 500, 9}, "atomicCAS on unsigned short");

    std::vector<int> values(5000), expected(8);
    for (std::size_t i = 0; i < values.size(); ++i) ++expected[static_cast<std::size_t>(values[i] = static_cast<int>(i * i % 8))];
    test::DeviceArray<int> in(values), histogram(8);
    shared_histogram<<<5, 128>>>(in.data(), static_cast<int>(values.size()), histogram.data());
    test::expect(histogram.read() == expected, "a histogram by atomics on shared memory");
    return test::verdict();
}
