// What programs of all ages take from CUDA's headers, beside the language.
#include <cuda.h>
#include <cuda_runtime.h>
#include <math.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__NVCC__) || !defined(__CUDACC_VER_MAJOR__)
#error "programs ask for these"
#endif

#define REQUIRE(condition) \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }

__global__ void sum_of_warp(int* out) {
    int value = threadIdx.x;
    for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down(value, delta);
    if (__all(threadIdx.x < 32) && __any(threadIdx.x == 3) && __ballot(1) == 0xFFFFFFFF && threadIdx.x == 0) *out = __shfl(value, 0);
}

void CUDART_CB count_call(cudaStream_t, cudaError_t, void* count) { ++*static_cast<int*>(count); }

int main() {
    cudaDeviceProp properties;
    int value = -1, other = -1;
    REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.clockRate > 0 && properties.deviceOverlap == 1);
    REQUIRE(cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, 0) == cudaSuccess && value == cudaComputeModeDefault);
    REQUIRE(cudaDeviceCanAccessPeer(&value, 0, 0) == cudaSuccess && value == 0);
    REQUIRE(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice);
    REQUIRE(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
    REQUIRE(cudaFuncSetCacheConfig(sum_of_warp, cudaFuncCachePreferL1) == cudaSuccess);
    REQUIRE(cudaHostRegister(&value, sizeof value, cudaHostRegisterDefault) == cudaSuccess);
    REQUIRE(cudaHostUnregister(&value) == cudaSuccess);
    REQUIRE(lerp(0, 10, 0.5f) == 5);

    int* managed;
    REQUIRE(cudaMallocManaged(&managed, sizeof *managed) == cudaSuccess);
    REQUIRE(cudaMemAdvise(managed, sizeof *managed, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess);
    REQUIRE(cudaMemPrefetchAsync(managed, sizeof *managed, 0) == cudaSuccess);
    nvtxRangePush("kernel");
    sum_of_warp << <1, 32 >> >(managed);
    nvtxRangePop();
    REQUIRE(cudaThreadSynchronize() == cudaSuccess && *managed == 496);
    REQUIRE(cudaMemcpyPeer(managed, 0, managed, 1, 0) == cudaErrorInvalidDevice && cudaGetLastError() != cudaSuccess);

    int calls = 0;
    REQUIRE(cudaStreamAddCallback(0, count_call, &calls, 0) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && calls == 1);
    cudaFree(managed);
    printf("ok\n");
}
