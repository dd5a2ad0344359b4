// A picture is compressed in blocks of 4 x 4 pixels, and its width and height need not be multiples of 4.
#include "../corpus/device.cuh"

__global__ void compress(const int* picture, int* output, int width, int height) {
    __shared__ int colors[16];
    const int x = static_cast<int>(blockIdx.x * 4 + threadIdx.x % 4), y = static_cast<int>(blockIdx.y * 4 + threadIdx.x / 4);
#ifdef FIXED
    colors[threadIdx.x] = x < width && y < height ? picture[y * width + x] : 0;
#else
    colors[threadIdx.x] = picture[y * width + x]; // finds: out-of-bounds
    (void)height;
#endif
    __syncthreads();
    if (threadIdx.x == 0) output[blockIdx.y * gridDim.x + blockIdx.x] = colors[0] - colors[15];
}

int main() {
    constexpr int width = 9, height = 9;
    const RandomNumbers picture(width * height);
    const DeviceArray<int> output(9);
    compress<<<dim3(3, 3), 16>>>(picture.get(), output.get(), width, height);
    finish();
}
