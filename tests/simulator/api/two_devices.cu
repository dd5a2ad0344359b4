// What a program sees of two devices: results of copies, kernels, events and NCCL between them, and what is refused.
// Prints a line each; two_devices.h200.txt is what two H200 print.
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <nccl.h>

#include <cstdio>
#include <initializer_list>
#include <numeric>
#include <thread>
#include <vector>

constexpr int K = 2, N = 32;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void write(int* a, int value) { a[threadIdx.x] = value + static_cast<int>(threadIdx.x); }
__global__ void add(const int* a, int* sums) { sums[threadIdx.x] += a[threadIdx.x]; }
__global__ void count(int* a) { atomicAdd_system(a, 1); }
__device__ int own = 10;
__managed__ int common;
__global__ void change_own(int by) { own += by; }
__global__ void count_common() { atomicAdd_system(&common, 1); }

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

/// Two devices throw a ball to each other: each waits for its number, and gives the other the next one.
__global__ void play(int* mine, int* other, int first, int throws) {
    for (int i = first; i < throws; i += K) {
        while (Flag(*mine).load(cuda::memory_order_acquire) != i) {}
        Flag(*other).store(i + 1, cuda::memory_order_release);
    }
}
/// The last block of all devices adds what all have left.
__global__ void last_adds(int* parts, int* done, int* sum, int blocks, int first) {
    const int block = first + static_cast<int>(blockIdx.x);
    parts[block] = block;
    __threadfence_system();
    if (atomicAdd_system(done, 1) != blocks - 1) return;
    __threadfence_system();
    for (int i = 0; i < blocks; ++i) *sum += Flag(parts[i]).load(cuda::memory_order_relaxed);
}

struct Device {
    int number = 0, *a = nullptr, *b = nullptr, *c = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    void use() const { cudaSetDevice(number); }
};
Device devices[K]{{0}, {1}};

void finish() {
    for (const Device& device : devices) {
        device.use();
        cudaDeviceSynchronize();
    }
}
void clear() {
    for (const Device& device : devices) {
        device.use();
        for (int* array : {device.a, device.b, device.c}) cudaMemset(array, 0, K * BYTES);
    }
    finish();
}

void show(const char* what, int value) { std::printf("%s: %d\n", what, value); }
void show(const char* what, cudaError_t error) {
    std::printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}
void show(const char* what, ncclResult_t result) { std::printf("%s: %d\n", what, static_cast<int>(result)); }
void show(const char* what, const int* array, int n = N) {
    std::vector<int> values(static_cast<std::size_t>(n));
    cudaMemcpy(values.data(), array, values.size() * sizeof(int), cudaMemcpyDefault);
    int mixed = 0;
    for (const int value : values) mixed = mixed * 31 + value;
    std::printf("%s: %d %d … %d, mixed %d\n", what, values[0], values[1], values.back(), mixed);
}

void devices_and_memory() {
    int can = -1, device = -1;
    show("access of 0 to 1", (cudaDeviceCanAccessPeer(&can, 0, 1), can));
    show("access of 0 to itself", (cudaDeviceCanAccessPeer(&can, 0, 0), can));
    show("no such device", cudaSetDevice(99));
    show("no such peer", cudaDeviceCanAccessPeer(&can, 0, 99));
    cudaSetDevice(1);
    std::thread([&] { cudaGetDevice(&device); }).join();
    show("a new thread's device", device);
    cudaSetDevice(0);
    show("disabled before enabled", cudaDeviceDisablePeerAccess(1));
    show("enabled to itself", cudaDeviceEnablePeerAccess(0, 0));
    show("disabled to itself", cudaDeviceDisablePeerAccess(0));
    show("enabled with flags", cudaDeviceEnablePeerAccess(1, 1));
    int *of_0 = nullptr, *of_1 = nullptr;
    cudaMalloc(&of_0, BYTES);
    cudaSetDevice(1);
    cudaMalloc(&of_1, BYTES);
    write<<<1, N>>>(of_1, 7);
    show("a copy without access", cudaMemcpyPeer(of_0, 0, of_1, 1, BYTES));
    show("what it has brought", of_0);
    show("a copy to no device", cudaMemcpyPeer(of_0, 99, of_1, 1, BYTES));
    cudaPointerAttributes attributes{};
    cudaPointerGetAttributes(&attributes, of_1 + 5);
    show("whose memory", attributes.device);
    cudaSetDevice(0);
    show("freed by another device", cudaFree(of_1));
    cudaFree(of_0);
    for (const Device& d : devices) {
        d.use();
        show("enabled", cudaDeviceEnablePeerAccess(1 - d.number, 0));
        show("enabled twice", cudaDeviceEnablePeerAccess(1 - d.number, 0));
    }
}

void create() {
    for (Device& d : devices) {
        d.use();
        for (int** array : {&d.a, &d.b, &d.c}) cudaMalloc(array, K * BYTES);
        cudaStreamCreateWithFlags(&d.stream, cudaStreamNonBlocking);
        cudaEventCreate(&d.event);
    }
    clear();
}

void streams_and_events() {
    const Device &first = devices[0], &second = devices[1];
    second.use();
    show("an event of another device", cudaEventRecord(first.event, second.stream));
    show("a memset in another device's stream", cudaMemsetAsync(second.a, 0, BYTES, first.stream));
    cudaEventRecord(second.event, second.stream);
    show("waiting for another device's event", cudaStreamWaitEvent(first.stream, second.event, 0));
    first.use();
    cudaEventRecord(first.event, first.stream);
    finish();
    float time = 0;
    show("time between devices", cudaEventElapsedTime(&time, first.event, second.event));
    for (int round = 0; round < 50; ++round) { // there and back
        first.use();
        if (round > 0) cudaStreamWaitEvent(first.stream, second.event, 0);
        write<<<1, N, 0, first.stream>>>(first.a, round);
        cudaMemcpyPeerAsync(second.a, 1, first.a, 0, BYTES, first.stream);
        cudaEventRecord(first.event, first.stream);
        second.use();
        cudaStreamWaitEvent(second.stream, first.event, 0);
        add<<<1, N, 0, second.stream>>>(second.a, second.b);
        cudaEventRecord(second.event, second.stream);
    }
    finish();
    show("fifty rounds", second.b);
    first.use(); // the default streams of both devices
    write<<<1, N>>>(first.b, 3);
    cudaMemcpyPeer(second.c, 1, first.b, 0, BYTES);
    second.use();
    add<<<1, N>>>(second.b, second.c);
    cudaDeviceSynchronize();
    show("default streams", second.c);
    clear();
}

void kernels_together() {
    for (const Device& d : devices) {
        d.use();
        play<<<1, 1, 0, d.stream>>>(d.a, devices[1 - d.number].a, d.number, 200);
    }
    finish();
    show("throws", devices[0].a, 1 + 1);
    for (const Device& d : devices) {
        d.use();
        count<<<20, 256, 0, d.stream>>>(devices[1].b);
        count_common<<<7, 64, 0, d.stream>>>();
        last_adds<<<16, 1, 0, d.stream>>>(devices[0].b, devices[0].c, devices[0].c + 1, 16 * K, 16 * d.number);
        change_own<<<1, 1, 0, d.stream>>>(d.number + 1);
    }
    finish();
    show("counted by both", devices[1].b, 2);
    show("counted in managed memory", common);
    show("the last block's sum", devices[0].c, 2);
    for (const Device& d : devices) {
        d.use();
        int value = 0;
        cudaMemcpyFromSymbol(&value, own, sizeof value);
        show("a variable of its own", value);
    }
    clear();
}

void collectives() {
    ncclComm_t all[K];
    show("a communicator", ncclCommInitAll(all, K, nullptr));
    for (const Device& d : devices) {
        d.use();
        write<<<1, N, 0, d.stream>>>(d.a, 100 * d.number + 5);
    }
    const auto group = [&](const char* what, auto call) {
        ncclGroupStart();
        for (const Device& d : devices) call(d, all[d.number], 1 - d.number);
        show(what, ncclGroupEnd());
        finish();
        for (const Device& d : devices) show("  has", d.b, K * N);
    };
    group("all-gather", [](const Device& d, ncclComm_t c, int) { ncclAllGather(d.a, d.b, N, ncclInt, c, d.stream); });
    group("all-reduce", [](const Device& d, ncclComm_t c, int) { ncclAllReduce(d.a, d.b, N, ncclInt, ncclSum, c, d.stream); });
    group("the least", [](const Device& d, ncclComm_t c, int) { ncclAllReduce(d.a, d.b, N, ncclInt, ncclMin, c, d.stream); });
    group("products", [](const Device& d, ncclComm_t c, int) { ncclAllReduce(d.a, d.b, N, ncclUint8, ncclProd, c, d.stream); });
    group("averages", [](const Device& d, ncclComm_t c, int) { ncclAllReduce(d.a, d.b, N, ncclInt, ncclAvg, c, d.stream); });
    group("reduce-scatter", [](const Device& d, ncclComm_t c, int) { ncclReduceScatter(d.a, d.b, N / K, ncclInt, ncclMax, c, d.stream); });
    group("broadcast", [](const Device& d, ncclComm_t c, int) { ncclBroadcast(d.a, d.b, N, ncclInt, 1, c, d.stream); });
    group("reduce", [](const Device& d, ncclComm_t c, int) { ncclReduce(d.a, d.b, N, ncclInt, ncclSum, 1, c, d.stream); });
    group("send and receive", [](const Device& d, ncclComm_t c, int other) {
        ncclSend(d.a, N / 2, ncclInt, other, c, d.stream);
        ncclRecv(d.b, N / 2, ncclInt, other, c, d.stream);
    });
    int ranks = 0;
    show("ranks", (ncclCommCount(all[1], &ranks), ranks));
    for (ncclComm_t c : all) ncclCommDestroy(c);

    ncclUniqueId id;
    ncclGetUniqueId(&id);
    std::vector<std::thread> threads; // a rank each
    for (const Device& d : devices)
        threads.emplace_back([&] {
            ncclComm_t c = nullptr;
            d.use();
            ncclCommInitRank(&c, K, id, d.number);
            ncclAllReduce(d.a, d.b, N, ncclInt, ncclMax, c, d.stream);
            cudaStreamSynchronize(d.stream);
            ncclCommDestroy(c);
        });
    for (std::thread& thread : threads) thread.join();
    for (const Device& d : devices) show("by threads", d.b);
    const int twice[] = {1, 1};
    show("a device twice", ncclCommInitAll(all, K, twice));
}

void destroy() {
    for (const Device& d : devices) {
        d.use();
        for (int* array : {d.a, d.b, d.c}) cudaFree(array);
        cudaStreamDestroy(d.stream);
        cudaEventDestroy(d.event);
        show("disabled", cudaDeviceDisablePeerAccess(1 - d.number));
    }
}

int main() {
    devices_and_memory();
    create();
    streams_and_events();
    kernels_together();
    collectives();
    destroy();
}
