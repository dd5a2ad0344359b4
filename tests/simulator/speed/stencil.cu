// A 5-point stencil, in many launches.
#include <cstdio>
#include <utility>
#include <vector>

__global__ void step(const float* from, float* to, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    const int i = y * n + x;
    const bool is_inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
    to[i] = is_inside ? 0.25f * (from[i - 1] + from[i + 1] + from[i - n] + from[i + n]) : from[i];
}

int main() {
    constexpr int n = 256, steps = 20;
    std::vector<float> grid(n * n);
    for (int i = 0; i < n; ++i) grid[i] = 1;
    float *a, *b;
    cudaMalloc(&a, sizeof(float) * n * n);
    cudaMalloc(&b, sizeof(float) * n * n);
    cudaMemcpy(a, grid.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice);
    for (int i = 0; i < steps; ++i, std::swap(a, b)) step<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, n);
    cudaMemcpy(grid.data(), a, sizeof(float) * n * n, cudaMemcpyDeviceToHost);
    std::printf("%g\n", grid[3 * n + n / 2]);
    cudaFree(a);
    cudaFree(b);
}
