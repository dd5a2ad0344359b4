// Launches that CUDA refuses: each sets its error, runs nothing, and leaves the device usable.
#include "../expect.hpp"

#include <cooperative_groups.h>
#include <cstring>

__global__ void mark(int* ran) { *ran = 1; }

__global__ void use_dynamic_memory(int* out, int n) {
    extern __shared__ int large[];
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) large[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) *out = large[n - 1];
}

__global__ void meet() { cooperative_groups::this_grid().sync(); }

/// The documented error, or what the runtime of CUDA 13 returns on a GPU in its place.
bool says_bad_configuration(cudaError_t error) {
#ifndef SCANLAB_SIMULATOR
    if (error == cudaErrorInvalidValue) return true;
#endif
    return error == cudaErrorInvalidConfiguration;
}

void expect_refused(dim3 grid, dim3 block, std::size_t shared_bytes, cudaError_t wanted, const std::string& what) {
    test::DeviceArray<int> ran(1);
    mark<<<grid, block, shared_bytes>>>(ran.data());
    const cudaError_t peeked = cudaPeekAtLastError(), got = cudaGetLastError();
    test::expect(got == wanted || (wanted == cudaErrorInvalidConfiguration && says_bad_configuration(got)),
                 what + ": got " + cudaGetErrorName(got) + ", expected " + cudaGetErrorName(wanted));
    test::expect(peeked == got, what + ": peeking shows the same error");
    test::expect(cudaGetLastError() == cudaSuccess, what + ": reading the error clears it");
    test::expect_equal(ran.read()[0], 0, what + ": nothing ran");
}

int main() {
    expect_refused(1, 2048, 0, cudaErrorInvalidConfiguration, "2048 threads");
    expect_refused(1, dim3(32, 33), 0, cudaErrorInvalidConfiguration, "32 x 33 threads");
    expect_refused(1, dim3(1, 1, 65), 0, cudaErrorInvalidConfiguration, "65 layers of threads");
    expect_refused(0, 32, 0, cudaErrorInvalidConfiguration, "no blocks");
    expect_refused(1, 0, 0, cudaErrorInvalidConfiguration, "no threads");
    expect_refused(dim3(1, 65536), 32, 0, cudaErrorInvalidConfiguration, "65536 rows of blocks");
    expect_refused(1, 32, 49 * 1024, cudaErrorInvalidValue, "more than 48 KiB of dynamic shared memory");

    // A launch that is fine does not clear the error of one before.
    test::DeviceArray<int> ran(1);
    mark<<<1, 2048>>>(ran.data());
    mark<<<1, 1>>>(ran.data());
    test::expect(says_bad_configuration(cudaGetLastError()), "an error stays until it is read");
    test::expect_equal(ran.read()[0], 1, "a launch after a refused one");

    constexpr int bytes = 100 * 1024;
    test::must(cudaFuncSetAttribute(use_dynamic_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    use_dynamic_memory<<<2, 64, bytes>>>(ran.data(), bytes / 4);
    test::expect_equal(ran.read()[0], bytes / 4 - 1, "shared memory beyond 48 KiB, asked for");
    test::expect(cudaFuncSetAttribute(use_dynamic_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) == cudaErrorInvalidValue,
                 "more shared memory than there is");
    cudaGetLastError();

    const cudaError_t error = cudaLaunchCooperativeKernel(meet, dim3(1 << 20), dim3(1024), nullptr);
    test::expect(error == cudaErrorCooperativeLaunchTooLarge, "a grid that cannot be resident is refused");
    cudaGetLastError();

    int blocks = 0, best_block = 0, best_grid = 0;
    test::must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, mark, 256, 0));
    test::expect_equal(blocks, 8, "resident blocks of 256 threads");
    test::must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, use_dynamic_memory, 256, bytes));
    test::expect_equal(blocks, 2, "resident blocks of 100 KiB");
    test::must(cudaOccupancyMaxPotentialBlockSize(&best_grid, &best_block, mark, 0, 0));
    test::expect_equal(best_block, 1024, "the block that fills a multiprocessor");

    test::expect(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0, "an error's name");
    test::expect(std::strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument") == 0, "an error's text");
    test::expect(std::strcmp(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code") == 0, "no error's text");
    return test::verdict();
}
