// An object is assigned to a place in shared memory where none has been constructed. Its assignment reads what
// is there.
#include "../corpus/device.cuh"

#include <new>

struct Counted {
    int value, assignments;
    __device__ explicit Counted(int v) : value(v), assignments(0) {}
    Counted(const Counted&) = default;
    __device__ Counted& operator=(const Counted& other) {
        value = other.value;
        ++assignments; // finds: uninitialized
        return *this;
    }
};

constexpr int BLOCK = 64;

__global__ void block_scan(const int* input, int* output) {
    __shared__ alignas(Counted) unsigned char storage[BLOCK * sizeof(Counted)];
    Counted* const grid = reinterpret_cast<Counted*>(storage);
    const Counted mine(input[threadIdx.x]);
#ifdef FIXED
    new (grid + threadIdx.x) Counted(mine);
#else
    grid[threadIdx.x] = mine;
#endif
    __syncthreads();
    const Counted& other = grid[BLOCK - 1 - threadIdx.x];
    output[threadIdx.x] = other.value + other.assignments; // finds: maybe uninitialized
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    block_scan<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
