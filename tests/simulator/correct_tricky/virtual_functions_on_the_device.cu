// Objects of two classes are constructed in device memory by one kernel, and called by the next through
// their base.
#include "../corpus/device.cuh"

#include <new>

constexpr int BLOCK = 64;

struct Operation {
    __device__ virtual int apply(int n) const = 0;
};

struct Add final : Operation {
    int amount;
    __device__ explicit Add(int a) : amount(a) {}
    __device__ int apply(int n) const override { return n + amount; }
};

struct Negate final : Operation {
    __device__ int apply(int n) const override { return -n; }
};

union Place {
    Add add;
    Negate negate;
    __device__ Place() {}
};

__global__ void construct(Place* places, Operation** operations) {
    const int t = threadIdx.x;
    if (t % 2 == 0)
        operations[t] = new (&places[t]) Add(t);
    else
        operations[t] = new (&places[t]) Negate;
}

__global__ void apply(Operation* const* operations, const int* input, int* output) {
    output[threadIdx.x] = operations[threadIdx.x]->apply(input[threadIdx.x]);
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<Place> places(BLOCK);
    const DeviceArray<Operation*> operations(BLOCK);
    const DeviceArray<int> output(BLOCK);
    construct<<<1, BLOCK>>>(places.get(), operations.get());
    apply<<<1, BLOCK>>>(operations.get(), input.get(), output.get());
    finish();
    return verdict(output, [](int t) { return t % 2 == 0 ? random_number(t) + t : -random_number(t); });
}
