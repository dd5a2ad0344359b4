// What lessons build, as libraries have it: docs/map.md shows these lines.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/scan.h>

namespace cg = cooperative_groups;

__global__ void scan_tile(const int* in, int* sums, int* maxima) {
    const int value = in[threadIdx.x];

    // A block, as in lesson 04.
    using Scan = cub::BlockScan<int, 256>;
    __shared__ Scan::TempStorage storage;
    int sum;
    Scan(storage).InclusiveSum(value, sum);

    // A warp; with another operator, the largest value so far.
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int largest = cg::inclusive_scan(warp, value, cg::greater<int>());

    sums[threadIdx.x] = sum;
    maxima[threadIdx.x] = largest;
}

void scan_array(const int* in, int* out, int n, cudaStream_t stream) {
    // An array, as in lessons 08 and 10. The first call only says how much memory it needs.
    std::size_t bytes = 0;
    cub::DeviceScan::InclusiveSum(nullptr, bytes, in, out, n, stream);
    void* workspace = nullptr;
    cudaMallocAsync(&workspace, bytes, stream);
    cub::DeviceScan::InclusiveSum(workspace, bytes, in, out, n, stream);
    cudaFreeAsync(workspace, stream);

    // The same by Thrust, which brings memory of its own; and with another operator.
    thrust::inclusive_scan(thrust::cuda::par.on(stream), in, in + n, out);
    thrust::inclusive_scan(thrust::cuda::par.on(stream), in, in + n, out, thrust::maximum<int>());
}
