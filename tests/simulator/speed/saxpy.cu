// y = a x + y: a launch of many threads that do little.
#include <cstdio>
#include <vector>

__global__ void saxpy(float a, const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
    constexpr int n = 1 << 22;
    std::vector<float> x(n, 1), y(n, 2);
    float *dx, *dy;
    cudaMalloc(&dx, sizeof(float) * n);
    cudaMalloc(&dy, sizeof(float) * n);
    cudaMemcpy(dx, x.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
    saxpy<<<n / 256, 256>>>(3, dx, dy, n);
    cudaMemcpy(y.data(), dy, sizeof(float) * n, cudaMemcpyDeviceToHost);
    std::printf("%g\n", y[n / 2]);
    cudaFree(dx);
    cudaFree(dy);
}
