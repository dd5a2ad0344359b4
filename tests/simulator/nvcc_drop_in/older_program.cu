// What programs of all ages take from CUDA's headers, beside the language.
#include <__clang_cuda_builtin_vars.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <math.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <stdint-gcc.h>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__NVCC__) || !defined(__CUDACC_VER_MAJOR__)
#error "programs ask for these"
#endif

#define REQUIRE(condition)                                                                                                                 \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }

__global__ void sum_of_warp(int* out) {
    int value = threadIdx.x;
    for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down(value, delta);
    if (__all(threadIdx.x < 32) && __any(threadIdx.x == 3) && __ballot(1) == 0xFFFFFFFF && threadIdx.x == 0) *out = __shfl(value, 0);
}

texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
texture<float> numbers;

__global__ void fetch(float* out) { *out = tex2D(colours, 1, 0).z + tex1Dfetch(numbers, 1); }

float fetched_by_reference() {
    const uchar4 pixels[] = {{1, 2, 3, 4}, {5, 6, 51, 8}};
    const float values[] = {3, 4};
    float result = 0, *device, *out;
    cudaArray* array;
    cudaMalloc((void**)&device, sizeof values), cudaMalloc((void**)&out, sizeof result);
    cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMallocArray(&array, &colours.channelDesc, 2, 1);
    cudaMemcpyToArray(array, 0, 0, pixels, sizeof pixels, cudaMemcpyHostToDevice);
    colours.addressMode[0] = cudaAddressModeClamp;
    cudaBindTextureToArray(&colours, array, &colours.channelDesc);
    cudaBindTexture(NULL, &numbers, device, &numbers.channelDesc, sizeof values);
    fetch<<<1, 1>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaUnbindTexture(colours), cudaUnbindTexture(&numbers);
    cudaFreeArray(array), cudaFree(device), cudaFree(out);
    return result;
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
    REQUIRE(!strcmp(cudaGetErrorName(cudaErrorPriorLaunchFailure), "cudaErrorPriorLaunchFailure") && cudaErrorApiFailureBase == 10000);
    REQUIRE(CUDA_ERROR_PROFILER_DISABLED == 5 && CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE == 708);
    std::memset(&other, 0, sizeof(uint32_t)); // without <cstring>
    REQUIRE(other == 0);

    REQUIRE(fabsf(fetched_by_reference() - 4.2f) < 1e-6f);

    int* managed;
    REQUIRE(cudaMallocManaged(&managed, sizeof *managed) == cudaSuccess);
    REQUIRE(cudaMemAdvise(managed, sizeof *managed, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess);
    REQUIRE(cudaMemPrefetchAsync(managed, sizeof *managed, 0) == cudaSuccess);
    nvtxRangePush("kernel");
    // As formatters that know no CUDA leave it.
    // clang-format off
    sum_of_warp << <1, 32 >> >(managed);
    // clang-format on
    nvtxRangePop();
    REQUIRE(cudaThreadSynchronize() == cudaSuccess && *managed == 496);
    REQUIRE(cudaMemcpyPeer(managed, 0, managed, 1, 0) == cudaErrorInvalidDevice && cudaGetLastError() != cudaSuccess);

    int calls = 0;
    REQUIRE(cudaStreamAddCallback(0, count_call, &calls, 0) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && calls == 1);
    cudaFree(managed);
    const size_t wide = 2;
    const dim3 narrowed{wide, wide + 1};
    REQUIRE(narrowed.x == 2 && narrowed.y == 3);
    printf("ok\n");
}
