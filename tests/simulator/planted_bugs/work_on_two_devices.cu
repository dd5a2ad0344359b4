// Kernels, copies and NCCL's operations on two devices that use the same memory, and nothing that both devices take part in makes an order.
// every marked place has to be found
// runs with: SCANLAB_SIM_DEVICES=2
#include "../corpus/device.cuh"

#include <cuda/atomic>
#include <nccl.h>

constexpr int N = 32;
constexpr std::size_t BYTES = N * sizeof(int);

// Each pair has its own two kernels.
__global__ void write_1(int* a) { a[threadIdx.x] = 1; }                               // finds: race-stream (1)
__global__ void read_1(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (1)
__global__ void count_2(int* a) { atomicAdd(a, 1); }                                  // finds: race-scope (2)
__global__ void count_3(int* a) { atomicAdd_system(a, 1); }                           // finds: race-scope (3)
__global__ void count_on_device_3(int* a) {
    cuda::atomic_ref<int, cuda::thread_scope_device>(*a).fetch_add(1, cuda::memory_order_relaxed); // finds: race-scope (3)
}
__global__ void read_4(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (4)
__global__ void write_5(int* a) { a[threadIdx.x] = 5; }                                // finds: race-stream (5)
__global__ void write_6(int* a) { a[threadIdx.x] = 6; }                                // finds: race-stream (6)
__global__ void read_6(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (6)
__global__ void read_7(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (7)
__global__ void write_8(int* a) { a[threadIdx.x] = 8; }                                // finds: race-stream (8)
__global__ void write_9(int* a) { a[threadIdx.x] = 9; }                                // finds: race-stream (9)
__global__ void write_10(int* a) { a[threadIdx.x] = 10; }                              // finds: race-stream (10)
__global__ void read_10(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (10)

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;
using FlagOfDevice = cuda::atomic_ref<int, cuda::thread_scope_device>;

/// A fence for the device only, before a flag for the system.
__global__ void publish_11(int* data, int* flag) {
    data[0] = 11; // finds: race-scope (11)
    __threadfence();
    Flag(*flag).store(1, cuda::memory_order_relaxed);
}
__global__ void await_11(const int* data, int* flag, int* out) {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {}
    out[0] = data[0]; // finds: race-scope (11)
}
/// A flag that is read for the device only.
__global__ void publish_12(int* data, int* flag) {
    data[0] = 12;                                     // finds: race-scope (12)
    Flag(*flag).store(1, cuda::memory_order_release); // finds: race-scope (13)
}
__global__ void await_12(const int* data, int* flag, int* out) {
    while (FlagOfDevice(*flag).load(cuda::memory_order_acquire) == 0) {} // finds: race-scope (13)
    out[0] = data[0];                                                    // finds: race-scope (12)
}

/// What the device has.
struct Device {
    int number, *a = nullptr, *b = nullptr, *out = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    ncclComm_t communicator = nullptr;

    explicit Device(int n) : number(n) {
        use();
        check(cudaDeviceEnablePeerAccess(1 - n, 0));
        for (int** array : {&a, &b, &out}) {
            check(cudaMalloc(array, 2 * BYTES));
            check(cudaMemset(*array, 0, 2 * BYTES));
        }
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        finish();
    }
    ~Device() {
        use();
        for (int* array : {a, b, out}) check(cudaFree(array));
        check(cudaStreamDestroy(stream));
        check(cudaEventDestroy(event));
    }
    void use() const { check(cudaSetDevice(number)); }
};

void finish_both(const Device& one, const Device& other) {
    for (const Device* device : {&one, &other}) {
        device->use();
        finish();
    }
}

void kernels(const Device& one, const Device& other) {
    one.use();
    write_1<<<1, N>>>(one.a);
    other.use();
    read_1<<<1, N>>>(one.a, other.out); // the default stream of another device
    finish_both(one, other);
    for (const Device* device : {&one, &other}) {
        device->use();
        count_2<<<2, N>>>(one.b);
    }
    finish_both(one, other);
    one.use();
    count_3<<<1, N>>>(one.b);
    other.use();
    count_on_device_3<<<1, N>>>(one.b);
    finish_both(one, other);
    one.use();
    write_10<<<1, N, 0, one.stream>>>(other.a);
    finish(); // of the current device: that of the kernel
    other.use();
    write_10<<<1, N, 0, other.stream>>>(one.a);
    one.use();
    finish(); // the other one's kernel may still run
    read_10<<<1, N, 0, one.stream>>>(one.a, one.out);
    finish_both(one, other);
}

void flags(const Device& one, const Device& other) {
    for (const bool first : {true, false}) {
        one.use();
        check(cudaMemset(one.b, 0, BYTES));
        finish();
        first ? publish_11<<<1, 1>>>(one.a, one.b) : publish_12<<<1, 1>>>(one.a, one.b);
        other.use();
        first ? await_11<<<1, 1>>>(one.a, one.b, other.out) : await_12<<<1, 1>>>(one.a, one.b, other.out);
        finish_both(one, other);
    }
}

void copies(const Device& one, const Device& other) {
    one.use();
    check(cudaMemcpyPeerAsync(other.a, 1, one.a, 0, BYTES, one.stream)); // finds: race-stream (4)
    other.use();
    read_4<<<1, N, 0, other.stream>>>(other.a, other.out);
    finish_both(one, other);
    one.use();
    write_5<<<1, N, 0, one.stream>>>(one.a);
    other.use();
    check(cudaMemcpyAsync(other.b, one.a, BYTES, cudaMemcpyDefault, other.stream)); // finds: race-stream (5)
    finish_both(one, other);
    one.use();
    check(cudaEventRecord(one.event, one.stream)); // too early
    write_6<<<1, N, 0, one.stream>>>(one.a);
    other.use();
    check(cudaStreamWaitEvent(other.stream, one.event));
    read_6<<<1, N, 0, other.stream>>>(one.a, other.out);
    finish_both(one, other);
}

/// An operation ends in the rank's own stream only.
void collectives(const Device& one, const Device& other) {
    ncclComm_t communicators[2];
    if (ncclCommInitAll(communicators, 2, nullptr) != ncclSuccess) return;
    const Device* const devices[] = {&one, &other};
    const auto gather = [&] {
        ncclGroupStart();
        for (int rank = 0; rank < 2; ++rank) {
            const Device& d = *devices[rank];
            ncclAllGather(d.a, d.b, N, ncclInt, communicators[rank], d.stream); // finds: race-stream (7) (8) (9)
        }
        ncclGroupEnd();
    };
    gather();
    one.use();
    read_7<<<1, N>>>(one.b, one.out); // the default stream, which does not wait
    finish_both(one, other);
    write_8<<<1, N>>>(other.a); // what the rank gives
    gather();
    finish_both(one, other);
    gather();
    one.use();
    check(cudaStreamSynchronize(one.stream)); // the other rank may still write what it gets
    write_9<<<1, N>>>(other.b);
    finish_both(one, other);
    for (ncclComm_t communicator : communicators) ncclCommDestroy(communicator);
}

int main() {
    const Device one(0), other(1);
    kernels(one, other);
    flags(one, other);
    copies(one, other);
    collectives(one, other);
}
