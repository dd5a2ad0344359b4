// CUB's device-wide algorithms go on after their call has returned; their temporary storage has one user at a time, and grows with
// the number of elements. Its reductions give their result to one thread.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

/// Newer CUBs have no cub::Max.
struct Larger {
    template <class T>
    __device__ T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

constexpr int N = 3000;

__global__ void use_2(const int* sum, int* out) { out[threadIdx.x] = *sum; } // finds: race-stream (2)

__global__ void subtract_the_mean(const int* in, int* out) {
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage storage;
    const int mean = Reduce(storage).Sum(in[threadIdx.x]) / 64; // finds: uninitialized
    out[threadIdx.x] = in[threadIdx.x] - mean;
}

__global__ void count_large_warps(const int* in, int* large) {
    using Reduce = cub::WarpReduce<int>;
    __shared__ typename Reduce::TempStorage storage[2];
    const int most = Reduce(storage[threadIdx.x / 32]).Reduce(in[threadIdx.x], Larger());
    if (most > 40) atomicAdd(large, 1); // finds: uninitialized
}

__global__ void largest_before(const int* in, int* out) {
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Scan::TempStorage storage;
    int before;
    Scan(storage).ExclusiveScan(in[threadIdx.x], before, Larger());
    out[threadIdx.x] = before + 1; // finds: uninitialized
}

int main() {
    cudaStream_t one = nullptr, other = nullptr;
    for (cudaStream_t* s : {&one, &other}) check(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    const RandomNumbers in(N);
    const DeviceArray<int> out(N), sum(2), large(1);
    large.clear();
    int *pinned = nullptr, *sum_of_host = nullptr;
    check(cudaMallocHost(&pinned, N * sizeof(int)));
    check(cudaMallocHost(&sum_of_host, sizeof(int)));
    finish();
    std::size_t bytes = 0, too_few = 0;
    check(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.get(), out.get(), N));
    check(cub::DeviceScan::InclusiveSum(nullptr, too_few, in.get(), out.get(), N / 10));
    const DeviceArray<char> storage(static_cast<int>(bytes)), more(static_cast<int>(bytes));

    check(cub::DeviceScan::InclusiveSum(storage.get(), bytes, in.get(), out.get(), N, one));   // finds: race-stream (1)
    check(cudaMemcpyAsync(pinned, out.get(), N * sizeof(int), cudaMemcpyDeviceToHost, other)); // finds: race-stream (1)
    finish();
    check(cub::DeviceReduce::Sum(storage.get(), bytes, in.get(), sum.get(), N, one)); // finds: race-stream (2)
    use_2<<<1, 64, 0, other>>>(sum.get(), out.get());
    finish();
    check(cub::DeviceReduce::Max(storage.get(), bytes, in.get(), sum.get(), N, one));       // finds: race-stream (3)
    check(cub::DeviceReduce::Min(storage.get(), bytes, in.get(), sum.get() + 1, N, other)); // finds: race-stream (3)
    finish();
    check(cub::DeviceReduce::Sum(more.get(), bytes, in.get(), sum_of_host, N, one)); // finds: race-host (4)
    const int half = *sum_of_host / 2;                                               // finds: race-host (4), maybe uninitialized
    finish();
    cub::DeviceScan::InclusiveSum(storage.get(), too_few, in.get(), out.get(), N, one);      // finds: invalid-launch
    check(cub::DeviceScan::ExclusiveSum(storage.get(), bytes, in.get(), out.get(), N, one)); // finds: race-stream (5)
    check(cudaMemsetAsync(in.get(), 0, sizeof(int), other));                                 // finds: race-stream (5)
    finish();

    subtract_the_mean<<<1, 64>>>(in.get(), out.get());
    count_large_warps<<<1, 64>>>(in.get(), large.get());
    largest_before<<<1, 64>>>(in.get(), out.get());
    finish();
    std::printf("%d\n", half);
    for (cudaStream_t s : {one, other}) check(cudaStreamDestroy(s));
    check(cudaFreeHost(pinned));
    check(cudaFreeHost(sum_of_host));
}
