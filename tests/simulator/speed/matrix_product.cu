// A matrix product without shared memory: two reads of global memory for each multiplication.
#include <cstdio>
#include <vector>

__global__ void multiply(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

int main() {
    constexpr int n = 128;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) a[i] = static_cast<float>(i % 7), b[i] = static_cast<float>(i % 5);
    float *da, *db, *dc;
    cudaMalloc(&da, sizeof(float) * n * n);
    cudaMalloc(&db, sizeof(float) * n * n);
    cudaMalloc(&dc, sizeof(float) * n * n);
    cudaMemcpy(da, a.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(da, db, dc, n);
    cudaMemcpy(c.data(), dc, sizeof(float) * n * n, cudaMemcpyDeviceToHost);
    std::printf("%g\n", c[n * n - 1]);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
