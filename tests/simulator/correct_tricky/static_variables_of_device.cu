// Static variables of device functions: one for all threads, initialised once, and kept from launch to launch.
#include "../corpus/device.cuh"

constexpr int THREADS = 64, LAUNCHES = 3;

__device__ int ticket() {
    static int next = 100;
    return atomicAdd(&next, 1);
}

template <int K>
__device__ int* counter() {
    static unsigned long long unused = 7;
    static int counts[2] = {K, K};
    return unused == 7 ? counts : nullptr;
}

__host__ __device__ int seed() {
    static int value = 5;
    return value;
}

__global__ void count(int* seen) {
    atomicAdd(&seen[ticket() - 100], 1);
    atomicAdd(&counter<10>()[threadIdx.x % 2], seed());
    atomicAdd(&counter<20>()[1], 1);
}
__global__ void look(int* out) {
    out[0] = counter<10>()[0];
    out[1] = counter<10>()[1];
    out[2] = counter<20>()[0];
    out[3] = counter<20>()[1];
}

int main() {
    const DeviceArray<int> seen(THREADS * LAUNCHES), out(4);
    seen.clear();
    for (int i = 0; i < LAUNCHES; ++i) count<<<1, THREADS>>>(seen.get());
    look<<<1, 1>>>(out.get());
    finish();
    constexpr int half = THREADS / 2 * LAUNCHES;
    const int expected[4] = {10 + 5 * half, 10 + 5 * half, 20, 20 + 2 * half};
    return verdict(seen, [](int) { return seed() - 4; }) || verdict(out, [&](int i) { return expected[i]; });
}
