// What textures and surfaces read and write is observed, and what does not suit them stops the kernel.
#include <cuda_runtime.h>

__global__ void fetch(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, static_cast<float>(threadIdx.x), 1); // finds uninitialized: A thread reads `array.8.`
}
__global__ void fetch_and_compare(cudaTextureObject_t texture, float* out) {
    if (tex2D<float>(texture, static_cast<float>(threadIdx.x), 1) > 0) *out = 1; // finds uninitialized: A thread reads `array.[0-9]*.`
}
__global__ void fetch_wrong_type(cudaTextureObject_t texture, uchar4* out) {
    *out = tex2D<uchar4>(texture, 0, 0); // finds trap: The fetch wants 4 channels of 8 bits .unsigned., but the texture's
}
__global__ void copy_row(cudaTextureObject_t texture, cudaSurfaceObject_t surface) {
    const float left = tex2D<float>(texture, static_cast<float>(threadIdx.x) - 1, 1);
    surf2Dwrite(left, surface, static_cast<int>(threadIdx.x * sizeof(float)), 1); // finds race-global: Thread [0-9]* writes `array
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, 8, 2, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    cudaCreateSurfaceObject(&surface, &resource);
    float *out = nullptr, values[16] = {};
    cudaMalloc(&out, 64);

    fetch<<<1, 8>>>(texture, out);
    fetch_and_compare<<<1, 8>>>(texture, out);
    cudaMemcpy2DToArray(array, 4, 0, values, 32, 32, 2, cudaMemcpyHostToDevice); // finds bad-copy: The copy does not fit
    cudaMemcpy2DToArray(array, 0, 0, values, 32, 32, 2, cudaMemcpyHostToDevice);
    copy_row<<<1, 8>>>(texture, surface);
    fetch_wrong_type<<<1, 1>>>(texture, reinterpret_cast<uchar4*>(out));
    cudaDeviceSynchronize();
    return 0;
}
