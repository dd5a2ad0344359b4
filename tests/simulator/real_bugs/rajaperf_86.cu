// A view with an offset of 1 takes the indices 1 to n. The loop over it ran from 0, as for a view without one.
#include "../corpus/device.cuh"

struct OffsetView {
    int* data;
    __device__ int& operator()(int i) const { return data[i - 1]; } // finds: out-of-bounds
};

__global__ void initialize(OffsetView view, int begin, int end) {
    const int i = begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < end) view(i) = i; // finds: out-of-bounds
}

int main() {
    const DeviceArray<int> data(100);
#ifdef FIXED
    initialize<<<2, 64>>>({data.get()}, 1, data.size() + 1);
#else
    initialize<<<2, 64>>>({data.get()}, 0, data.size());
#endif
    finish();
}
