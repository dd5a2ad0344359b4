// All threads multiply, thread 0 adds up, and the others go on with the next row's products.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void block_gemv(const int* matrix, const int* vector, int* result, int rows) {
    __shared__ int products[BLOCK];
    for (int row = 0; row < rows; ++row) {
        products[threadIdx.x] = matrix[row * BLOCK + threadIdx.x] * vector[threadIdx.x]; // finds: race-shared
        __syncthreads();
        if (threadIdx.x == 0) {
            int sum = 0;
            for (int i = 0; i < BLOCK; ++i) sum += products[i]; // finds: race-shared
            result[row] = sum;
        }
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main() {
    constexpr int rows = 4;
    const RandomNumbers matrix(rows * BLOCK), vector(BLOCK);
    const DeviceArray<int> result(rows);
    block_gemv<<<1, BLOCK>>>(matrix.get(), vector.get(), result.get(), rows);
    finish();
}
