// A matrix product by tiles in shared memory, with two barriers a tile.
#include <cstdio>
#include <vector>

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float as[tile][tile], bs[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += tile) {
        as[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main() {
    constexpr int n = 160;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = static_cast<float>(i % 7), b[i] = static_cast<float>(i % 5);
    float *da, *db, *dc;
    cudaMalloc(&da, sizeof(float) * n * n);
    cudaMalloc(&db, sizeof(float) * n * n);
    cudaMalloc(&dc, sizeof(float) * n * n);
    cudaMemcpy(da, a.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(da, db, dc, n);
    cudaMemcpy(c.data(), dc, sizeof(float) * n * n, cudaMemcpyDeviceToHost);
    std::printf("%g\n", c[n * n - 1]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
