// A persistent reduction in one cooperative launch: warps reduce by cooperative groups, then the grid
// meets and one block finishes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

__global__ void reduceSinglePassMultiBlockCG(const float* g_idata, double* g_odata, unsigned int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();

    extern __shared__ double sdata[];
    sdata[block.thread_rank()] = 0;
    for (size_t i = grid.thread_rank(); i < n; i += grid.size()) sdata[block.thread_rank()] += g_idata[i];
    cg::sync(block);

    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(block);
    const double beta = cg::reduce(tile32, sdata[block.thread_rank()], cg::plus<double>());
    cg::sync(block);
    if (tile32.thread_rank() == 0) sdata[tile32.meta_group_rank()] = beta;
    cg::sync(block);
    if (block.thread_rank() == 0) {
        double sum = 0;
        for (unsigned int w = 0; w < tile32.meta_group_size(); ++w) sum += sdata[w];
        g_odata[blockIdx.x] = sum;
    }
    cg::sync(grid);

    if (grid.thread_rank() == 0)
        for (unsigned int b = 1; b < gridDim.x; b++) g_odata[0] += g_odata[b];
}

int main() {
    unsigned int n = 30000;
    const int threads = 128;
    int device = 0, multiprocessors = 0, blocks_each = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, reduceSinglePassMultiBlockCG, threads, threads * sizeof(double));
    const int blocks = min(multiprocessors * blocks_each, 24);

    float* data;
    double *partial, result;
    cudaMallocManaged(&data, n * sizeof(float));
    cudaMalloc(&partial, blocks * sizeof(double));
    double expected = 0;
    for (unsigned int i = 0; i < n; i++) expected += data[i] = (float)(i % 100) * 0.25f;

    void* args[] = {&data, &partial, &n};
    cudaError_t error =
        cudaLaunchCooperativeKernel(reduceSinglePassMultiBlockCG, dim3(blocks), dim3(threads), args, threads * sizeof(double), NULL);
    if (error == cudaSuccess) error = cudaMemcpy(&result, partial, sizeof(result), cudaMemcpyDeviceToHost);
    const bool ok = error == cudaSuccess && result == expected;
    printf("%s (%s)\n", ok ? "PASSED" : "FAILED", cudaGetErrorString(error));
    cudaFree(data);
    cudaFree(partial);
    return ok ? 0 : 1;
}
