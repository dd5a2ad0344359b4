// A sum by a tree in shared memory: a barrier a level.
#include <cstdio>
#include <vector>

__global__ void sum(const int* in, int* out, int n) {
    __shared__ int tree[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tree[threadIdx.x] = i < n ? in[i] : 0;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) tree[threadIdx.x] += tree[threadIdx.x + half];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = tree[0];
}

int main() {
    constexpr int n = 1 << 20;
    std::vector<int> in(n, 1), out(n / 256);
    int *di, *dout;
    cudaMalloc(&di, sizeof(int) * n);
    cudaMalloc(&dout, sizeof(int) * n / 256);
    cudaMemcpy(di, in.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
    sum<<<n / 256, 256>>>(di, dout, n);
    cudaMemcpy(out.data(), dout, sizeof(int) * n / 256, cudaMemcpyDeviceToHost);
    long long total = 0;
    for (int s : out) total += s;
    std::printf("%lld\n", total);
    cudaFree(di);
    cudaFree(dout);
}
