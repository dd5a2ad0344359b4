// Kernels call functions by addresses that the host has taken: as an argument, from a table, and from a member that a
// constructor of both sides has set.
// every marked place has to be found
#include "../corpus/device.cuh"

using Function = int (*)(int);

__device__ int twice(int n) { return 2 * n; }
__host__ __device__ int negated(int n) { return -n; }

struct Step {
    Function function;
    __host__ __device__ Step() : function(negated) {}
};

const Function choices[2] = {twice, negated};
__managed__ Function chosen;
__device__ Function of_device;

__global__ void apply(Function argument, Step step, int* out) {
    out[0] = argument(1);      // finds: out-of-bounds
    out[1] = step.function(1); // finds: out-of-bounds
    out[2] = chosen(1);        // finds: out-of-bounds
    out[3] = of_device(1);     // finds: out-of-bounds
    const Step own;
    out[4] = own.function(1) + twice(1);
}

int main() {
    const DeviceArray<int> out(5);
    chosen = choices[1];
    const Function f = twice;
    check(cudaMemcpyToSymbol(of_device, &f, sizeof f));
    apply<<<1, 1>>>(&twice, Step(), out.get());
    finish();
    std::printf("%d\n", negated(Step().function(1)));
}
