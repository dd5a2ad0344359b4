// Forces between all pairs of bodies: much arithmetic on few reads.
#include <cstdio>
#include <vector>

__global__ void accelerate(const float4* bodies, float4* forces, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 own = bodies[i];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; ++j) {
        const float4 other = bodies[j];
        const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        const float s = other.w * inverse * inverse * inverse;
        x += dx * s, y += dy * s, z += dz * s;
    }
    forces[i] = make_float4(x, y, z, 0);
}

int main() {
    constexpr int n = 1024;
    std::vector<float4> bodies(n), forces(n);
    for (int i = 0; i < n; ++i)
        bodies[i] = make_float4(static_cast<float>(i % 17), static_cast<float>(i % 13), static_cast<float>(i % 11), 1);
    float4 *db, *df;
    cudaMalloc(&db, sizeof(float4) * n);
    cudaMalloc(&df, sizeof(float4) * n);
    cudaMemcpy(db, bodies.data(), sizeof(float4) * n, cudaMemcpyHostToDevice);
    accelerate<<<n / 128, 128>>>(db, df, n);
    cudaMemcpy(forces.data(), df, sizeof(float4) * n, cudaMemcpyDeviceToHost);
    std::printf("%g\n", forces[5].x);
    cudaFree(db);
    cudaFree(df);
}
