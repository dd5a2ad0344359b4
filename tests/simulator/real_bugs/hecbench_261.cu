// Floyd and Warshall's step k reads row k of a tile in shared memory, and writes all of its rows, k among them.
#include "../corpus/device.cuh"

constexpr int N = 8;

__global__ void shortest_paths(const int* weights, int* paths) {
    __shared__ int tile[N][N];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = weights[y * N + x] + 50;
    __syncthreads();
    for (int k = 0; k < N; ++k) {
#ifdef FIXED
        const int path = min(tile[y][x], tile[y][k] + tile[k][x]);
        __syncthreads();
        tile[y][x] = path;
#else
        tile[y][x] = min(tile[y][x], tile[y][k] + tile[k][x]); // finds: race-shared
#endif
        __syncthreads();
    }
    paths[y * N + x] = tile[y][x];
}

int main() {
    const RandomNumbers weights(N * N);
    const DeviceArray<int> paths(N * N);
    shortest_paths<<<1, dim3(N, N)>>>(weights.get(), paths.get());
    finish();
}
