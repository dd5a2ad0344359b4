// A thread reads its own bytes as larger values, from places where those cannot lie.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int LANES = 32, BYTES = 32;

__global__ void at_a_constant(int* output) {
    unsigned char bytes[BYTES];
    for (int i = 0; i < BYTES; ++i) bytes[i] = static_cast<unsigned char>(i);
    output[threadIdx.x] = *reinterpret_cast<const int*>(bytes + 2); // finds: misaligned
}
__device__ int word_at(const unsigned char* bytes) {
    return *reinterpret_cast<const int*>(bytes); // finds: misaligned
}
__global__ void through_a_function(int* output, int offset) {
    unsigned char bytes[BYTES];
    for (int i = 0; i < BYTES; ++i) bytes[i] = static_cast<unsigned char>(i);
    output[threadIdx.x] = word_at(bytes + offset);
}
__device__ int sum_of_pair(const int* words) {
    const int2 pair = *reinterpret_cast<const int2*>(words); // finds: misaligned
    return pair.x + pair.y;
}
__global__ void pairs_of_words(int* output) {
    int words[8];
    for (int i = 0; i < 8; ++i) words[i] = i;
    output[threadIdx.x] = sum_of_pair(&words[1 + threadIdx.x % 2 * 2]);
}
__device__ void store(double* place, double value) {
    *place = value; // finds: misaligned
}
__global__ void double_among_floats(float* output) {
    float values[6] = {0, 1, 2, 3, 4, 5};
    store(reinterpret_cast<double*>(values + 1), 2.0);
    output[threadIdx.x] = values[0];
}

int main() {
    const DeviceArray<int> output(LANES);
    const DeviceArray<float> real_output(LANES);
    at_a_constant<<<1, LANES>>>(output.get());
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
    through_a_function<<<1, LANES>>>(output.get(), 3);
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
    pairs_of_words<<<1, LANES>>>(output.get());
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
    double_among_floats<<<1, LANES>>>(real_output.get());
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
}
