// blockDim and its like go by reference into a function template of the program's own: on a GPU they are registers.
#include "../corpus/device.cuh"

constexpr unsigned BLOCK = 64, N = 100;

template <class T>
__host__ __device__ const T& smaller(const T& a, const T& b) {
    return b < a ? b : a;
}

__global__ void note_sizes(unsigned* sizes) {
    const unsigned first = blockIdx.x * blockDim.x;
    const unsigned size = smaller(N - first, blockDim.x);
    const unsigned& t = threadIdx.x;
    if (t < size) sizes[first + t] = size + smaller(gridDim.x, blockIdx.x);
}

int main() {
    const DeviceArray<unsigned> sizes(N);
    note_sizes<<<2, BLOCK>>>(sizes.get());
    finish();
    return sizes[0] == BLOCK && sizes[N - 1] == N - BLOCK + 1 ? 0 : 1;
}
