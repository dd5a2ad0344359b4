// cuda::atomic and cuda::atomic_ref: every operation, several widths, publication from block to block; latches, semaphores.
#include "../expect.hpp"

#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>

template <class T>
using DeviceRef = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// One thread, one cell: each line stores what an operation returned, then what it left.
template <class T>
__global__ void operations(T* cell, T* r) {
    DeviceRef<T> a(*cell);
    a.store(10, cuda::memory_order_relaxed);
    *r++ = a.load(cuda::memory_order_acquire);
    *r++ = a.exchange(20, cuda::memory_order_acq_rel), *r++ = a.load();
    *r++ = a.fetch_add(5), *r++ = a.load();
    *r++ = a.fetch_sub(3), *r++ = a.load();
    *r++ = a.fetch_min(7), *r++ = a.load();
    *r++ = a.fetch_max(9), *r++ = a.load();
    T expected = 1;
    *r++ = a.compare_exchange_strong(expected, 50) ? 1 : 0, *r++ = expected;
    *r++ = a.compare_exchange_strong(expected, 50, cuda::std::memory_order_acq_rel, cuda::std::memory_order_relaxed) ? 1 : 0;
    *r++ = a.load();
    T spins = 0;
    while (!a.compare_exchange_weak(expected, 60)) ++spins;
    *r++ = a.load();
    *r++ = a += 4;
    *r++ = a -= 2;
}

template <class T>
void check_operations(const std::string& type) {
    test::DeviceArray<T> cell(1), results(32);
    operations<<<1, 1>>>(cell.data(), results.data());
    const std::vector<T> got = results.read();
    const int expected[] = {10, 10, 20, 20, 25, 25, 22, 22, 7, 7, 9, 0, 9, 1, 50, 60, 64, 62};
    for (std::size_t i = 0; i < std::size(expected); ++i)
        test::expect_equal(got[i], static_cast<T>(expected[i]), type + ", row " + std::to_string(i));
}

__global__ void bits(unsigned* cell, unsigned* r) {
    DeviceRef<unsigned> a(*cell);
    a = 12u;
    *r++ = a.fetch_and(10u), *r++ = a;
    *r++ = a.fetch_or(5u), *r++ = a;
    *r++ = a.fetch_xor(1u), *r++ = a;
    *r++ = ++a, *r++ = a++, *r++ = a, *r++ = --a, *r++ = a--, *r++ = a;
    *r++ = a &= 8u, *r++ = a |= 3u, *r++ = a ^= 2u;
}

struct alignas(8) Pair {
    int value, state;
};

/// Block 0 publishes a pair; all the others wait for it.
__global__ void publish(Pair* pair, int* results) {
    DeviceRef<Pair> shared_pair(*pair);
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) shared_pair.store(Pair{42, 1}, cuda::memory_order_release);
        return;
    }
    Pair seen = shared_pair.load(cuda::memory_order_acquire);
    while (seen.state == 0) seen = shared_pair.load(cuda::memory_order_acquire);
    results[blockIdx.x * blockDim.x + threadIdx.x] = seen.value;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> tickets{0};
__device__ cuda::std::atomic<unsigned> words{0};

__global__ void take_tickets(int* taken) {
    taken[tickets.fetch_add(1, cuda::memory_order_relaxed)] = 1;
    words.fetch_or(1u << (threadIdx.x % 32), cuda::std::memory_order_relaxed);
}

__global__ void read_words(unsigned* result) {
    const volatile cuda::std::atomic<unsigned>& seen = words;
    *result = seen.load();
}

/// Message passing by fence and relaxed flag, within a block.
__global__ void pass_by_fence(int* flag, volatile int* data, int* result) {
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
    if (threadIdx.x == 0) {
        *data = 7;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
        ready.store(1, cuda::memory_order_relaxed);
        ready.notify_all();
    } else if (threadIdx.x == 32) {
        ready.wait(0, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
        *result = *data;
    }
}

__global__ void add_doubles(double* sum) { DeviceRef<double>(*sum).fetch_add(0.5, cuda::memory_order_relaxed); }

__global__ void small_types(unsigned char* bytes, unsigned short* shorts) {
    DeviceRef<unsigned char>(bytes[threadIdx.x % 4]).fetch_add(1);
    DeviceRef<unsigned short>(shorts[threadIdx.x % 2]).fetch_max(static_cast<unsigned short>(threadIdx.x));
}

#if defined(SCANLAB_SIMULATOR) || CUDART_VERSION >= 12080
/// Block 0 gives the value on, which the others add to the sum; nvcc's own functions.
__global__ void builtin_atomics(int* value, int* ready, float* sum, int* r) {
    if (blockIdx.x == 0) {
        *value = 3;
        __nv_atomic_store_n(ready, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
    while (__nv_atomic_load_n(ready, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {}
    __nv_atomic_add(sum, static_cast<float>(*value), __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_max(r, static_cast<int>(blockIdx.x), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    int expected = 0, desired = 5;
    if (__nv_atomic_compare_exchange(r + 1, &expected, &desired, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE))
        __nv_atomic_exchange(r + 2, &desired, &expected, __NV_ATOMIC_SEQ_CST);
    else
        __nv_atomic_add(r + 3, expected, __NV_ATOMIC_RELAXED);
}

void check_builtin_atomics() {
    test::DeviceArray<int> value(1), ready(1), results(4);
    test::DeviceArray<float> sum(1);
    builtin_atomics<<<4, 1>>>(value.data(), ready.data(), sum.data(), results.data());
    test::expect_equal(sum.read()[0], 12.0f, "what nvcc's own functions add");
    test::expect(results.read() == std::vector<int>{3, 5, 5, 15}, "the greatest, exchanged, and found");
}
#else
void check_builtin_atomics() {}
#endif

/// All threads add what thread 0 leaves behind the latch; two at a time may, and one at a time plainly.
__global__ void latch_and_semaphores(int* data, int* results) {
    __shared__ cuda::latch<cuda::thread_scope_block> ready;
    __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 2> two;
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> one;
    if (threadIdx.x == 0) init(&ready, 2), init(&two, 2), init(&one, 1);
    __syncthreads();
    if (threadIdx.x == 0) *data = 3;
    if (threadIdx.x % 64 == 0) ready.count_down();
    ready.wait();
    two.acquire();
    const int inside = atomicAdd(results, 1) + 1;
    atomicMax(results + 1, inside);
    atomicSub(results, 1);
    two.release();
    one.acquire();
    const cuda::annotated_ptr<const int, cuda::access_property::persisting> kept(data);
    results[2] += *kept;
    one.release();
}

int main() {
    test::DeviceArray<int> behind(1), counts(3);
    latch_and_semaphores<<<1, 128>>>(behind.data(), counts.data());
    const std::vector<int> counted = counts.read();
    test::expect(counted[0] == 0 && counted[1] <= 2, "how many threads a semaphore lets in");
    test::expect_equal(counted[2], 3 * 128, "what each thread has added");

    check_builtin_atomics();
    check_operations<int>("int");
    check_operations<unsigned>("unsigned");
    check_operations<long long>("long long");
    check_operations<unsigned long long>("unsigned long long");
    check_operations<short>("short");

    test::DeviceArray<unsigned> cell(1), results(16);
    bits<<<1, 1>>>(cell.data(), results.data());
    const std::vector<unsigned> got = results.read();
    const unsigned expected[] = {12, 8, 8, 13, 13, 12, 13, 13, 14, 13, 13, 12, 8, 11, 9};
    for (std::size_t i = 0; i < std::size(expected); ++i) test::expect_equal(got[i], expected[i], "bits, row " + std::to_string(i));

    test::DeviceArray<Pair> pair(1);
    test::DeviceArray<int> seen(4 * 64, 42);
    publish<<<4, 64>>>(pair.data(), seen.data());
    for (const int value : seen.read()) test::expect_equal(value, 42, "a value that another block published");

    test::DeviceArray<int> taken(300);
    test::DeviceArray<unsigned> word(1);
    take_tickets<<<3, 100>>>(taken.data());
    read_words<<<1, 1>>>(word.data());
    for (const int t : taken.read()) test::expect_equal(t, 1, "a ticket");
    test::expect_equal(word.read()[0], 0xFFFFFFFFu, "bits set by all threads");

    test::DeviceArray<int> flag(1), data(1), result(1);
    pass_by_fence<<<1, 64>>>(flag.data(), data.data(), result.data());
    test::expect_equal(result.read()[0], 7, "a message after a fence");

    test::DeviceArray<double> sum(1);
    add_doubles<<<4, 100>>>(sum.data());
    test::expect_equal(sum.read()[0], 200.0, "doubles added");

    test::DeviceArray<unsigned char> bytes(4);
    test::DeviceArray<unsigned short> shorts(2);
    small_types<<<1, 64>>>(bytes.data(), shorts.data());
    for (const unsigned char byte : bytes.read()) test::expect_equal<int>(byte, 16, "single bytes");
    test::expect_equal<int>(shorts.read()[1], 63, "the greatest short");
    return test::verdict();
}
