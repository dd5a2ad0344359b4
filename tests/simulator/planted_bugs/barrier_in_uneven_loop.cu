// A block reverses pieces of an array, each thread going on for as long as there are elements for it:
// in the last round only some of them come to the barrier.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void reverse_pieces(const int* input, int* output, int n) {
    __shared__ int pieces[2][BLOCK];
    int current = 0;
    pieces[1][threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK) {
        pieces[current][threadIdx.x] = input[i];
        __syncthreads(); // finds: warning barrier-divergence
        output[i] = pieces[current][BLOCK - 1 - threadIdx.x];
        current = 1 - current;
    }
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    reverse_pieces<<<1, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
