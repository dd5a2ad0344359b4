// The index of a static array in a device function becomes too large, by a pointer that does not know the size.
#include "../corpus/device.cuh"

constexpr int SLOTS = 8;

__device__ void put(int* slots, int i, int value) { slots[i] = value; } // finds: out-of-bounds

__device__ void keep(int i, int value) {
    static int slots[SLOTS];
    put(slots, i, value);
}

__global__ void fill(int n) {
    const int i = threadIdx.x;
    if (i <= n) keep(i, i * i);
}

int main() {
    fill<<<1, 32>>>(SLOTS);
    finish();
}
