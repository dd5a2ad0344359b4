// A kernel writes to constant memory, which only cudaMemcpyToSymbol() can do.
// every marked place has to be found
#include "../corpus/device.cuh"

struct Limits {
    int low, high;
    __device__ void widen() { high = 50; } // finds: out-of-bounds
};

__constant__ int weights[4];
__constant__ int rounds;
__constant__ Limits limits;

__device__ void set(int& value) { value = 3; }                  // finds: out-of-bounds
__device__ void copy(int* to, const int* from) { *to = *from; } // finds: out-of-bounds

__global__ void prepare(int* out) {
    weights[threadIdx.x] = 1;            // finds: out-of-bounds
    atomicAdd(&weights[1], 2);           // finds: out-of-bounds
    limits.low = -50;                    // finds: out-of-bounds
    limits.widen();                      // its line is the one above
    set(rounds);                         // so is this one's
    copy(out, weights);                  // the same line reads constant memory,
    copy(weights, out);                  // and then writes to it
    memcpy(&limits, out, sizeof limits); // finds: out-of-bounds
}

int main() {
    const DeviceArray<int> out(2);
    out.clear();
    prepare<<<1, 1>>>(out.get());
    finish();
}
