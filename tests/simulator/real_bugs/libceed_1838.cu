// Contractions along x and along y share a slice of values, which the second one fills again.
#include "../corpus/device.cuh"

constexpr int N = 8;

__device__ int contract_x(int* slice, int value, const int* weights) {
    slice[threadIdx.y * N + threadIdx.x] = value; // finds: race-shared (y)
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < N; ++i) sum += weights[i] * slice[threadIdx.y * N + i]; // finds: race-shared (x)
    return sum;
}

__device__ int contract_y(int* slice, int value, const int* weights) {
#ifdef FIXED
    __syncthreads();
#endif
    slice[threadIdx.y * N + threadIdx.x] = value; // finds: race-shared (x)
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < N; ++i) sum += weights[i] * slice[i * N + threadIdx.x]; // finds: race-shared (y)
#ifdef FIXED
    __syncthreads();
#endif
    return sum;
}

__global__ void interpolate(const int* input, const int* weights, int* output, int fields) {
    __shared__ int slice[N * N];
    for (int field = 0; field < fields; ++field) {
        const unsigned i = field * N * N + threadIdx.y * N + threadIdx.x;
        output[i] = contract_y(slice, contract_x(slice, input[i], weights), weights);
    }
}

int main() {
    constexpr int fields = 2;
    const RandomNumbers input(fields * N * N), weights(N);
    const DeviceArray<int> output(fields * N * N);
    interpolate<<<1, dim3(N, N)>>>(input.get(), weights.get(), output.get(), fields);
    finish();
}
