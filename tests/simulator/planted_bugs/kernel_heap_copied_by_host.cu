// The host copies out of memory that a kernel has allocated, which its functions cannot reach.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ int* squares;

__global__ void make_squares(const int* input) {
    squares = new int[BLOCK];
    for (int k = 0; k < BLOCK; ++k) squares[k] = input[k] * input[k];
}
__global__ void free_squares() { delete[] squares; }

int main() {
    const RandomNumbers input(BLOCK);
    make_squares<<<1, 1>>>(input.get());
    int *address = nullptr, results[BLOCK];
    check(cudaMemcpyFromSymbol(&address, squares, sizeof address));
    check(cudaMemcpy(results, address, sizeof results, cudaMemcpyDeviceToHost)); // finds: bad-copy
    free_squares<<<1, 1>>>();
    finish();
}
