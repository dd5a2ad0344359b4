// A kernel whose assertion fails: CUDA's message, cudaErrorAssert from every call after, printf until
// then.
#undef NDEBUG
#include "../expect.hpp"

#include <cassert>

__global__ void talk_then_fail() {
    if (threadIdx.x == 0) printf("block %u says %d and %.1f\n", blockIdx.x, -7, 2.5);
    __syncthreads();
    assert(blockIdx.x != 1 || threadIdx.y * blockDim.x + threadIdx.x < 2);
}

__global__ void never_runs(int* data) { *data = 1; }

int main() {
    int* data = nullptr;
    test::must(cudaMalloc(&data, 4));
    talk_then_fail<<<2, dim3(3, 1)>>>();
    test::expect(cudaDeviceSynchronize() == cudaErrorAssert, "the failed assertion is the error");
    test::expect(cudaGetLastError() == cudaErrorAssert, "it is the last error");
    test::expect(cudaGetLastError() == cudaSuccess, "which reading clears");
    never_runs<<<1, 1>>>(data);
    test::expect(cudaGetLastError() == cudaErrorAssert, "until the next launch fails with it");
    int value = 0;
    test::expect(cudaMemcpy(&value, data, 4, cudaMemcpyDeviceToHost) == cudaErrorAssert, "calls after it return it");
    test::expect(cudaMalloc(&data, 4) == cudaErrorAssert, "all of them");
#ifdef SCANLAB_SIMULATOR // a GPU's context cannot be used again
    test::expect(cudaDeviceReset() == cudaSuccess && cudaGetLastError() == cudaSuccess, "until the device is reset");
    test::must(cudaMalloc(&data, 4));
    never_runs<<<1, 1>>>(data);
    test::must(cudaMemcpy(&value, data, 4, cudaMemcpyDeviceToHost));
    test::expect_equal(value, 1, "a launch after the reset");
#endif
    return test::verdict();
}
