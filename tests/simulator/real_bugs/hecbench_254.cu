// One thread corrects two sums in shared memory, and all threads of the block read them in the next line.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void generate_triangles(const int* counts, int* offsets) {
    __shared__ int vertices, triangles;
    if (threadIdx.x == 0) {
        vertices = counts[2 * blockIdx.x];      // finds: race-shared (v)
        triangles = counts[2 * blockIdx.x + 1]; // finds: race-shared (t)
    }
#ifdef FIXED
    __syncthreads();
#endif
    const int first_vertex = vertices;    // finds: race-shared (v), maybe uninitialized
    const int first_triangle = triangles; // finds: race-shared (t), maybe uninitialized
    offsets[blockIdx.x * BLOCK + threadIdx.x] = first_vertex + first_triangle;
}

int main() {
    const RandomNumbers counts(4);
    const DeviceArray<int> offsets(2 * BLOCK);
    generate_triangles<<<2, BLOCK>>>(counts.get(), offsets.get());
    finish();
}
