// A reduction along y and then one along x use the same shared array.
#include "../corpus/device.cuh"

constexpr int X = 32, Y = 4;

__device__ int reduce_y(int value, int* shared) {
    shared[threadIdx.y * X + threadIdx.x] = value;
    for (unsigned half = Y / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.y < half)
            shared[threadIdx.y * X + threadIdx.x] = value += shared[(threadIdx.y + half) * X + threadIdx.x]; // finds: race-shared
    }
    return value;
}

__device__ int reduce_x(int value, int* shared) {
#ifdef FIXED
    __syncthreads();
#endif
    shared[threadIdx.x * Y + threadIdx.y] = value; // finds: race-shared
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < X; ++i) sum += shared[i * Y + threadIdx.y];
    return sum;
}

__global__ void reduce_kernel(const int* input, int* output) {
    __shared__ int shared[X * Y];
    const int column = reduce_y(input[threadIdx.y * X + threadIdx.x], shared);
    output[threadIdx.y * X + threadIdx.x] = reduce_x(column, shared);
}

int main() {
    const RandomNumbers input(X * Y);
    const DeviceArray<int> output(X * Y);
    reduce_kernel<<<1, dim3(X, Y)>>>(input.get(), output.get());
    finish();
}
