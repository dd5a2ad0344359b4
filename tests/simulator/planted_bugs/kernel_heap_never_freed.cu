// The threads forget to give back their buffers: launched often enough, malloc() gives none any more.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_of_squares(const int* input, int* output) {
    int* squares = static_cast<int*>(malloc(4 * sizeof(int))); // finds: warning leak
    if (squares == nullptr) return;
    int sum = 0;
    for (int k = 0; k < 4; ++k) squares[k] = input[4 * threadIdx.x + k] * input[4 * threadIdx.x + k];
    for (int k = 0; k < 4; ++k) sum += squares[k];
    output[threadIdx.x] = sum;
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> output(BLOCK);
    sum_of_squares<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
