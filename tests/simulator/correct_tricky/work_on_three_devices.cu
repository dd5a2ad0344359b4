// Three devices work together in the right order: each function returns how many results are wrong.
// runs with: SCANLAB_SIM_DEVICES=3
#include "../corpus/device.cuh"

#include <cuda/atomic>
#include <nccl.h>

#include <thread>
#include <vector>

constexpr int K = 3, N = 32;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void write(int* a, int value) { a[threadIdx.x] = value + static_cast<int>(threadIdx.x); }
__global__ void add(const int* a, int* sums) { sums[threadIdx.x] += a[threadIdx.x]; }
__global__ void count(int* a) { atomicAdd_system(a, 1); }
__device__ int own = 10;
__device__ int table[N];
__managed__ int common;
__global__ void change_own() { own += static_cast<int>(blockIdx.x == 0) * table[1]; }
__global__ void count_common() { atomicAdd_system(&common, 1); }

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;
/// Waits for the device before, and passes on what it knows.
__global__ void pass_on(const int* before, int* flag_before, int* data, int* flag) {
    if (threadIdx.x == 0)
        while (Flag(*flag_before).load(cuda::memory_order_acquire) == 0) {}
    __syncthreads();
    data[threadIdx.x] = before[threadIdx.x] + 1;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) Flag(*flag).store(1, cuda::memory_order_relaxed);
}
/// Asks whether all blocks of all devices are done: the last one adds what they have left.
__global__ void last_adds(int* parts, int* done, int* sum, int blocks, int first) {
    if (threadIdx.x != 0) return;
    const int block = first + static_cast<int>(blockIdx.x);
    parts[block] = block;
    __threadfence_system();
    if (atomicAdd_system(done, 1) != blocks - 1) return;
    __threadfence_system();
    *sum = 0;
    for (int i = 0; i < blocks; ++i) *sum += parts[i];
}

struct Device {
    int number = 0, *a = nullptr, *b = nullptr, *flag = nullptr;
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;

    void create(int n) {
        number = n;
        use();
        for (int peer = 0; peer < K; ++peer)
            if (peer != n) check(cudaDeviceEnablePeerAccess(peer, 0));
        for (int** array : {&a, &b, &flag}) {
            check(cudaMalloc(array, K * BYTES));
            check(cudaMemset(*array, 0, K * BYTES));
        }
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        finish();
    }
    void destroy() const {
        use();
        for (int* array : {a, b, flag}) check(cudaFree(array));
        check(cudaStreamDestroy(stream));
        check(cudaEventDestroy(event));
    }
    void use() const { check(cudaSetDevice(number)); }
};
Device devices[K];

void finish_all() {
    for (const Device& device : devices) {
        device.use();
        finish();
    }
}

int element(const int* array, int i) {
    int value = -1;
    check(cudaMemcpy(&value, array + i, sizeof value, cudaMemcpyDefault));
    return value;
}
int is_wrong(const int* array, int i, int expected) { return element(array, i) != expected; }

int events() {
    for (const Device& device : devices) {
        device.use();
        const Device& before = devices[(device.number + K - 1) % K];
        if (device.number > 0) check(cudaStreamWaitEvent(device.stream, before.event)); // of another device
        if (device.number > 0) check(cudaMemcpyPeerAsync(device.a, device.number, before.a, before.number, BYTES, device.stream));
        if (device.number == 0) write<<<1, N, 0, device.stream>>>(device.a, 5);
        check(cudaEventRecord(device.event, device.stream));
    }
    check(cudaEventSynchronize(devices[K - 1].event));
    return is_wrong(devices[0].a, 3, 8) + is_wrong(devices[K - 1].a, 3, 8);
}

/// A copy in the default stream waits for both devices, and both wait for it.
int default_streams() {
    devices[0].use();
    write<<<1, N>>>(devices[0].a, 1);
    devices[1].use();
    write<<<1, N, 0, devices[1].stream>>>(devices[1].a, 2);
    devices[0].use();
    check(cudaMemcpyPeer(devices[1].a, 1, devices[0].a, 0, BYTES));
    devices[1].use();
    add<<<1, N>>>(devices[1].a, devices[1].b);
    finish_all();
    const int wrong = is_wrong(devices[1].b, 0, 1);
    check(cudaMemset(devices[1].b, 0, BYTES));
    return wrong;
}

int system_scope() {
    for (const Device& device : devices) {
        device.use();
        count<<<2, N>>>(devices[1].flag);
        count_common<<<1, N>>>();
    }
    finish_all();
    const int wrong = is_wrong(devices[1].flag, 0, K * 2 * N) + (common != K * N);
    check(cudaMemset(devices[1].flag, 0, BYTES));
    return wrong;
}

/// The first one's flag is raised last, by the host's copy: until then all devices wait in their kernels.
int chain_of_kernels() {
    finish_all();
    for (const Device& device : devices) {
        device.use();
        const Device& before = devices[(device.number + K - 1) % K];
        pass_on<<<1, N, 0, device.stream>>>(before.b, device.number == 0 ? devices[K - 1].flag + 1 : before.flag, device.b, device.flag);
        if (device.number == 0) count<<<1, 1>>>(devices[K - 1].flag + 1);
    }
    finish_all();
    const int wrong = is_wrong(devices[K - 1].b, 7, K);
    for (const Device& device : devices) {
        device.use();
        check(cudaMemset(device.flag, 0, BYTES));
    }
    finish_all();
    return wrong;
}

int last_of_all_blocks() {
    for (const Device& device : devices) {
        device.use();
        last_adds<<<4, N>>>(devices[0].a, devices[0].flag, devices[0].flag + 1, 4 * K, 4 * device.number);
    }
    finish_all();
    return is_wrong(devices[0].flag, 1, 4 * K * (4 * K - 1) / 2);
}

int variables_of_their_own() {
    int wrong = 0;
    for (const Device& device : devices) {
        device.use();
        std::vector<int> values(N, device.number);
        check(cudaMemcpyToSymbol(table, values.data(), BYTES));
        change_own<<<1, 1, 0, device.stream>>>();
    }
    finish_all();
    for (const Device& device : devices) {
        device.use();
        int value = 0;
        check(cudaMemcpyFromSymbol(&value, own, sizeof value));
        wrong += value != 10 + device.number;
    }
    return wrong;
}

int collectives() {
    ncclComm_t communicators[K];
    if (ncclCommInitAll(communicators, K, nullptr) != ncclSuccess) return 1;
    for (const Device& device : devices) {
        device.use();
        write<<<1, N, 0, device.stream>>>(device.a, 100 * device.number);
    }
    const auto group = [&](auto call) {
        ncclGroupStart();
        for (const Device& d : devices) call(d, communicators[d.number], (d.number + 1) % K, (d.number + K - 1) % K);
        ncclGroupEnd();
    };
    group([](const Device& d, ncclComm_t c, int, int) { ncclAllGather(d.a, d.b, N, ncclInt, c, d.stream); });
    finish_all();
    int wrong = is_wrong(devices[2].b, N + 3, 103) + is_wrong(devices[0].b, 2 * N + 1, 201);
    group([](const Device& d, ncclComm_t c, int, int) { ncclAllReduce(d.a, d.b, N, ncclInt, ncclSum, c, d.stream); });
    group([](const Device& d, ncclComm_t c, int, int) { ncclReduceScatter(d.b, d.a, N / K, ncclInt, ncclMax, c, d.stream); });
    group([](const Device& d, ncclComm_t c, int next, int before) {
        ncclSend(d.a, 4, ncclInt, next, c, d.stream);
        ncclRecv(d.flag, 4, ncclInt, before, c, d.stream);
    });
    group([](const Device& d, ncclComm_t c, int, int) { ncclBroadcast(d.flag, d.b, 4, ncclInt, 1, c, d.stream); });
    group([](const Device& d, ncclComm_t c, int, int) { ncclReduce(d.b, d.flag, 4, ncclInt, ncclAvg, 2, c, d.stream); });
    finish_all();
    wrong +=
        is_wrong(devices[1].a, 2, 300 + 3 * (N / K + 2)) + is_wrong(devices[2].flag, 2, 300 + 3 * 2) + is_wrong(devices[0].b, 1, 300 + 3);
    for (ncclComm_t communicator : communicators) ncclCommDestroy(communicator);
    return wrong;
}

/// Each of the host's threads has its device and its rank.
int threads() {
    ncclUniqueId id;
    ncclGetUniqueId(&id);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < K; ++rank)
        threads.emplace_back([=] {
            const Device& device = devices[rank];
            device.use();
            ncclComm_t communicator = nullptr;
            ncclCommInitRank(&communicator, K, id, rank);
            write<<<1, N, 0, device.stream>>>(device.a, rank);
            ncclAllReduce(device.a, device.a, N, ncclInt, ncclMax, communicator, device.stream);
            check(cudaStreamSynchronize(device.stream));
            ncclCommDestroy(communicator);
        });
    for (std::thread& thread : threads) thread.join();
    return is_wrong(devices[0].a, 4, K - 1 + 4) + is_wrong(devices[1].a, 4, K - 1 + 4);
}

int main() {
    int count = 0;
    check(cudaGetDeviceCount(&count));
    if (count < K) {
        std::printf("skipped: this needs %d devices, and there are %d\n", K, count);
        return 77;
    }
    for (int device = 0; device < K; ++device) devices[device].create(device);
    const int wrong[] = {events(),      default_streams(), system_scope(),          chain_of_kernels(), last_of_all_blocks(),
                         collectives(), threads(),         variables_of_their_own()};
    for (const Device& device : devices) device.destroy();
    int all = 0;
    for (const int w : wrong) all += w;
    if (all == 0) return 0;
    std::printf("wrong:");
    for (const int w : wrong) std::printf(" %d", w);
    std::printf("\n");
    return 1;
}
