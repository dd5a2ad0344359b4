// Breadth-first search in a graph of random edges, a launch a level.
#include <cstdio>
#include <vector>

__global__ void visit(const int* targets, int degree, int* level, int current, int n, int* is_changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n || level[node] != current) return;
    for (int e = 0; e < degree; ++e)
        if (atomicCAS(&level[targets[node * degree + e]], -1, current + 1) == -1) atomicExch(is_changed, 1);
}

int main() {
    constexpr int n = 1 << 15, degree = 8;
    std::vector<int> targets(n * degree), level(n, -1);
    unsigned random = 1;
    for (int& target : targets) target = static_cast<int>((random = random * 1664525u + 1013904223u) >> 8) % n;
    level[0] = 0;
    int *dt, *dl, *dc, is_changed = 1, current = 0;
    cudaMalloc(&dt, sizeof(int) * n * degree);
    cudaMalloc(&dl, sizeof(int) * n);
    cudaMalloc(&dc, sizeof(int));
    cudaMemcpy(dt, targets.data(), sizeof(int) * n * degree, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, level.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
    for (; is_changed; ++current) {
        cudaMemset(dc, 0, sizeof(int));
        visit<<<n / 256, 256>>>(dt, degree, dl, current, n, dc);
        cudaMemcpy(&is_changed, dc, sizeof(int), cudaMemcpyDeviceToHost);
    }
    std::printf("%d\n", current);
    cudaFree(dt);
    cudaFree(dl);
    cudaFree(dc);
}
