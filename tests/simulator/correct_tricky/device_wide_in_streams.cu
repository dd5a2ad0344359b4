// CUB's device-wide algorithms in streams, each with an order to what uses its result or its temporary storage; and results of
// blocks and warps that only the right thread looks at.
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
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

constexpr int N = 1000;

__global__ void add_sum(const int* sum, int* out) { out[threadIdx.x] += *sum; }

__global__ void mean_of_block(const int* in, int* out) {
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ int sum;
    const int total = Reduce(storage).Sum(in[threadIdx.x]); // moved by all, used by the first
    if (threadIdx.x == 0) sum = total;
    __syncthreads();
    out[threadIdx.x] = sum;
}

__global__ void sums_of_quarters(const int* in, int* out) {
    using Reduce = cub::WarpReduce<int, 16>;
    __shared__ typename Reduce::TempStorage storage[4];
    const int sum = Reduce(storage[threadIdx.x / 16]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = sum;
}

__global__ void largest_before(const int* in, int* out) {
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Scan::TempStorage storage;
    int before;
    Scan(storage).ExclusiveScan(in[threadIdx.x], before, Larger());
    out[threadIdx.x] = threadIdx.x == 0 ? 0 : before; // the first has none
}

int main() {
    cudaStream_t one = nullptr, other = nullptr;
    cudaEvent_t event = nullptr;
    for (cudaStream_t* s : {&one, &other}) check(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    check(cudaEventCreate(&event));
    const RandomNumbers in(N);
    const DeviceArray<int> scanned(N), sorted(N), out(64), sum(2);
    out.clear();
    int* pinned = nullptr;
    check(cudaMallocHost(&pinned, N * sizeof(int)));
    finish();
    std::size_t of_scan = 0, of_sort = 0, of_sum = 0;
    check(cub::DeviceScan::InclusiveSum(nullptr, of_scan, in.get(), scanned.get(), N));
    check(cub::DeviceRadixSort::SortKeys(nullptr, of_sort, in.get(), sorted.get(), N));
    check(cub::DeviceReduce::Sum(nullptr, of_sum, in.get(), sum.get(), N));
    std::size_t bytes = of_sort > of_scan ? of_sort : of_scan; // the largest, for all in turn
    if (of_sum > bytes) bytes = of_sum;
    const DeviceArray<char> storage(static_cast<int>(bytes)), more(static_cast<int>(bytes));

    check(cub::DeviceScan::InclusiveSum(storage.get(), bytes, in.get(), scanned.get(), N, one)); // one storage, one stream
    check(cub::DeviceRadixSort::SortKeys(storage.get(), bytes, in.get(), sorted.get(), N, 0, 32, one));
    check(cub::DeviceScan::InclusiveSum(storage.get(), bytes, in.get(), scanned.get(), N / 2, one)); // fewer elements
    check(cub::DeviceReduce::Sum(more.get(), bytes, in.get(), sum.get(), N, other));                 // at the same time, with its own
    check(cudaEventRecord(event, other));
    check(cudaStreamWaitEvent(one, event));
    add_sum<<<1, 64, 0, one>>>(sum.get(), out.get());
    check(cudaMemcpyAsync(pinned, sorted.get(), N * sizeof(int), cudaMemcpyDeviceToHost, one));
    check(cudaStreamSynchronize(one));
    bool right = true;
    for (int i = 1; i < N; ++i) right &= pinned[i - 1] <= pinned[i];
    check(cub::DeviceReduce::Max(storage.get(), bytes, in.get(), sum.get() + 1, N)); // in the default stream, for which a copy waits
    const int most = sum[1];
    InclusiveScan scan;
    int total = 0, largest = -50;
    for (int i = 0; i < N; ++i) {
        total = scan(i);
        if (random_number(i) > largest) largest = random_number(i);
    }
    right &= most == largest && verdict(out, [=](int) { return total; }) == 0 && scanned[N - 1] == total;

    mean_of_block<<<1, 64>>>(in.get(), out.get());
    finish();
    InclusiveScan again;
    int of_64 = 0;
    for (int i = 0; i < 64; ++i) of_64 = again(i);
    right &= verdict(out, [=](int) { return of_64; }) == 0;
    sums_of_quarters<<<1, 64>>>(in.get(), out.get());
    largest_before<<<1, 64>>>(in.get(), out.get());
    finish();
    for (cudaStream_t s : {one, other}) check(cudaStreamDestroy(s));
    check(cudaEventDestroy(event));
    check(cudaFreeHost(pinned));
    return right ? 0 : 1;
}
