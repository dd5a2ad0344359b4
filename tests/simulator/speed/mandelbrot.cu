// Loops in registers, with one write at the end.
#include <cstdio>
#include <vector>

__global__ void mandelbrot(int* counts, int n, int most) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= n || row >= n) return;
    const float cx = -2.0f + 3.0f * column / n, cy = -1.5f + 3.0f * row / n;
    float x = 0, y = 0;
    int count = 0;
    while (count < most && x * x + y * y < 4) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++count;
    }
    counts[row * n + column] = count;
}

int main() {
    constexpr int n = 256, most = 1000;
    std::vector<int> counts(n * n);
    int* d;
    cudaMalloc(&d, sizeof(int) * n * n);
    mandelbrot<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d, n, most);
    cudaMemcpy(counts.data(), d, sizeof(int) * n * n, cudaMemcpyDeviceToHost);
    long long total = 0;
    for (int c : counts) total += c;
    std::printf("%lld\n", total);
    cudaFree(d);
}
