// Matrices of two dimensions, filled row by row through a pointer to the first element: a shared one,
// one of the device and one of a thread.
#include "../corpus/device.cuh"

constexpr int SIDE = 8, SIZE = SIDE * SIDE;

__device__ int device_matrix[SIDE][SIDE];

__global__ void transpose(const int* input, int* output) {
    __shared__ int tile[SIDE][SIDE + 1];
    const int t = threadIdx.x;
    for (int i = t; i < SIDE * (SIDE + 1); i += SIZE) (&tile[0][0])[i] = 0;
    (&device_matrix[0][0])[t] = input[t];
    __syncthreads();
    tile[t / SIDE][t % SIDE] = device_matrix[t / SIDE][t % SIDE];
    __syncthreads();

    int small[2][3];
    int* linear = &small[0][0];
    for (int k = 0; k < 6; ++k) linear[k] = k;
    output[t] = tile[t % SIDE][t / SIDE] + small[1][2];
}

int main() {
    const RandomNumbers input(SIZE);
    const DeviceArray<int> output(SIZE);
    transpose<<<1, SIZE>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) { return random_number(i % SIDE * SIDE + i / SIDE) + 5; });
}
