// A vector's components are numbered by taking its address as that of an array of floats: usual, and
// within the object.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__global__ void reverse(float4* vectors, float3* points) {
    const int t = threadIdx.x;
    float4 vector = vectors[t];
    float* components = reinterpret_cast<float*>(&vector);
    for (int k = 0; k < 2; ++k) {
        const float component = components[k];
        components[k] = components[3 - k];
        components[3 - k] = component;
    }
    vectors[t] = vector;
    for (int k = 0; k < 3; ++k) (&points[t].x)[k] = reinterpret_cast<float*>(&vectors[t])[k];
}

int main() {
    const DeviceArray<float4> vectors(BLOCK);
    const DeviceArray<float3> points(BLOCK);
    float4 host[BLOCK];
    for (int i = 0; i < BLOCK; ++i) host[i] = make_float4(i, i + 1, i + 2, i + 3);
    check(cudaMemcpy(vectors.get(), host, sizeof host, cudaMemcpyHostToDevice));
    reverse<<<1, BLOCK>>>(vectors.get(), points.get());
    finish();
    for (int i = 0; i < BLOCK; ++i) {
        const float3 point = points[i];
        if (point.x != i + 3 || point.y != i + 2 || point.z != i + 1) return 1;
    }
    return 0;
}
