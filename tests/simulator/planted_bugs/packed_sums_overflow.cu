// A chained scan with status and sum packed into 32 bits, which leaves 30 for the sum: enough for small
// numbers, and for every test that used only those. Nothing is out of order or out of bounds here; just
// the sums are wrong, and only a comparison with the CPU, on large numbers, can tell: it stands below.
#include "../corpus/collectives.cuh"
#include "../corpus/device.cuh"

#include <cuda/atomic>

using Descriptor = unsigned; // 2 bits of status above 30 bits of sum
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ Descriptor packed(int sum) {
    return 1u << 30 | (static_cast<unsigned>(sum) & 0x3fffffff); // which has no more than 30 bits
}
__device__ int unpacked(Descriptor d) { return static_cast<int>(d << 2) >> 2; }

template <int BLOCK>
__global__ void chained_scan(const int* input, int* output, int n, Descriptor* descriptors) {
    __shared__ int tile, before_tile;
    auto* tickets = reinterpret_cast<int*>(descriptors + gridDim.x);
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        Descriptor before = packed(0);
        if (tile > 0) {
            const SharedDescriptor descriptor(descriptors[tile - 1]);
            while ((before = descriptor.load(cuda::memory_order_relaxed)) == 0) {}
        }
        before_tile = unpacked(before);
        SharedDescriptor(descriptors[tile]).store(packed(before_tile + sum), cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (i < n) output[i] = before_tile + sum;
}

static __global__ void write_large_numbers(int* numbers, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) numbers[i] = 3'000'000 + i;
}

int main() {
    constexpr int BLOCK = 128, n = 5 * BLOCK;
    const DeviceArray<int> input(n), output(n);
    const DeviceArray<Descriptor> descriptors(n / BLOCK + 1);
    descriptors.clear();
    write_large_numbers<<<n / BLOCK, BLOCK>>>(input.get(), n);
    chained_scan<BLOCK><<<n / BLOCK, BLOCK>>>(input.get(), output.get(), n, descriptors.get());
    finish();
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += 3'000'000 + i;
        if (output[i] == sum) continue;
        std::printf("wrong: output[%d] = %d, not %d\n", i, output[i], sum);
        return 1; // finds: warning wrong-result
    }
}
