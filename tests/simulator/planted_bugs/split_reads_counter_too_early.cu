// Lesson 09's exercise, the split, with an unfinished count: blocks add their zeros to a counter and,
// in the same launch, read it as if all had. Only the end of a launch makes blocks wait for each other.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

/// Where each element goes: those whose digit is 0 to the front, the others after them.
__global__ void places_of_split(const int* input, int* places, int* zeros, int* next_zero, int* next_one) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const bool is_zero = input[i] % 2 == 0;
    if (is_zero) atomicAdd(zeros, 1); // finds: race-global
    __syncthreads();

    if (is_zero)
        places[i] = atomicAdd(next_zero, 1);
    else
        places[i] = *zeros + atomicAdd(next_one, 1); // finds: race-global
}

int main() {
    constexpr int blocks = 8, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> places(n), counters(3);
    counters.clear();
    int* zeros = counters.get();
    places_of_split<<<blocks, BLOCK>>>(input.get(), places.get(), zeros, zeros + 1, zeros + 2);
    finish();
}
