// Conway's Game of Life on a torus, two boards taking turns; a glider comes home after crossing it.
#include <cstdio>
#include <cstring>
#include <utility>

constexpr int W = 32, H = 24;

__device__ int alive(const unsigned char* board, int x, int y) { return board[(y + H) % H * W + (x + W) % W]; }

__global__ void generation(const unsigned char* __restrict__ now, unsigned char* __restrict__ next) {
    __shared__ unsigned char tile[10][10]; // 8 x 8 cells and their neighbours
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const int linear = threadIdx.y * 8 + threadIdx.x;
    for (int i = linear; i < 100; i += 64)
        tile[i / 10][i % 10] = alive(now, static_cast<int>(blockIdx.x * 8) + i % 10 - 1, static_cast<int>(blockIdx.y * 8) + i / 10 - 1);
    __syncthreads();

    int neighbours = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx)
            if (dx != 1 || dy != 1) neighbours += tile[threadIdx.y + dy][threadIdx.x + dx];
    next[y * W + x] = neighbours == 3 || (neighbours == 2 && tile[threadIdx.y + 1][threadIdx.x + 1]);
}

int main() {
    static unsigned char start[W * H], end[W * H];
    const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (const auto& cell : glider) start[(cell[1] + 5) * W + cell[0] + 3] = 1;

    unsigned char *now, *next;
    cudaMalloc((void**)&now, sizeof start);
    cudaMalloc((void**)&next, sizeof start);
    cudaMemcpy(now, start, sizeof start, cudaMemcpyHostToDevice);
    // A glider moves one cell down and right in four generations: home after 4 * lcm(W, H).
    const int generations = 4 * 96;
    for (int g = 0; g < generations; ++g) {
        generation<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(now, next);
        std::swap(now, next);
    }
    const cudaError_t error = cudaMemcpy(end, now, sizeof end, cudaMemcpyDeviceToHost);
    const bool ok = error == cudaSuccess && std::memcmp(start, end, sizeof start) == 0;
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    cudaFree(now);
    cudaFree(next);
    return ok ? 0 : 1;
}
