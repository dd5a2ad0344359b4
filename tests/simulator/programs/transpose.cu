// Matrix transpose through a padded tile in dynamic shared memory; every thread moves several rows.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int TILE_DIM = 32;
constexpr int BLOCK_ROWS = 8;

template <typename T>
__global__ void transposeNoBankConflicts(T* odata, const T* idata, int width, int height) {
    extern __shared__ unsigned char raw[];
    T(*tile)[TILE_DIM + 1] = reinterpret_cast<T(*)[TILE_DIM + 1]>(raw);

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
bool run(int width, int height) {
    std::vector<T> in(static_cast<size_t>(width) * height), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>(i);
    T *d_in, *d_out;
    const size_t bytes = in.size() * sizeof(T);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);

    const dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    transposeNoBankConflicts<T><<<grid, block, TILE_DIM*(TILE_DIM + 1) * sizeof(T)>>>(d_out, d_in, width, height);
    if (cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
    cudaFree(d_in), cudaFree(d_out);

    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (out[static_cast<size_t>(x) * height + y] != in[static_cast<size_t>(y) * width + x]) return false;
    return true;
}

int main() {
    const bool ok = run<float>(100, 70) && run<double>(64, 64) && run<int>(1, 33) && run<short>(65, 31);
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
